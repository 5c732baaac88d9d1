package command

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAttachRefused: bad input is one line, before anything is compiled or attached.
func TestAttachRefused(t *testing.T) {
	object := filepath.Join(t.TempDir(), "prog.o")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{}, "name one interface"},
		{[]string{"eth0"}, "name an algorithm with --algo, or an object with --object"},
		{[]string{"eth0", "eth1", "--algo", "dcqcn"}, "name one interface"},
		{[]string{"eth0", "--algo", "dcqcn", "--object", object}, "--algo and --object both choose programs"},
		{[]string{"eth0", "--algo", "dcqcn", "-o", object}, "-o attaches nothing"},
		{[]string{"-o", object}, "-o compiles an algorithm; name it with --algo"},
		{[]string{"eth0", "--status", "--detach"}, "--status and --detach do not go together"},
		{[]string{"eth0", "--status", "--algo", "dcqcn"}, "are for the algorithm that is attached"},
		{[]string{"eth0", "--detach", "--set", "ai_rate=1"}, "are for the algorithm that is attached"},
		{[]string{"eth0", "--status", "--log", "rates.csv"}, "are for the algorithm that is attached"},
		{[]string{"eth0", "--object", object, "--line-rate", "10G"}, "parameters go with --algo"},
		{[]string{"eth0", "--set", "ai_rate=1", "--profile", "paper"}, "parameters go with --algo"},
		{[]string{"eth0", "--algo", "dcqcn", "--json"}, "--json goes with --status and --set"},
		{[]string{"eth0", "--algo", "dcqcn", "--cnp-interval", "3s"}, "is not a time of 0 to 2s with its unit"},
		{[]string{"--algo", "dcqcnn", "-o", object}, "dcqcnn"},
		{[]string{"--algo", "../../../docs/examples/hpcc", "-o", object}, "an interface does not"},
		{[]string{"--algo", "dcqcn", "--set", "ai_rat=1", "-o", object}, "ai_rat"},
	} {
		refused(t, 2, append([]string{"attach"}, c.args...), c.want)
	}
	if _, err := os.Stat(object); err == nil {
		t.Error("an object was written")
	}
	if os.Geteuid() != 0 {
		refused(t, 2, []string{"attach", "eth0", "--algo", "dcqcn"}, "needs root, to attach programs")
		return
	}
	refused(t, 2, []string{"attach", "no-such-if", "--algo", "dcqcn"}, "no-such-if: there is no such interface")
	refused(t, 2, []string{"attach", "lo", "--algo", "dcqcn"}, "lo: is not an Ethernet interface")
}
