package scenario

import (
	"fmt"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/paramset"
	"smartnic-cc/nicmodel"
)

// ofFolder is the name of algorithms of folders in the tag "for" and in messages.
const ofFolder = "./FOLDER"

// ofFolder opens the algorithm of a folder, once a table for all rates of links.
func (n *nic) ofFolder(v *nicmodel.NIC) {
	a := n.m.opened[n.t]
	if a == nil {
		var err error
		a, err = folder.Open(n.s.FolderOf(n.t.Algorithm), folder.Options{Profile: string(n.t.Profile), Set: n.t.Set, Native: n.s.native})
		if err != nil {
			n.Check(n.keys.At(&n.t.Algorithm), err)
			return
		}
		n.m.opened[n.t] = a
	}
	setup := a.Setup
	if !a.Linked {
		setup.Engine = func() (driver.Engine, error) {
			e, err := a.Engine()
			return &named{e, a}, err
		}
	}
	n.own, v.Algorithm = a, &setup
}

// FolderOf returns the path of an algorithm's folder, in a form recognised as one.
func (s *Scenario) FolderOf(name Text) string {
	if folder.BuiltIn(string(name)) {
		return string(name)
	}
	path := s.locate(name)
	if !folder.IsFolder(path) {
		path = "." + string(filepath.Separator) + path
	}
	return path
}

// notifyOf returns the default way in which receivers report marks to an algorithm: the one that it takes.
func notifyOf(s *driver.Setup) nicmodel.Notify {
	switch {
	case s == nil:
		return nicmodel.NotifyNone
	case s.Algorithm.Accepts(ir.OnCNP):
		return nicmodel.NotifyCNP
	case s.Algorithm.Accepts(ir.OnAck) && s.Algorithm.Contract.Signal(ir.SignalMarked, "") != nil:
		return nicmodel.NotifyEcho
	}
	return nicmodel.NotifyNone
}

// sources returns the files of an algorithm FOLDER or FOLDER:NAME, without its imports.
func sources(algorithm string) []string {
	dir := algorithm
	if i := strings.LastIndexByte(dir, ':'); i >= 0 && !strings.ContainsAny(dir[i:], `/\`) {
		dir = dir[:i]
	}
	var files []string
	for _, pattern := range []string{"*.go", paramset.FileName} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are well formed
		files = append(files, found...)
	}
	return files
}

// named is the engine of a folder, whose errors name the folder as the user did.
type named struct {
	driver.Engine
	a *folder.Algorithm
}

type namedMachine struct {
	driver.Machine
	a *folder.Algorithm
}

// Open implements driver.Engine.
func (e *named) Open(params []uint64) (driver.Machine, error) {
	m, err := e.Engine.Open(params)
	if err != nil {
		return nil, e.a.Named(err)
	}
	return &namedMachine{m, e.a}, nil
}

// Step implements driver.Machine.
func (m *namedMachine) Step(event []uint64) ([]uint64, error) {
	out, err := m.Machine.Step(event)
	if err != nil {
		err = m.a.Named(err)
	}
	return out, err
}

// Next implements driver.Machine.
func (m *namedMachine) Next(now uint32) ([]uint64, error) {
	timer, err := m.Machine.Next(now)
	if err != nil {
		err = m.a.Named(err)
	}
	return timer, err
}

// Program returns the IR of the algorithm of a table [[nic]]: a folder's, or that of the built-in ones.
func (s *Scenario) Program(table int) (*ir.Program, error) {
	algorithm := s.NIC[table].Algorithm
	if !folder.IsFolder(string(algorithm)) {
		return codegen.Firmware()
	}
	a, err := folder.Load(s.FolderOf(algorithm))
	if err != nil {
		return nil, err
	}
	return a.Packages.Program, nil
}

// ModelOnly returns the first key that only the model obeys, and no network of real packets, or "" if no key is one.
func (s *Scenario) ModelOnly() string {
	for _, k := range s.Present() {
		return k.Key
	}
	for i := range s.NIC {
		n := &s.NIC[i]
		for _, k := range []struct {
			given bool
			key   string
		}{
			{n.Engine != nil, "engine"}, {n.Host != nil, "host"}, {n.Window != "", "window"}, {n.ReceiveDelay != "", "receive_delay"},
			{n.RxBuffer != "", "rx_buffer"},
			{n.Contexts != "", "contexts"}, {n.Notify == "echo", "notify = \"echo\""}, {n.AckClass != "", "ack_class"},
		} {
			if k.given {
				return fmt.Sprintf("nic[%d].%s", i, k.key)
			}
		}
	}
	return ""
}
