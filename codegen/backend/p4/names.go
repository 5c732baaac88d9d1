package p4

import (
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

// names are the identifiers of a program that are taken. Each is given once in the whole
// program, so that no declaration duplicates or hides another, wherever the two stand:
// the compiler refuses the one and warns of the other.
type names map[string]bool

// own are the identifiers of the text that is the same in every program.
const own = `cc_parser cc_verify cc_ingress cc_egress cc_compute cc_deparser main
	ETHERTYPE_CC VERSION OP_EVENT OP_INIT OP_LOAD OP_READ OP_PARAMS REPLY REPLY_PORT NO_PORT CONNECTIONS
	ethernet_t request_t params_t event_t output_t state_t headers_t metadata_t
	packet hdr meta standard_metadata istd ostd start request event_fields state_fields params_fields accept reject
	read_state write_state show_state read_params write_params reply refuse requester value`

// newNames returns the names that a program has before anything of the source is named.
func newNames(t *ir.Transducer) names {
	n := names(ident.Words(own))
	for _, l := range ir.Layout(t.State) {
		n["state_"+fieldName(l.Name)] = true
	}
	for _, l := range ir.Layout(t.Params) {
		n["params_"+fieldName(l.Name)] = true
	}
	return n
}

// free reports whether a name is still free.
func (n names) free(name string) bool {
	return !n[name] && !reserved[name] && !p4check.Predeclared(name)
}

// take returns the name, with underscores behind it where it is taken, and takes it.
func (n names) take(name string) string {
	for !n.free(name) {
		name += "_"
	}
	n[name] = true
	return name
}
