package attach

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/internal/base/text/plural"
)

// age is the time without a packet after which a connection is forgotten, or begins again.
const age = time.Minute

// Status is what an attached algorithm has done so far.
type Status struct {
	Interface string    `json:"interface"`
	Algorithm string    `json:"algorithm"` // with its parameters, in one line
	Process   int       `json:"process"`
	Since     time.Time `json:"since"`
	Log       string    `json:"log,omitempty"`
	Rows      uint64    `json:"logRows,omitempty"`
	bpf.AttachCounts
	Connections []ConnectionStatus `json:"connections"`
}

// ConnectionStatus is a connection that sends from here.
type ConnectionStatus struct {
	To      string `json:"to"`              // address and queue pair that its data goes to, as in 10.0.0.9:0x22
	Local   string `json:"local,omitempty"` // queue pair here, if an answer has named it
	Rate    uint64 `json:"rateKbps"`
	Packets uint64 `json:"packets"`
	Bytes   uint64 `json:"bytes"` // IP packets
	Resent  uint64 `json:"resent"`
	CNPs    uint64 `json:"cnps"`
	IdleNS  uint64 `json:"idleNs"` // since the last packet
}

// WriteJSON writes the status as indented JSON.
func (s *Status) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// Write writes the status for people.
func (s *Status) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s; process %d, since %s\n", s.Interface, s.Algorithm, s.Process, s.Since.Format(time.DateTime))
	c := &s.AttachCounts
	fmt.Fprintf(&b, "data sent: %s, %d unpaced (%d for want of room in the table); acknowledgements: %d\n", plural.Of(int(c.Data), "packet"), c.Unpaced, c.TableFull, c.Acks)
	fmt.Fprintf(&b, "CNPs received: %d, %d of no connection that is known\n", c.CNPs, c.Unknown)
	fmt.Fprintf(&b, "marked data received: %s, %d of no sender that is known; CNPs sent: %d\n", plural.Of(int(c.Marked), "packet"), c.Unanswered, c.CNPsSent)
	if s.Log != "" {
		fmt.Fprintf(&b, "log: %s, %s, %d lost\n", s.Log, plural.Of(int(s.Rows), "event"), c.LogLost)
	}
	if n := c.Contended + c.Restarted + c.RateZero; n > 0 {
		fmt.Fprintf(&b, "packets without their connection, as another CPU had it: %d; connections begun again, with too many timers due: %d; rates of 0: %d\n", c.Contended, c.Restarted, c.RateZero)
	}
	fmt.Fprintf(&b, "%s\n", plural.Of(len(s.Connections), "connection"))
	for _, k := range s.Connections {
		local := cmp.Or(k.Local, "?")
		fmt.Fprintf(&b, "  %s from %s: %.3f Mb/s; %s, %d resent; CNPs: %d; idle %s\n", k.To, local, float64(k.Rate)/1000, plural.Of(int(k.Packets), "packet"), k.Resent, k.CNPs, time.Duration(k.IdleNS).Round(time.Millisecond))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
