/* Dolce-RC with four arms in double: the yardstick for the instructions that the
 * integer port takes. The parameters are converted in the init functions. */
#ifndef FLOAT_H
#define FLOAT_H

#include "cc.h"

typedef struct {
	double sum[4];
	double n[4];
	uint32_t t; /* step of the exploration round */
} float_bandit;

typedef struct {
	double gamma;
	double xi;
	uint32_t period;
} float_learn;

typedef struct {
	double min_rate, max_rate, target_cap, rate_ai, rate_hai, first_rate, keep;
	uint32_t increase_period, cut_period, byte_reset, qualify_after;
	uint8_t threshold, cut_mode, hyper, first_cnp, test_first, clamp_after_time;
	uint8_t estimate, slot_shift;
	float_learn learn;
	double alpha[4], beta[4];
} float_params;

typedef struct {
	float_bandit learn;
	double sent, marked;
	double rc, rt;
	uint32_t bytes, increase_at, cut_at, last_qualified;
	uint8_t time_stage, byte_stage, arm, slot;
	bool increase_runs, cut_runs, pending, seen, slot_seen;
} float_state;

typedef struct {
	double rate;
	uint8_t did;
} float_output;

extern float_params float_p;
extern float_state float_s;
extern float_learn float_bandit_p;
extern float_bandit float_bandit_s;
extern double float_reward; /* of the event that was read last */

void float_init(const cc_dolcerc_params *p);
float_output float_step(const float_params *p, float_state *s, const cc_dcqcn_event *e);
void float_bandit_init(const cc_bandit_params *p);
uint8_t float_bandit_step(const float_learn *p, float_bandit *s, uint8_t arm, double reward);

#ifdef BENCH_FLOAT
#define cc_dolcerc_init4(p, s) float_init(p)
#define cc_dolcerc_step4(p, s, e) float_step(&float_p, &float_s, e)
#define cc_bandit_init4(p, s) float_bandit_init(p)
#define cc_bandit_step4(p, s, e) float_bandit_step(&float_bandit_p, &float_bandit_s, (uint8_t)event[0], float_reward)
/* Outside of what is counted: a reward is a double where the bandit is one. */
#define FLOAT_EVENT() (float_reward = (double)(event[0] >> 16 & 0xFFFF) / 65535.0)
#endif

#endif
