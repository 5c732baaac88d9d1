package p4check

import "strings"

// What core.p4, v1model.p4 and bmv2/pna.p4 of the compilers up to 1.2.5 put into the scope of the whole
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
	"bmv2/pna.p4": ids("PortId InterfaceId MulticastGroup MirrorSessionId MirrorSlotId ClassOfService PacketLength MulticastInstance Timestamp FlowId ExpireTimeProfileId SecurityAssocId",
		"%sUint_t %s_t %sInHeaderUint_t %sInHeader_t") +
		ids("PortId InterfaceId MulticastGroup MirrorSessionId ClassOfService PacketLength MulticastInstance Timestamp FlowId ExpireTimeProfileId",
			"pna_%s_header_to_int pna_%s_int_to_header") +
		`ParserError_t PNA_PORT_CPU PNA_MIRROR_SESSION_TO_CPU range optional selector PNA_IdleTimeout_t PNA_HashAlgorithm_t
		PNA_CounterType_t PNA_MeterType_t PNA_MeterColor_t PNA_Source_t Hash Checksum InternetChecksum Counter DirectCounter
		Meter DirectMeter Register Random ActionProfile ActionSelector Digest is_host_port is_net_port drop_packet send_to_port
		mirror_packet AddEntryErrorStatus_t ADD_ENTRY_SUCCESS ADD_ENTRY_NOT_DONE add_entry add_entry_if allocate_flow_id
		set_entry_expire_time restart_expire_timer update_expire_info set_entry_expire_time_if SelectByDirection
		pna_main_parser_input_metadata_t pna_main_input_metadata_t pna_main_output_metadata_t MainParserT MainControlT
		MainDeparserT PNA_NIC __PNA_P4__ PNA_PLACEHOLDER_CORE_TYPES`,
}

// ids are the names that PNA declares for each of its kinds of number.
func ids(kinds, forms string) string {
	var b strings.Builder
	for kind := range strings.FieldsSeq(kinds) {
		b.WriteString(strings.ReplaceAll(forms, "%s", kind) + " ")
	}
	return b.String()
}

// declares returns the names that a file declares.
func declares(file string) []string { return strings.Fields(library[file]) }

var predeclared = func() map[string]bool {
	m := map[string]bool{}
	for file := range library {
		for _, n := range declares(file) {
			m[n] = true
		}
	}
	return m
}()

// Predeclared reports whether core.p4 or the file of an architecture declares a name, so that a program may not.
func Predeclared(name string) bool { return predeclared[name] }
