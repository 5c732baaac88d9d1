package p4check

import "strings"

// What core.p4 and v1model.p4 of the compilers up to 1.2.5 put into the scope of the whole
// program, their macros with it. The kinds of match are such names; the members of error
// and of enums are not.
var library = map[string]string{
	"core.p4": `packet_in packet_out verify NoAction static_assert exact ternary lpm _CORE_P4_`,
	"v1model.p4": `range optional selector __v1model_version PortId_t standard_metadata_t CounterType MeterType counter
		direct_counter meter direct_meter register action_profile random digest HashAlgorithm mark_to_drop hash
		action_selector CloneType Checksum16 verify_checksum update_checksum verify_checksum_with_payload
		update_checksum_with_payload clone clone3 clone_preserving_field_list resubmit
		resubmit_preserving_field_list recirculate recirculate_preserving_field_list truncate assert assume
		log_msg Parser VerifyChecksum Ingress Egress ComputeChecksum Deparser V1Switch
		V1MODEL_VERSION V1MODEL_METER_COLOR_GREEN V1MODEL_METER_COLOR_YELLOW V1MODEL_METER_COLOR_RED _V1_MODEL_P4_`,
}

// externs are the functions of v1model, except mark_to_drop, that are in the subset.
var externs map[string]func(r *reader) code

func init() {
	externs = map[string]func(r *reader) code{
		"hash": (*reader).hash, "verify_checksum": (*reader).verifyChecksum, "update_checksum": (*reader).updateChecksum,
		"clone_preserving_field_list": (*reader).clone, "resubmit_preserving_field_list": (*reader).resubmit, "truncate": (*reader).truncate,
	}
}

// callers are the blocks of V1Switch, from 0, that functions belong to; others belong to any control.
var callers = map[string]int{
	"verify_checksum": 1, "clone_preserving_field_list": 2, "resubmit_preserving_field_list": 2, "truncate": 3, "update_checksum": 4,
}

// predeclared is the file that declares a name.
var predeclared = func() map[string]string {
	m := map[string]string{}
	for file, names := range library {
		for n := range strings.FieldsSeq(names) {
			m[n] = file
		}
	}
	return m
}()

// Predeclared reports whether core.p4 or v1model.p4 declares a name, so that no program may.
func Predeclared(name string) bool { return predeclared[name] != "" }
