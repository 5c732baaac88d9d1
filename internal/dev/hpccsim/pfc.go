package hpccsim

// threshold is what a port may use of the shared buffer beyond its reserve: an eighth of
// what is left.
func (s *Star) threshold() int {
	ports := len(s.Flows) + 1
	return (buffer - ports*(s.model.Headroom+reserve) - s.shared) >> 3
}

// admit counts a packet that came in, and may stop its sender.
func (s *Star) admit(f *Flow) {
	if after := f.ingress + starPacket; after > reserve && after-reserve > s.threshold() {
		f.headroom += starPacket
	} else {
		f.ingress = after
		s.shared += max(min(starPacket, after-reserve), 0)
	}
	if !f.paused && (f.headroom > 0 || f.ingress-reserve >= s.threshold()) {
		s.Pauses++
		s.pause(f, true)
	}
}

// release counts a packet that left.
func (s *Star) release(f *Flow) {
	beyond := min(f.headroom, starPacket)
	f.headroom -= beyond
	s.shared -= max(min(starPacket-beyond, f.ingress-reserve), 0)
	f.ingress -= starPacket - beyond
}

// maybeResume lets a sender go on if its port uses little enough.
func (s *Star) maybeResume(f *Flow) {
	used := max(f.ingress-reserve, 0)
	if f.paused && f.headroom == 0 && (used == 0 || used+resume <= s.threshold()) {
		s.pause(f, false)
	}
}

// pause has a sender stop or go on.
func (s *Star) pause(f *Flow, stop bool) {
	if s.model.PauseDraws {
		s.model.Coin()
	}
	f.paused = stop
	f.control = append(f.control, func() {
		f.stopped = stop
		if !stop {
			s.trySend(f)
		}
	})
	s.toSender(f)
}

// toSender sends what waits for the port to a sender, PFC frames first.
func (s *Star) toSender(f *Flow) {
	var arrive func()
	bytes := uint64(starAck)
	switch {
	case f.portBusy:
		return
	case len(f.control) > 0:
		bytes = s.model.PauseBytes
		arrive, f.control = f.control[0], f.control[1:]
	case len(f.acks) > 0:
		arrive, f.acks = f.acks[0], f.acks[1:]
	default:
		return
	}
	f.portBusy = true
	s.transmit(bytes, func() { f.portBusy = false; s.toSender(f) }, arrive)
}
