//go:build linux

package command

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// attachScript is run in a new network namespace, with cctrace as $1 and an object as $2. It prints what a user
// sees, and after each end what is left at the interface.
const attachScript = `
ip link add eth0 type veth peer name eth1 && ip link set eth0 up && ip link set eth1 up || exit 1
left() { tc qdisc show dev eth0 | sed 's/ refcnt.*//'; tc filter show dev eth0 egress; tc filter show dev eth0 ingress; }
before=$(left)
same() { [ "$(left)" = "$before" ] && echo "$1: as it was" || { echo "$1: left over:"; left; }; }
begin() {
	: >$2.txt
	$1 attach eth0 --object $2 --log $2.csv >$2.txt 2>&1 & pid=$!
	until grep -q detaches $2.txt; do kill -0 $pid 2>/dev/null || { cat $2.txt; return 1; }; sleep 0.1; done
}
tc qdisc add dev eth1 root tbf rate 1mbit burst 10k latency 50ms && $1 attach eth1 --object $2; tc qdisc show dev eth1
begin "$@" || { same "without fq"; exit 0; }
$1 attach eth0 --object $2
$1 attach eth0 --status | head -1
$1 attach eth0 --set ai_rate=9 | head -1
$1 attach eth0 --set nonsense=9
$1 attach eth0 --detach && same detached
for s in INT TERM HUP; do begin "$@"; kill -$s $pid; wait $pid 2>/dev/null; same $s; done
begin "$@"; kill -KILL $pid; wait $pid 2>/dev/null
$1 attach eth0 --status
begin "$@" && $1 attach eth0 --detach && same "after kill -9, attach"
begin "$@"; kill -KILL $pid; wait $pid 2>/dev/null
$1 attach eth0 --detach && same "after kill -9"
$1 attach eth0 --detach
`

// TestAttach: however it ends, the interface is as it was before; what cannot be done is one line, and changes nothing.
// A kernel without fq is one such case, and the rest is then not run.
func TestAttach(t *testing.T) {
	asRoot(t)
	dir := t.TempDir()
	bin, object := filepath.Join(dir, "cctrace"), filepath.Join(dir, "prog.o")
	b, err := exec.Command("go", "build", "-o", bin, "smartnic-cc/cmd/cctrace").CombinedOutput()
	require.NoError(t, err, string(b))
	status, _, stderr := run("attach", "--algo", "dcqcn", "--line-rate", "200M", "-o", object)
	require.Zero(t, status, stderr)
	b, err = exec.Command("unshare", "-n", "sh", "-c", attachScript, "sh", bin, object).CombinedOutput()
	require.NoError(t, err, string(b))
	text := string(b)
	require.Contains(t, text, "eth1: has a queueing discipline that somebody set, tbf")
	require.NotContains(t, text, "left over")
	if strings.Contains(text, "this kernel has no queueing discipline fq") {
		require.Contains(t, text, "without fq: as it was")
		t.Skip("this kernel has no sch_fq: nothing can be attached but by make verbs")
	}
	for _, want := range []string{
		"eth0: has an algorithm already", "eth0: dcqcn, ", "ai_rate=9", "nonsense", "detached: as it was", "INT: as it was", "TERM: as it was", "HUP: as it was",
		"its programs still run; remove them with", "after kill -9, attach: as it was", "after kill -9: as it was", "cctrace: attach: eth0: has no algorithm\n",
	} {
		require.Contains(t, text, want)
	}
}
