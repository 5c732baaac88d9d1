package p4check

import "strings"

// arch is an architecture, with what of it is in the subset.
type arch struct {
	name    string
	include string // the file that declares it
	pack    string // its package
	// blocks are the parameters of the blocks of the package, in its order, and parts where their code belongs.
	blocks []string
	parts  func(p *Program) []*code
	// std are the structs of metadata that it gives; types are types with names.
	std, types []*typ
	// register is the name of registers. indexed: their type has that of the index, a read has a value, and what one
	// begins with is undefined.
	register string
	indexed  bool
	// externs are the functions that are in the subset, callers the blocks, from 0, that some belong to.
	externs map[string]func(r *reader) code
	callers map[string]int
	// lacks are functions that the target does not have.
	lacks string
	// narrow are the blocks, by their parameters, in which p4c takes nothing but calls of these.
	narrow map[string]string
	// unaligned is what comes of a header that is not whole bytes.
	unaligned string
}

var v1model, pna *arch

func init() {
	const ingress = "inout headers, inout metadata, inout standard_metadata_t"
	v1model = &arch{
		name: "v1model", include: "v1model.p4", pack: "V1Switch",
		blocks: []string{"packet_in, out headers, inout metadata, inout standard_metadata_t", "inout headers, inout metadata",
			ingress, ingress, "inout headers, inout metadata", "packet_out, in headers"},
		parts: func(p *Program) []*code {
			return []*code{&p.parse, &p.verify, &p.ingress, &p.egress, &p.compute, &p.deparse}
		},
		std: []*typ{standardMetadata}, register: "register",
		externs: map[string]func(r *reader) code{
			"mark_to_drop": (*reader).drop, "hash": (*reader).hash, "verify_checksum": (*reader).verifyChecksum, "update_checksum": (*reader).updateChecksum,
			"clone_preserving_field_list": (*reader).clone, "resubmit_preserving_field_list": (*reader).resubmit, "truncate": (*reader).truncate, "assert": (*reader).assert,
		},
		callers: map[string]int{
			"verify_checksum": 1, "clone_preserving_field_list": 2, "resubmit_preserving_field_list": 2, "truncate": 3, "update_checksum": 4,
		},
		narrow:    map[string]string{"inout headers, inout metadata": "verify_checksum update_checksum", "packet_out, in headers": "emit"},
		unaligned: "v1model refuses it",
	}
	pna = &arch{
		name: "PNA", include: "bmv2/pna.p4", pack: "PNA_NIC",
		blocks: []string{"packet_in, out headers, inout metadata, in pna_main_parser_input_metadata_t",
			"inout headers, inout metadata, in pna_main_input_metadata_t, inout pna_main_output_metadata_t",
			"packet_out, inout headers, in metadata, in pna_main_output_metadata_t"},
		parts: func(p *Program) []*code { return []*code{&p.parse, &p.ingress, &p.deparse} },
		std:   []*typ{parserInput, mainInput, mainOutput}, types: []*typ{portID, timestamp, classOfService},
		register: "Register", indexed: true,
		externs: map[string]func(r *reader) code{"send_to_port": (*reader).send},
		lacks: ` drop_packet mirror_packet add_entry add_entry_if allocate_flow_id set_entry_expire_time restart_expire_timer
			update_expire_info set_entry_expire_time_if is_host_port is_net_port SelectByDirection `,
		narrow:    map[string]string{"packet_out, inout headers, in metadata, in pna_main_output_metadata_t": "emit"},
		unaligned: "p4c-bm2-pna fills it up",
	}
}

// lacking refuses a function that is declared, but not by the target.
func (r *reader) lacking(name token) {
	for n := range strings.FieldsSeq(r.arch.lacks) {
		if n == name.text {
			fail(name.pos, "%s: pna_nic does not have it, and loads no program that calls it", n)
		}
	}
}

// newType is a separate type with the bits of bit<width>, as type declares one.
func newType(name string, width int) *typ {
	return &typ{kind: kindNew, name: name, width: width, slots: 1}
}

var (
	portID         = newType("PortId_t", 32)
	timestamp      = newType("Timestamp_t", 64)
	classOfService = newType("ClassOfService_t", 8)
)

func metadata(name string, fields ...field) *typ {
	t := &typ{kind: kindStruct, name: name}
	for _, f := range fields {
		t.add(f.name, f.t)
	}
	return t
}

// What of the metadata of v1model and PNA is in the subset.
var (
	standardMetadata = metadata("standard_metadata_t", field{name: "ingress_port", t: bits(9)}, field{name: "egress_spec", t: bits(9)},
		field{name: "egress_port", t: bits(9)}, field{name: "packet_length", t: bits(32)}, field{name: "instance_type", t: bits(32)},
		field{name: "ingress_global_timestamp", t: bits(48)}, field{name: "checksum_error", t: bits(1)})
	parserInput = metadata("pna_main_parser_input_metadata_t", field{name: "recirculated", t: boolType}, field{name: "input_port", t: portID})
	mainInput   = metadata("pna_main_input_metadata_t", field{name: "recirculated", t: boolType}, field{name: "timestamp", t: timestamp},
		field{name: "class_of_service", t: classOfService}, field{name: "input_port", t: portID})
	mainOutput = metadata("pna_main_output_metadata_t", field{name: "class_of_service", t: classOfService})
)
