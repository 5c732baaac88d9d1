/* Runs a DOCA PCC device program on a host: the library's part (shim), and a program that feeds it
 * what it reads. One request a line, of a letter and decimal numbers:
 *
 *   I                    what the program declared: a line "metadata id params counters mask", then one a
 *                        parameter "default least most settable text" and one a counter "max text"
 *   Z                    a new flow: the context is all zero        -> nothing
 *   L w0 .. w11          load the context                           -> nothing
 *   E type now first num packets units [port]   an event            -> rate rtt_req w0 .. w11
 *   S slot type now      an event of another slot                   -> rate (0xdead0000 from the library)
 *   W base v..           write parameters past the program          -> nothing
 *   P slot base v..      ask the program to set parameters          -> 0 taken, 1 refused
 *   N slot base num      the same with a number of values that are not there -> 0 or 1
 *   V                    the parameters                             -> v..
 *   C                    the counters                               -> c..
 *   X                    refuse the next declaration and start over -> 1 if the slot is on, else 0
 *
 * It needs read, write and nothing else: it runs without a C library too.
 */
#include <unistd.h>

#include "doca_pcc_dev.h"
#include "doca_pcc_dev_algo_access.h"
#include "doca_pcc_dev_event.h"

/* ---- the library ---- */

#define PARAMS DOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO
#define COUNTERS DOCA_PCC_DEV_MAX_NUM_COUNTERS_PER_ALGO

static struct {
	struct doca_pcc_dev_algo_meta_data about;
	uint32_t params, counters;
	struct {
		uint32_t start, most, least, settable, size;
		uint64_t text;
	} param[PARAMS];
	struct {
		uint32_t most, size;
		uint64_t text;
	} counter[COUNTERS];
	uint32_t on;
	uint32_t refuse; /* the n-th declaration from now on, 0 none */
} algo;

static uint32_t values[PARAMS];
static uint32_t counts[COUNTERS];

static doca_pcc_dev_error_t declared(void)
{
	if (algo.refuse > 0u) {
		algo.refuse--;
		if (algo.refuse == 0u) {
			return DOCA_PCC_DEV_STATUS_FAIL;
		}
	}
	return DOCA_PCC_DEV_STATUS_OK;
}

doca_pcc_dev_error_t doca_pcc_dev_algo_init_metadata(uint32_t algo_idx, const struct doca_pcc_dev_algo_meta_data *algo_desc, uint32_t param_num, uint32_t counter_num)
{
	if (algo_idx != 0u || param_num > PARAMS || counter_num > COUNTERS) {
		return DOCA_PCC_DEV_STATUS_FAIL;
	}
	algo.about = *algo_desc;
	algo.params = param_num;
	algo.counters = counter_num;
	return declared();
}

doca_pcc_dev_error_t doca_pcc_dev_algo_init_param(uint32_t algo_idx, uint32_t param_id, uint32_t default_value, uint32_t max_value, uint32_t min_value, uint32_t permissions, uint32_t desc_size, uint64_t desc_addr)
{
	if (algo_idx != 0u || param_id >= algo.params || default_value < min_value || default_value > max_value) {
		return DOCA_PCC_DEV_STATUS_FAIL;
	}
	algo.param[param_id].start = default_value;
	algo.param[param_id].most = max_value;
	algo.param[param_id].least = min_value;
	algo.param[param_id].settable = permissions;
	algo.param[param_id].size = desc_size;
	algo.param[param_id].text = desc_addr;
	values[param_id] = default_value;
	return declared();
}

doca_pcc_dev_error_t doca_pcc_dev_algo_init_counter(uint32_t algo_idx, uint32_t counter_id, uint32_t max_value, uint32_t permissions, uint32_t desc_size, uint64_t desc_addr)
{
	if (algo_idx != 0u || counter_id >= algo.counters || permissions != 2u) {
		return DOCA_PCC_DEV_STATUS_FAIL;
	}
	algo.counter[counter_id].most = max_value;
	algo.counter[counter_id].size = desc_size;
	algo.counter[counter_id].text = desc_addr;
	return declared();
}

doca_pcc_dev_error_t doca_pcc_dev_init_algo_slot(uint32_t port_num, uint32_t algo_slot, uint32_t algo_idx, uint32_t algo_en)
{
	if (port_num >= DOCA_PCC_DEV_MAX_NUM_PORTS || algo_slot != 0u || algo_idx != 0u) {
		return DOCA_PCC_DEV_STATUS_FAIL;
	}
	algo.on += algo_en;
	return DOCA_PCC_DEV_STATUS_OK;
}

uint32_t *doca_pcc_dev_get_algo_params(uint32_t port_num, uint32_t algo_slot)
{
	(void)port_num;
	(void)algo_slot;
	return values;
}

uint32_t *doca_pcc_dev_get_counters(uint32_t port_num, uint32_t algo_slot)
{
	(void)algo_slot;
	return port_num == 3u ? 0 : counts; /* a port without counters */
}

doca_pcc_dev_event_general_attr_t doca_pcc_dev_get_ev_attr(doca_pcc_dev_event_t *event)
{
	return event->general;
}

uint32_t doca_pcc_dev_get_timestamp(doca_pcc_dev_event_t *event)
{
	return event->timestamp;
}

uint32_t doca_pcc_dev_get_roce_first_timestamp(doca_pcc_dev_event_t *event)
{
	return event->first_timestamp;
}

doca_pcc_dev_roce_tx_cntrs_t doca_pcc_dev_get_roce_tx_cntrs(doca_pcc_dev_event_t *event)
{
	return event->tx;
}

doca_pcc_dev_ack_nack_cnp_extra_t doca_pcc_dev_get_ack_nack_cnp_extra(doca_pcc_dev_event_t *event)
{
	return event->extra;
}

void doca_pcc_dev_default_internal_algo(doca_pcc_dev_algo_ctxt_t *algo_ctxt, doca_pcc_dev_event_t *event, const doca_pcc_dev_attr_t *attr, doca_pcc_dev_results_t *results)
{
	(void)algo_ctxt;
	(void)event;
	(void)attr;
	results->rate = 0xdead0000u;
	results->rtt_req = 0u;
}

/* ---- input and output ---- */

static char in[1 << 16], out[1 << 16];
static long in_at, in_end;
static long out_end;

static int get(void)
{
	if (in_at == in_end) {
		in_at = 0;
		in_end = (long)read(0, in, sizeof in);
		if (in_end <= 0) {
			in_end = 0;
			return -1;
		}
	}
	return (unsigned char)in[in_at++];
}

static void flush(void)
{
	long at = 0;
	while (at < out_end) {
		long n = (long)write(1, out + at, (unsigned long)(out_end - at));
		if (n <= 0) {
			break;
		}
		at += n;
	}
	out_end = 0;
}

static void put(char c)
{
	out[out_end++] = c;
	if (out_end == (long)sizeof out) {
		flush();
	}
}

static void put_number(uint64_t v)
{
	char digits[20];
	int n = 0;
	do {
		digits[n++] = (char)('0' + (int)(v % 10u));
		v /= 10u;
	} while (v != 0u);
	while (n > 0) {
		put(digits[--n]);
	}
}

static void put_text(uint64_t address, uint32_t size)
{
	const char *text = (const char *)(uintptr_t)address;
	for (uint32_t i = 0u; i + 1u < size; i++) {
		put(text[i]);
	}
}

/* ---- requests ---- */

static doca_pcc_dev_algo_ctxt_t context;
static uint32_t argument[64];
static uint32_t arguments;

/* line reads a request: its letter, or -1 at the end of the input. */
static int line(void)
{
	int letter = get();
	int c = letter;
	int digits = 0;
	uint32_t v = 0u;
	arguments = 0u;
	while (c != '\n' && c != -1) {
		c = get();
		if (c >= '0' && c <= '9') {
			v = v * 10u + (uint32_t)(c - '0');
			digits = 1;
		} else if (digits != 0) {
			if (arguments < 64u) {
				argument[arguments++] = v;
			}
			v = 0u;
			digits = 0;
		}
	}
	return letter;
}

static void event(uint32_t slot, uint32_t type)
{
	doca_pcc_dev_event_t e = {{0, 0}, 0, 0, {0, 0}, {0}};
	doca_pcc_dev_attr_t attr;
	doca_pcc_dev_results_t results = {0, 0};
	attr.algo_slot = slot;
	e.general.ev_type = type;
	e.general.port_num = arguments > 6u ? argument[6] : 0u;
	e.timestamp = argument[1];
	e.first_timestamp = argument[2];
	e.extra.num_coalesced = (uint16_t)argument[3];
	e.tx.sent_pkts = (uint16_t)argument[4];
	e.tx.sent_32bytes = (uint16_t)argument[5];
	results.rtt_req = 7u;
	doca_pcc_dev_user_algo(&context, &e, &attr, &results);
	put_number(results.rate);
	put(' ');
	put_number(results.rtt_req);
	for (uint32_t i = 0u; i < sizeof context.word / sizeof context.word[0]; i++) {
		put(' ');
		put_number(context.word[i]);
	}
	put('\n');
}

static void numbers(const uint32_t *v, uint32_t n)
{
	for (uint32_t i = 0u; i < n; i++) {
		if (i > 0u) {
			put(' ');
		}
		put_number(v[i]);
	}
	put('\n');
}

static void declarations(uint32_t mask)
{
	put_text(algo.about.algo_desc_addr, algo.about.algo_desc_size);
	put(' ');
	put_number(algo.about.algo_id);
	put(' ');
	put_number(algo.params);
	put(' ');
	put_number(algo.counters);
	put(' ');
	put_number(mask);
	put(' ');
	put_number(algo.on);
	put('\n');
	for (uint32_t i = 0u; i < algo.params; i++) {
		put_number(algo.param[i].start);
		put(' ');
		put_number(algo.param[i].least);
		put(' ');
		put_number(algo.param[i].most);
		put(' ');
		put_number(algo.param[i].settable);
		put(' ');
		put_text(algo.param[i].text, algo.param[i].size);
		put('\n');
	}
	for (uint32_t i = 0u; i < algo.counters; i++) {
		put_number(algo.counter[i].most);
		put(' ');
		put_text(algo.counter[i].text, algo.counter[i].size);
		put('\n');
	}
}

int main(void)
{
	static const doca_pcc_dev_algo_ctxt_t fresh;
	uint32_t mask = 0u;
	int letter;
	doca_pcc_dev_user_init(&mask);
	while ((letter = line()) != -1) {
		switch (letter) {
		case 'I':
			declarations(mask);
			break;
		case 'Z':
			context = fresh;
			break;
		case 'L':
			for (uint32_t i = 0u; i < arguments && i < sizeof context.word / sizeof context.word[0]; i++) {
				context.word[i] = argument[i];
			}
			break;
		case 'E':
			event(0u, argument[0]);
			break;
		case 'S':
			event(argument[0], DOCA_PCC_DEV_EVNT_ROCE_CNP);
			break;
		case 'W':
			for (uint32_t i = 1u; i < arguments && argument[0] + i - 1u < PARAMS; i++) {
				values[argument[0] + i - 1u] = argument[i];
			}
			break;
		case 'P':
			put_number(doca_pcc_dev_user_set_algo_params(0u, argument[0], argument[1], arguments - 2u, argument + 2, values + argument[1] % PARAMS) != DOCA_PCC_DEV_STATUS_OK);
			put('\n');
			break;
		case 'N':
			put_number(doca_pcc_dev_user_set_algo_params(0u, argument[0], argument[1], argument[2], argument, values) != DOCA_PCC_DEV_STATUS_OK);
			put('\n');
			break;
		case 'V':
			numbers(values, algo.params);
			break;
		case 'C':
			numbers(counts, algo.counters);
			break;
		case 'X':
			algo.on = 0u;
			algo.refuse = argument[0];
			doca_pcc_dev_user_init(&mask);
			put_number(algo.on);
			put('\n');
			break;
		default:
			break;
		}
	}
	flush();
	return 0;
}
