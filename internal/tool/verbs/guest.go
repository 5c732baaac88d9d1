package verbs

import (
	_ "embed"
	"fmt"
	"os"
	"strings"
)

// guest is the first process of a machine.
//
//go:embed guest.sh
var guest []byte

// archive returns what machines of a plan have besides the image: the first process, its configuration and commands,
// and this program if one is to attach. self is this program's file.
func (p *Plan) archive(self string) ([]byte, error) {
	a := newArchive()
	a.file("init", 0o755, guest)
	a.file("bench/config", 0o644, []byte(p.guestConfig()))
	for i, c := range p.Before {
		a.file(fmt.Sprint("bench/before.", i), 0o644, []byte(c+"\n"))
	}
	for i, c := range p.Commands {
		a.file(fmt.Sprint("bench/command.", i), 0o644, []byte(c))
	}
	if p.object != nil {
		program, err := os.ReadFile(self)
		if err != nil {
			return nil, err
		}
		a.file("bench/cctrace", 0o755, program)
		a.file("bench/object", 0o644, p.object)
	}
	return a.end()
}

// guestConfig returns the variables of guest.sh; machines are numbered from 0.
func (p *Plan) guestConfig() string {
	var b strings.Builder
	var clients []string
	for i, m := range p.machines() {
		fmt.Fprintf(&b, "NAME_%d=%s\nADDRESS_%d=%s\n", i, m.Name, i, m.Address)
	}
	for i, c := range p.Clients {
		fmt.Fprintf(&b, "QPS_%d=%d\nSTART_%d=%d.%09d\n", i, c.Pairs, i, c.Start/1e9, c.Start%1e9)
		clients = append(clients, fmt.Sprint(i))
	}
	if p.Log {
		b.WriteString("LOG='--log /out/rates.csv'\n")
	}
	fmt.Fprintf(&b, "CLIENTS=%q\nSERVER=%s\nLENGTH=%d\nMTU=%d\nLINK_MTU=%d\n", strings.Join(clients, " "), p.Server.Address, p.Seconds, p.MTU, p.linkMTU())
	return b.String()
}
