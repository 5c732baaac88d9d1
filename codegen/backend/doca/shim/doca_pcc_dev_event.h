/* The stand-in's getters of events; see doca_pcc_dev.h. */
#ifndef SHIM_DOCA_PCC_DEV_EVENT_H
#define SHIM_DOCA_PCC_DEV_EVENT_H

#include "doca_pcc_dev.h"

doca_pcc_dev_event_general_attr_t doca_pcc_dev_get_ev_attr(doca_pcc_dev_event_t *event);
uint32_t doca_pcc_dev_get_timestamp(doca_pcc_dev_event_t *event);
uint32_t doca_pcc_dev_get_roce_first_timestamp(doca_pcc_dev_event_t *event);
doca_pcc_dev_roce_tx_cntrs_t doca_pcc_dev_get_roce_tx_cntrs(doca_pcc_dev_event_t *event);
doca_pcc_dev_ack_nack_cnp_extra_t doca_pcc_dev_get_ack_nack_cnp_extra(doca_pcc_dev_event_t *event);

#endif
