package p4

import (
	"fmt"
	"slices"
	"strings"
)

// V1Model and PNA are the architectures: that of a switch, and the Portable NIC Architecture.
const (
	V1Model = "v1model"
	PNA     = "pna"
)

// Archs returns the names of the architectures, the default first.
func Archs() []string { return []string{V1Model, PNA} }

// arch is what a program is made of on one architecture. All else is the same.
type arch struct {
	name, title string
	include     string
	// consts are the constants of ports.
	consts string
	// parser, control and deparser are parameters; others are the blocks between control and deparser, and the last
	// line is main.
	parser, control, deparser, others, main string
	// register declares one, by width, size and name; read has the register, where to, and the index.
	register, read string
	// send and drop are the statements that reply and refuse.
	send, drop string
	// compilers are the compiler's names, the driver in front of all last; device is what runs the program, and stores
	// whether it can read and write registers.
	compilers []string
	device    string
	stores    bool
	// actions: statements are actions. p4c-bm2-pna turns a choice in an action into an expression again, which it then
	// copies to where it is used, so for PNA they are not.
	actions bool
}

const standard = ", inout standard_metadata_t standard_metadata"

var archs = []arch{{
	name: V1Model, title: "v1model", include: "v1model.p4",
	consts:  "const bit<9> REPLY_PORT = 9w1;\n",
	parser:  "packet_in packet, out headers_t hdr, inout metadata_t meta" + standard,
	control: "inout headers_t hdr, inout metadata_t meta" + standard,
	others: `control cc_verify(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

control cc_egress(inout headers_t hdr, inout metadata_t meta` + standard + `) {
    apply {
    }
}

control cc_compute(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

`,
	deparser: "packet_out packet, in headers_t hdr",
	main:     "V1Switch(cc_parser(), cc_verify(), cc_ingress(), cc_egress(), cc_compute(), cc_deparser()) main;\n",
	register: "register<bit<%d>>(%s) %s;", read: "%[1]s.read(%[2]s, %[3]s);",
	send: "standard_metadata.egress_spec = REPLY_PORT;", drop: "mark_to_drop(standard_metadata);",
	compilers: []string{"p4c-bm2-ss", "p4c"}, device: "simple_switch", stores: true, actions: true,
}, {
	name: PNA, title: "the Portable NIC Architecture (PNA)", include: "bmv2/pna.p4",
	consts: `const PortId_t REPLY_PORT = (PortId_t)32w1;
// There is no such port: what is refused goes there, since pna_nic has no drop_packet.
const PortId_t NO_PORT = (PortId_t)32w511;
`,
	parser:   "packet_in packet, out headers_t hdr, inout metadata_t meta, in pna_main_parser_input_metadata_t istd",
	control:  "inout headers_t hdr, inout metadata_t meta, in pna_main_input_metadata_t istd, inout pna_main_output_metadata_t ostd",
	deparser: "packet_out packet, inout headers_t hdr, in metadata_t meta, in pna_main_output_metadata_t ostd",
	main:     "PNA_NIC(cc_parser(), cc_ingress(), cc_deparser()) main;\n",
	register: "Register<bit<%d>, bit<32>>(%s) %s;", read: "%[2]s = %[1]s.read(%[3]s);",
	send: "send_to_port(REPLY_PORT);", drop: "send_to_port(NO_PORT);",
	compilers: []string{"p4c-bm2-pna"}, device: "pna_nic",
}}

// archOf returns the architecture of a name, "" for the default.
func archOf(name string) (*arch, error) {
	i := slices.IndexFunc(archs, func(a arch) bool { return a.name == name })
	switch {
	case name == "":
		i = 0
	case i < 0:
		return nil, fmt.Errorf("unknown architecture %q; one of %s", name, strings.Join(Archs(), ", "))
	}
	return &archs[i], nil
}

// declare and load print a register, and a read of one.
func (a *arch) declare(width int, size, name string) string {
	return fmt.Sprintf(a.register, width, size, name)
}

func (a *arch) load(into, register, index string) string {
	return fmt.Sprintf(a.read, register, into, index)
}
