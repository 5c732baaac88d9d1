package replay

import (
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/logs/capture/trace"
)

// SourceOf returns what the trace can give, by its kind and content; acks says that its acknowledgements say what
// they acknowledge (watchAcks).
func SourceOf(src Source, acks bool) *driver.Source {
	s := &driver.Source{
		Name:        "a capture",
		Alternative: "the NIC model (cctrace sim)",
		Signals: map[ir.NICEventKind][]ir.Signal{
			ir.OnSent:   {ir.SignalBytes, ir.SignalPackets},
			ir.OnCNP:    {ir.SignalCNPs, ir.SignalMarked},
			ir.OnAck:    nil,
			ir.OnNack:   nil,
			ir.OnPacket: {ir.SignalMarked},
		},
	}
	switch st := src.Stats(); st.Format {
	case trace.FormatCSV, trace.FormatJSONLines:
		s.Name = "a trace of events"
	case trace.FormatSim:
		s.Name = "a simulator trace"
	case trace.FormatCounters:
		s.Name = "a trace of counters"
		delete(s.Signals, ir.OnAck)
		delete(s.Signals, ir.OnNack)
	}
	if acks {
		s.Signals[ir.OnAck] = []ir.Signal{ir.SignalAcked, ir.SignalRTT}
	}
	for _, c := range src.Conns() {
		if c.MarksUnseen {
			s.Name += " that does not show marks"
			s.Signals[ir.OnPacket] = nil
			break
		}
	}
	return s
}

// watchAcks makes acknowledgements of a source say what they acknowledge, if the algorithm needs it, and reports
// whether they do.
func watchAcks(src Source, a *driver.Algorithm) bool {
	asks := slices.ContainsFunc(a.Contract.Signals, func(s ir.NICSignal) bool { return s.Signal == ir.SignalAcked || s.Signal == ir.SignalRTT })
	w, ok := src.(interface{ WatchAcks() bool })
	return asks && ok && w.WatchAcks()
}

// nicEvent returns which NIC event a trace's event is to an algorithm of a sender, or to one of
// a notification point.
func nicEvent(k trace.Kind, receiver bool) ir.NICEventKind {
	switch {
	case k == trace.KindData && receiver:
		return ir.OnPacket
	case k == trace.KindData:
		return ir.OnSent
	case k == trace.KindCNP:
		return ir.OnCNP
	case k == trace.KindAck:
		return ir.OnAck
	case k == trace.KindNak:
		return ir.OnNack
	case timerLabels[k] != "":
		return ir.OnTimer
	}
	return ir.NoNICEvent
}

// timerLabels are the labels of the timers that a text trace can have.
var timerLabels = map[trace.Kind]string{
	trace.KindAlphaTimer: "alpha-timer", trace.KindCutTimer: "cut-timer", trace.KindIncreaseTimer: "increase-timer",
}
