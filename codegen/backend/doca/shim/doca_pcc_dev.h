/* A stand-in for the DOCA PCC device library, for a host: it declares what the glue uses and nothing
 * else, so that the glue compiles and runs without the vendor's SDK. It was written from what the
 * glue needs, not from the vendor's headers; the layouts are its own. A device program is built
 * against the vendor's headers, which have these names.
 */
#ifndef SHIM_DOCA_PCC_DEV_H
#define SHIM_DOCA_PCC_DEV_H

#include <stdint.h>

#define DOCA_PCC_DEV_MAX_NUM_PORTS 4
#ifndef DOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO
#define DOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO 44
#endif
#ifndef DOCA_PCC_DEV_MAX_NUM_COUNTERS_PER_ALGO
#define DOCA_PCC_DEV_MAX_NUM_COUNTERS_PER_ALGO 63
#endif

typedef enum { DOCA_PCC_DEV_STATUS_OK = 0, DOCA_PCC_DEV_STATUS_FAIL = 1 } doca_pcc_dev_error_t;

enum {
	DOCA_PCC_DEV_EVNT_ROCE_CNP = 2,
	DOCA_PCC_DEV_EVNT_ROCE_TX = 3,
	DOCA_PCC_DEV_EVNT_ROCE_ACK = 4,
	DOCA_PCC_DEV_EVNT_ROCE_NACK = 5,
	DOCA_PCC_DEV_EVNT_RTT = 6
};

/* A flow's context: SHIM_CONTEXT_BYTES may be set to see the glue refuse another. */
#ifndef SHIM_CONTEXT_BYTES
#define SHIM_CONTEXT_BYTES 48
#endif
typedef struct {
	uint32_t word[SHIM_CONTEXT_BYTES / 4];
} doca_pcc_dev_algo_ctxt_t;

typedef struct {
	uint32_t algo_slot;
} doca_pcc_dev_attr_t;

typedef struct {
	uint32_t rate;
	uint32_t rtt_req;
} doca_pcc_dev_results_t;

typedef struct {
	uint32_t ev_type;
	uint32_t port_num;
} doca_pcc_dev_event_general_attr_t;

typedef struct {
	uint16_t sent_32bytes;
	uint16_t sent_pkts;
} doca_pcc_dev_roce_tx_cntrs_t;

typedef struct {
	uint16_t num_coalesced;
} doca_pcc_dev_ack_nack_cnp_extra_t;

/* To the glue an event is opaque. */
typedef struct {
	doca_pcc_dev_event_general_attr_t general;
	uint32_t timestamp, first_timestamp;
	doca_pcc_dev_roce_tx_cntrs_t tx;
	doca_pcc_dev_ack_nack_cnp_extra_t extra;
} doca_pcc_dev_event_t;

struct doca_pcc_dev_algo_meta_data {
	uint32_t algo_id, algo_major_version, algo_minor_version, algo_desc_size;
	uint64_t algo_desc_addr;
};

/* What the device program defines. */
void doca_pcc_dev_user_init(uint32_t *disable_event_bitmask);
void doca_pcc_dev_user_algo(doca_pcc_dev_algo_ctxt_t *algo_ctxt, doca_pcc_dev_event_t *event, const doca_pcc_dev_attr_t *attr, doca_pcc_dev_results_t *results);
doca_pcc_dev_error_t doca_pcc_dev_user_set_algo_params(uint32_t port_num, uint32_t algo_slot, uint32_t param_id_base, uint32_t param_num, const uint32_t *new_param_values, uint32_t *params);

/* What the library does for flows that are not the program's. */
void doca_pcc_dev_default_internal_algo(doca_pcc_dev_algo_ctxt_t *algo_ctxt, doca_pcc_dev_event_t *event, const doca_pcc_dev_attr_t *attr, doca_pcc_dev_results_t *results);

#endif
