/* The stand-in's calls about algorithms; see doca_pcc_dev.h. */
#ifndef SHIM_DOCA_PCC_DEV_ALGO_ACCESS_H
#define SHIM_DOCA_PCC_DEV_ALGO_ACCESS_H

#include "doca_pcc_dev.h"

doca_pcc_dev_error_t doca_pcc_dev_algo_init_metadata(uint32_t algo_idx, const struct doca_pcc_dev_algo_meta_data *algo_desc, uint32_t param_num, uint32_t counter_num);
doca_pcc_dev_error_t doca_pcc_dev_algo_init_param(uint32_t algo_idx, uint32_t param_id, uint32_t default_value, uint32_t max_value, uint32_t min_value, uint32_t permissions, uint32_t desc_size, uint64_t desc_addr);
doca_pcc_dev_error_t doca_pcc_dev_algo_init_counter(uint32_t algo_idx, uint32_t counter_id, uint32_t max_value, uint32_t permissions, uint32_t desc_size, uint64_t desc_addr);
doca_pcc_dev_error_t doca_pcc_dev_init_algo_slot(uint32_t port_num, uint32_t algo_slot, uint32_t algo_idx, uint32_t algo_en);
uint32_t *doca_pcc_dev_get_algo_params(uint32_t port_num, uint32_t algo_slot);
uint32_t *doca_pcc_dev_get_counters(uint32_t port_num, uint32_t algo_slot);

#endif
