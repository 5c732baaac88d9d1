package trace

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// Kind says what happened.
type Kind uint8

// Kinds of events. Captures yield CNP, Data, Ack and Nak; the timers occur in
// text traces only, where a firmware log says when its own timers fired.
// Pauses come from simulator traces, of a port in place of a connection, and
// only if Options.Pauses asks for them: no reaction point sees them.
const (
	KindCNP           Kind = iota + 1 // congestion notifications reached the sender
	KindData                          // the sender sent data
	KindAck                           // the receiver acknowledged
	KindNak                           // the receiver refused (RNR or sequence error)
	KindAlphaTimer                    // the alpha timer fired
	KindIncreaseTimer                 // the increase timer fired
	KindCutTimer                      // the cut timer fired
	KindPause                         // a priority of a port was paused (PFC)
	KindResume                        // and to go on
)

var kindNames = [...]string{
	KindCNP: "cnp", KindData: "data", KindAck: "ack", KindNak: "nak",
	KindAlphaTimer: "timer_alpha", KindIncreaseTimer: "timer_increase", KindCutTimer: "timer_cut",
	KindPause: "pause", KindResume: "resume",
}

// String returns the word that text formats use.
func (k Kind) String() string {
	return enum.Name(k, kindNames[:]...)
}

// parseKind reads what String prints; "tx" is taken for "data".
func parseKind(s string) (Kind, bool) {
	if s == "tx" {
		return KindData, true
	}
	for k, name := range kindNames {
		if name != "" && name == s {
			return Kind(k), true
		}
	}
	return 0, false
}

// ConnID is the index of a connection in Conns.
type ConnID uint32

// Event is one thing that happened to one connection.
type Event struct {
	// Time is in nanoseconds and never decreases. In a capture it counts from
	// the earliest packet of the whole file, of whatever kind; in text from
	// where the columns say (see csv.go).
	Time int64
	Conn ConnID
	Kind Kind
	// Bytes is the length of the IP packets of Data, from the IP
	// header to the end of the ICRC, whatever the snap length. 0 in other kinds.
	Bytes uint32
	// Packets is the number of packets of Data: 1 in a capture; 0
	// where a text trace does not say. 0 in other kinds.
	Packets uint32
	// Marked is, in Data, how many of the packets carry Congestion Experienced;
	// in CNP, the number of marked packets that the receiver reports in the 7
	// reserved bits of the BTH, 0 where it does not.
	Marked uint32
	// Count is the number of CNPs: 1 in a capture. So it is of pauses and
	// resumptions. 0 in other kinds.
	Count uint32
	// Acked, in Ack of a Reader that watches acknowledgements (Reader.WatchAcks), is the payload
	// that is newly acknowledged, bytes; 0 where none is, or where the capture does not show the
	// packet that is acknowledged. RTT is then the time since that packet, ns. 0 in other kinds.
	Acked, RTT uint32
}

// Pairing says how the two QP numbers of a connection were found to belong
// together.
type Pairing uint8

// Ways of pairing, from the surest to none.
const (
	PairNone  Pairing = iota // not paired: one of the two QP numbers is unknown
	PairNamed                // given by name, in a text trace
	PairCM                   // a connection request and its reply name both
	PairPSN                  // acknowledgements name PSNs that this side sent
	PairPort                 // the UDP source port is the hash of both
	PairSole                 // the only candidates between the two hosts
)

// String names the rule in a word.
func (p Pairing) String() string {
	return enum.Name(p, "none", "named", "cm", "psn", "port", "sole")
}

// Conn is a connection in the direction of its data: from the sender, which
// has the reaction point, to the receiver, which sends the CNPs.
type Conn struct {
	// Name is how text formats call it: "10.0.0.1:0x11->10.0.0.9:0x22" in a
	// capture, with "?" for an unknown QP number (QP 0 is 0x0); as given in a text
	// trace. It is unique in its trace.
	Name             string
	Sender, Receiver netip.Addr // invalid where a text trace does not say
	// SenderQPN is the QP that CNPs and ACKs name as their destination;
	// ReceiverQPN the one that data packets name. 0 is unknown.
	SenderQPN, ReceiverQPN uint32
	Pairing                Pairing

	// Totals over the trace.
	DataPackets, DataBytes, Marked uint64
	// MarkedOf is among how many data packets Marked was counted, where that is
	// not DataPackets: simulator traces show marks at another place than bytes.
	// 0 is DataPackets.
	MarkedOf uint64
	// MarksUnseen reports that the trace does not show marks of this connection,
	// so that Marked is meaningless.
	MarksUnseen bool
	CNPs, Acks  uint64
	// Counting is how many of the CNPs report marked packets (Event.Marked). A
	// receiver that fills the field fills it in all: no CNP goes out without a mark.
	Counting uint64
}

// Names returns the names of connections.
func Names(conns []Conn) []string {
	return collect.Of(conns, func(x Conn) string { return x.Name })
}

// counting is how many of a record's CNPs report marked packets.
func (rec *record) counting() uint64 {
	if rec.marked == 0 {
		return 0
	}
	return uint64(rec.count)
}

// connName makes the name of a connection of a capture; sender and receiver tell whose QP number is known. QP 0, to
// which no data should go but which a damaged packet may name, must not read like an unknown one: two connections
// would share a name, by which alone text distinguishes them.
func connName(c *Conn, sender, receiver bool) string {
	return endName(c.Sender, c.SenderQPN, sender) + "->" + endName(c.Receiver, c.ReceiverQPN, receiver)
}

func endName(a netip.Addr, qpn uint32, known bool) string {
	host := a.String()
	if a.Is6() {
		host = "[" + host + "]"
	}
	if !known {
		return host + ":?"
	}
	return host + ":" + fmt.Sprintf("%#x", qpn)
}

// parseConn parses the name of a capture's connection into its addresses and QP numbers. Any other name gives a
// connection with only the name.
func parseConn(name string) Conn {
	c := Conn{Name: name, Pairing: PairNamed}
	from, to, ok := strings.Cut(name, "->")
	if !ok {
		return c
	}
	src, srcQPN, okSrc := parseEnd(from)
	dst, dstQPN, okDst := parseEnd(to)
	if !okSrc || !okDst || src.Is4() != dst.Is4() {
		return c
	}
	c.Sender, c.SenderQPN, c.Receiver, c.ReceiverQPN = src, srcQPN, dst, dstQPN
	return c
}

func parseEnd(s string) (addr netip.Addr, qpn uint32, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return netip.Addr{}, 0, false
	}
	host, num := s[:i], s[i+1:]
	if n := len(host); n > 2 && host[0] == '[' && host[n-1] == ']' {
		host = host[1 : n-1]
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || addr.Zone() != "" {
		return netip.Addr{}, 0, false
	}
	if num == "?" {
		return addr, 0, true
	}
	v, err := strconv.ParseUint(num, 0, 24)
	return addr, uint32(v), err == nil
}
