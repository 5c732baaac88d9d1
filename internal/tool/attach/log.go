package attach

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/logs/ratelog"
)

// log writes the events of connections as a rate log. Each change of the parameters begins another file: the second of
// rates.csv is rates.2.csv.
type log struct {
	name    string
	version uint32
	files   int
	file    *os.File
	to      *ratelog.Log
	layout  *ratelog.Layout
	setup   *driver.Setup
	machine driver.Machine // to look at states
	lives   map[bpf.End]*life
	probes  []uint64
	rows    uint64
}

// life is a connection with the last of its events.
type life struct {
	begun, number uint64
	version       uint32
	id            uint32
	named         int // how many names it has had
}

// newLog begins a log in a file.
func newLog(name string, s *driver.Setup) (*log, error) {
	l := &log{name: name, lives: map[bpf.End]*life{}}
	return l, l.begin(s, 1)
}

// begin begins a file.
func (l *log) begin(s *driver.Setup, version uint32) (err error) {
	if err := l.close(); err != nil {
		return err
	}
	l.files++
	name := l.name
	if l.files > 1 {
		ext := filepath.Ext(name)
		name = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(name, ext), l.files, ext)
	}
	if l.file, err = os.Create(name); err != nil {
		return err
	}
	engine, err := s.Engine()
	if err != nil {
		return err
	}
	if l.machine, err = engine.Open(s.Params); err != nil {
		return err
	}
	l.setup, l.version, l.layout = s, version, ratelog.NewLayout(s.Algorithm, s.Params)
	l.to, err = ratelog.New(l.file, ratelog.Options{Format: ratelog.FormatOf(l.name), Layout: l.layout, State: true, All: true})
	return err
}

// add writes an event. s is the setup of its version.
func (l *log) add(e *bpf.Entry, s *driver.Setup) error {
	if e.Version != l.version {
		if err := l.begin(s, e.Version); err != nil {
			return err
		}
	}
	k := l.lives[e.To]
	if k == nil {
		k = &life{}
		if e.Number > 1 { // what came before was lost
			k.named = 1
		}
		l.lives[e.To] = k
	}
	if k.begun != e.Begun || k.number+1 != e.Number || k.version != e.Version {
		k.named++
		name := e.To.String()
		if k.named > 1 {
			name += fmt.Sprintf("#%d", k.named)
		}
		k.id, k.begun, k.version = l.to.AddConn(name), e.Begun, e.Version
	}
	k.number = e.Number
	c := l.setup.Algorithm.Contract
	of := &c.Events[0]
	for i := range c.Events {
		if c.Kind >= 0 && c.Events[i].Value == e.Event[c.Kind] {
			of = &c.Events[i]
		}
	}
	if err := l.show(e.State); err != nil {
		return err
	}
	l.rows++
	return l.to.Row(&ratelog.Row{Step: &driver.Step{Time: e.Time, Event: of, Values: e.Event, Output: e.Output}, Conn: k.id, Probes: l.probes, State: e.State})
}

// show sets the probes to those of a state.
func (l *log) show(state []uint64) error {
	l.probes = l.probes[:0]
	var view []uint64
	for _, p := range l.setup.Algorithm.Contract.Probes {
		if !p.InView {
			l.probes = append(l.probes, state[p.Index])
			continue
		}
		if view == nil {
			l.machine.Load(state)
			var err error
			if view, err = l.machine.View(); err != nil {
				return err
			}
		}
		l.probes = append(l.probes, view[p.Index])
	}
	return nil
}

// flush writes what is buffered.
func (l *log) flush() error {
	if l.to == nil {
		return nil
	}
	return l.to.Flush()
}

func (l *log) close() error {
	if l.file == nil {
		return nil
	}
	err := l.flush()
	if e := l.file.Close(); err == nil {
		err = e
	}
	l.file = nil
	return err
}
