package hostpath

import (
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
)

// Stage is a stage that a WQE or a completion passes.
type Stage uint8

// The stages of spans.
const (
	// StagePost: a thread writes a batch and rings.
	StagePost Stage = iota
	// StageFetch: the WQEs of a batch are read.
	StageFetch
	// StageProcess: the message processor has the WQE, including a context miss.
	StageProcess
	// StagePayload: the payload is read.
	StagePayload
	// StagePipe: the WQE has the TX pipe.
	StagePipe
	// StageCQE: a completion of a send is written.
	StageCQE
	// StageReceive: the payload and the completion of a receive are written.
	StageReceive
	// StagePoll: a thread polls a completion.
	StagePoll
	// StageWQE: all of a signaled WQE, from its post until its completion is polled.
	StageWQE
	// Stages is the number of stages.
	Stages
)

// String is the stage's name in the timeline.
func (s Stage) String() string {
	return enum.Name(s, "post", "WQE fetch", "message", "payload DMA", "TX pipe", "CQE DMA", "receive DMA", "poll", "WQE")
}

// Span is the time of a WQE or completion in a stage.
type Span struct {
	Begin, End event.Time
	// Bytes, User and QP are of the WQE, of a batch those of its first.
	Bytes, User uint64
	QP          uint32
	// Thread is of StagePost and StagePoll.
	Thread uint32
	Stage  Stage
}

// span reports a span to the environment if it watches spans.
func (n *NIC) span(stage Stage, thread uint32, begin, end event.Time, wqe uint32) {
	if n.watch == nil {
		return
	}
	s := Span{Begin: begin, End: end, Thread: thread, Stage: stage, QP: None}
	if wqe != None {
		k := &n.slots[wqe]
		s.Bytes, s.User, s.QP = k.Bytes, k.User, k.QP
	}
	n.watch.Span(&s)
}
