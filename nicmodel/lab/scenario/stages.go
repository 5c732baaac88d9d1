package scenario

import (
	"fmt"
	"strconv"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// Numbers of a host's threads in the timeline, behind those of its cores.
const (
	messageThread = nicmodel.MaxCores + iota
	pipeThread
	firstThread // of the application's
)

// nameThreads names a host's cores, and the threads of its host interface.
func (t *timeline) nameThreads(host uint32, n *nicmodel.NIC) error {
	name := func(tid int, name string) error { return t.name("thread_name", host, tid, name) }
	if n.Engine != nil {
		for core := range n.Engine.Cores {
			if err := name(core, fmt.Sprintf("core %d", core)); err != nil {
				return err
			}
		}
	}
	if n.Host == nil {
		return nil
	}
	if err := name(messageThread, "NIC message processor"); err != nil {
		return err
	}
	if err := name(pipeThread, "NIC TX pipe"); err != nil {
		return err
	}
	for i := range int(n.Host.Threads + n.Host.Pollers) {
		what := "thread"
		if i >= int(n.Host.Threads) {
			what = "poller"
		}
		if err := name(firstThread+i, fmt.Sprintf("%s %d", what, i)); err != nil {
			return err
		}
	}
	return nil
}

// stage writes a span of a host interface: of stages that serve one at a time on a thread, of the others, which
// overlap, as an asynchronous span.
func (t *timeline) stage(s *nicmodel.Stage) error {
	tid := 0
	switch s.Stage {
	case hostpath.StageProcess:
		tid = messageThread
	case hostpath.StagePipe:
		tid = pipeThread
	case hostpath.StagePost, hostpath.StagePoll:
		tid = firstThread + int(s.Thread)
	default:
		t.spans++
		if err := t.edge('b', s, s.Begin); err != nil {
			return err
		}
		return t.edge('e', s, s.End)
	}
	t.event('X', s.Stage.String(), s.Host, tid)
	t.micros("ts", s.Begin)
	t.micros("dur", s.End-s.Begin)
	return t.about(s)
}

// edge writes the begin or the end of an asynchronous span.
func (t *timeline) edge(phase byte, s *nicmodel.Stage, at event.Time) error {
	t.event(phase, s.Stage.String(), s.Host, 0)
	t.line = append(t.line, `,"cat":"host","id":`...)
	t.line = strconv.AppendUint(t.line, t.spans, 10)
	t.micros("ts", at)
	if phase == 'e' {
		t.line = append(t.line, '}')
		return t.put()
	}
	return t.about(s)
}

// about ends an event with its message.
func (t *timeline) about(s *nicmodel.Stage) error {
	t.line = append(t.line, `,"args":{"message":`...)
	t.line = strconv.AppendUint(t.line, s.User, 10)
	t.line = append(t.line, `,"bytes":`...)
	t.line = strconv.AppendUint(t.line, s.Bytes, 10)
	t.line = append(t.line, `}}`...)
	return t.put()
}
