/* Dolce-RC with four arms in double: the yardstick for the instructions that the
 * integer port takes. The parameters are converted in the init functions. */
#ifndef TWIN_H
#define TWIN_H

#include "cc.h"

typedef struct {
	double sum[4];
	double n[4];
	uint32_t t; /* step of the exploration round */
} twin_bandit;

typedef struct {
	double gamma;
	double xi;
	uint32_t period;
} twin_learn;

typedef struct {
	double min_rate, max_rate, target_cap, rate_ai, rate_hai, first_rate, keep;
	uint32_t increase_period, cut_period, byte_reset, qualify_after;
	uint8_t threshold, cut_mode, hyper, first_cnp, test_first, clamp_after_time;
	uint8_t estimate, slot_shift;
	twin_learn learn;
	double alpha[4], beta[4];
} twin_params;

typedef struct {
	twin_bandit learn;
	double sent, marked;
	double rc, rt;
	uint32_t bytes, increase_at, cut_at, last_qualified;
	uint8_t time_stage, byte_stage, arm, slot;
	bool increase_runs, cut_runs, pending, seen, slot_seen;
} twin_state;

typedef struct {
	double rate;
	uint8_t did;
} twin_output;

extern twin_params twin_p;
extern twin_state twin_s;
extern twin_learn twin_bandit_p;
extern twin_bandit twin_bandit_s;
extern double twin_reward; /* of the event that was read last */

void twin_init(const cc_dolcerc_params *p);
twin_output twin_step(const twin_params *p, twin_state *s, const cc_dcqcn_event *e);
void twin_bandit_init(const cc_bandit_params *p);
uint8_t twin_bandit_step(const twin_learn *p, twin_bandit *s, uint8_t arm, double reward);

#ifdef BENCH_TWIN
#define cc_dolcerc_init4(p, s) twin_init(p)
#define cc_dolcerc_step4(p, s, e) twin_step(&twin_p, &twin_s, e)
#define cc_bandit_init4(p, s) twin_bandit_init(p)
#define cc_bandit_step4(p, s, e) twin_bandit_step(&twin_bandit_p, &twin_bandit_s, (uint8_t)event[0], twin_reward)
/* Outside of what is counted: a reward is a double where the bandit is one. */
#define TWIN_EVENT() (twin_reward = (double)(event[0] >> 16 & 0xFFFF) / 65535.0)
#endif

#endif
