package extend

import (
	"io"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/workload"
)

// Measurement is a table of a scenario that measures through credit switches, in place of the packet model.
type Measurement interface {
	// Measure reads the table; without an error it returns the run.
	Measure(b *CreditNetwork) MeasurementRun
}

// CreditNetwork is a network of credit switches, and what sends in it besides the measurement.
type CreditNetwork struct {
	*keys.Reader
	Fabric credit.Config
	Seed   uint64
	End    event.Time
	// Host reads one host.
	Host func(k *keys.Table, f *keys.Text) uint32
	// Bulk reads the tables [[workload]], which must not involve the measuring host.
	Bulk func(measures uint32) []credit.BulkSender
}

// Payload reads the size of messages of one packet.
func (b *CreditNetwork) Payload(k *keys.Table, f *keys.Text) uint32 {
	if v, err := bytesize.Parse(k.Text(f)); err == nil && (v == 0 || v > credit.MaxPayload) {
		b.Fail(k.At(f), "%d bytes are out of range 1 to %d, one packet", v, credit.MaxPayload)
	}
	return uint32(k.Bytes(f))
}

// MeasurementRun is a measurement to run.
type MeasurementRun struct {
	// Samples are messages of Payload bytes.
	Samples int
	Payload uint32
	Bulk    []credit.BulkSender
	// Run takes samples while more, called periodically, returns true.
	Run func(more func(now event.Time, samples int) bool) (*Measured, error)
}

// Measured is what a measurement found.
type Measured struct {
	Digest, Events          uint64
	Until                   event.Time
	Sent, Arrived, InFlight uint64
	// Done are the readings as messages.
	Done []workload.Completion
	// RTTMean and RTTMax are of the times in the network.
	RTTMean, RTTMax event.Time
	// Bytes are those received from each sender, Rates the same in bit/s.
	Bytes, Rates []uint64
	// Summary is its part of the scenario's summary.
	Summary Report
	// Write writes the file Name, each reading.
	Name  string
	Write func(w io.Writer) error
}

// Report is a summary that writes itself as text.
type Report interface {
	// Text returns lines for a summary, including those of the packets.
	Text(packets string) string
}
