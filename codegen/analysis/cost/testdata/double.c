#include <math.h>
#include <string.h>

#include "double.h"

float_params float_p;
float_state float_s;
float_learn float_bandit_p;
float_bandit float_bandit_s;
double float_reward;

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

/* DR-UCB, algorithm 1, lines 9 and 10. */
static void update(const float_learn *p, float_bandit *s, uint8_t arm, double reward)
{
	for (int i = 0; i < 4; i++) {
		s->n[i] *= p->gamma;
		s->sum[i] *= p->gamma;
	}
	s->n[arm] += 1;
	s->sum[arm] += reward;
	s->t++;
	if (s->t >= p->period) {
		s->t = 0;
	}
}

/* DR-UCB, algorithm 1, lines 3 to 8. */
static uint8_t choose(const float_learn *p, const float_bandit *s)
{
	if (s->t < 4) {
		return (uint8_t)s->t;
	}
	double padding = p->xi * log(s->n[0] + s->n[1] + s->n[2] + s->n[3]);
	if (padding < 0) {
		padding = 0;
	}
	uint8_t best = 0;
	double top = -1;
	for (int i = 0; i < 4; i++) {
		double index = s->sum[i] / s->n[i] + sqrt(padding / s->n[i]);
		if (index > top) {
			top = index;
			best = (uint8_t)i;
		}
	}
	return best;
}

uint8_t float_bandit_step(const float_learn *p, float_bandit *s, uint8_t arm, double reward)
{
	update(p, s, arm, reward);
	return choose(p, s);
}

static void convert(float_learn *to, const cc_bandit_params *p)
{
	to->gamma = (double)p->gamma / 4294967296.0;
	to->xi = (double)p->xi_ln2 / 65536.0 / 0.69314718055994530942;
	to->period = p->period;
}

void float_bandit_init(const cc_bandit_params *p)
{
	convert(&float_bandit_p, p);
	memset(&float_bandit_s, 0, sizeof float_bandit_s);
}

void float_init(const cc_dolcerc_params *p)
{
	float_params *q = &float_p;
	q->min_rate = p->base.min_rate;
	q->max_rate = p->base.max_rate;
	q->target_cap = p->base.target_cap;
	q->rate_ai = p->base.rate_ai;
	q->rate_hai = p->base.rate_hai;
	q->first_rate = p->base.first_rate;
	q->keep = (double)p->base.keep_at_least / 65536.0;
	q->increase_period = p->base.increase_period;
	q->cut_period = p->base.cut_period;
	q->byte_reset = p->base.byte_reset;
	q->qualify_after = p->qualify_after;
	q->threshold = p->base.threshold;
	q->cut_mode = p->base.cut_mode;
	q->hyper = p->base.hyper;
	q->first_cnp = p->base.first_cnp;
	q->test_first = p->base.test_first;
	q->clamp_after_time = p->base.clamp_after_time;
	q->estimate = p->estimate;
	q->slot_shift = p->slot_shift;
	convert(&q->learn, &p->learn);
	for (int i = 0; i < 4; i++) {
		q->alpha[i] = (double)p->actions[i].alpha / 65536.0;
		q->beta[i] = (double)p->actions[i].beta / 32768.0;
	}
	memset(&float_s, 0, sizeof float_s);
	float_s.rc = float_s.rt = q->max_rate;
}

static void restart(const float_params *p, float_state *s, uint32_t now)
{
	s->time_stage = 0;
	s->byte_stage = 0;
	s->bytes = 0;
	s->increase_at = now + p->increase_period;
	s->increase_runs = true;
}

/* Equations (1) and (2). */
static void cut(const float_params *p, float_state *s, uint32_t now)
{
	double target = p->beta[s->arm] * s->rc;
	double rc = (1 - p->alpha[s->arm] / 2) * s->rc;
	s->rt = smaller(larger(target, p->min_rate), p->target_cap);
	rc = larger(larger(rc, p->keep * s->rc), p->min_rate);
	s->rc = larger(smaller(rc, s->rt), p->min_rate);
	restart(p, s, now);
}

static void increase(const float_params *p, float_state *s)
{
	uint8_t t = s->time_stage;
	uint8_t b = p->byte_reset == 0 ? t : s->byte_stage;
	uint8_t low = t < b ? t : b;
	if ((t > b ? t : b) >= p->threshold) {
		double step = p->rate_ai;
		if (low > p->threshold) {
			step = p->rate_hai;
			if (p->hyper == 1) {
				step *= low - p->threshold;
			}
		}
		s->rt = smaller(s->rt + step, p->target_cap);
	}
	double before = s->rc;
	s->rc = larger(smaller((s->rt + s->rc) / 2, p->max_rate), p->min_rate);
	if (s->rt == p->target_cap && s->rc == before) {
		s->increase_runs = false;
	}
}

static bool notice(const float_params *p, float_state *s, uint32_t now)
{
	bool first = !s->seen;
	s->seen = true;
	if (first && (p->first_cnp == 1 || p->first_rate != 0)) {
		if (p->first_rate != 0) {
			s->rc = s->rt = smaller(larger(p->first_rate, p->min_rate), p->max_rate);
			restart(p, s, now);
		}
		if (p->cut_mode == 2) {
			s->cut_at = now + p->cut_period;
			s->cut_runs = true;
		}
		return false;
	}
	if (p->cut_mode == 0) {
		return true;
	}
	if (s->cut_runs) {
		s->pending = true;
		return false;
	}
	s->cut_at = now + p->cut_period;
	s->cut_runs = true;
	if (p->cut_mode == 2) {
		s->pending = true;
		return false;
	}
	return true;
}

/* Algorithm 2. */
static uint8_t cnp(const float_params *p, float_state *s, const cc_dcqcn_event *e)
{
	uint8_t did = 0;
	uint32_t count = e->cnps == 0 ? 1u : e->cnps > 8 ? 8u : e->cnps;
	s->marked += p->estimate == 0 ? e->marked : (double)count;
	if (!s->seen || (uint32_t)(e->now - s->last_qualified) >= p->qualify_after) {
		double reward = 1; /* equation (4) */
		if (s->marked > 0) {
			reward = s->sent > s->marked ? 1 - s->marked / s->sent : 0;
		}
		s->marked = 0;
		s->sent = 0;
		update(&p->learn, &s->learn, s->arm, reward);
		s->arm = choose(&p->learn, &s->learn);
		s->last_qualified = e->now;
		did = 16;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (notice(p, s, e->now)) {
			cut(p, s, e->now);
			did |= 1;
		}
	}
	return did;
}

static uint8_t sent(const float_params *p, float_state *s, const cc_dcqcn_event *e)
{
	uint8_t did = 0;
	if (p->estimate == 0) {
		s->sent += e->packets;
	} else {
		uint8_t slot = (uint8_t)(e->now >> p->slot_shift);
		if (!s->slot_seen || slot != s->slot) {
			s->sent += 1;
			s->slot = slot;
			s->slot_seen = true;
		}
	}
	if (p->byte_reset == 0 || !s->increase_runs) {
		return 0;
	}
	s->bytes += e->bytes;
	for (int i = 0; i < 8 && s->bytes >= p->byte_reset; i++) {
		s->bytes -= p->byte_reset;
		s->byte_stage = s->byte_stage < 63 ? s->byte_stage + 1 : 63;
		increase(p, s);
		did = 2;
	}
	if (s->bytes >= p->byte_reset) {
		s->bytes = 0;
	}
	return did;
}

float_output float_step(const float_params *p, float_state *s, const cc_dcqcn_event *e)
{
	double before = s->rc;
	uint8_t did = 0;
	switch (e->kind) {
	case 2:
		if (s->pending) {
			cut(p, s, e->now);
			did = 1;
			s->pending = false;
			s->cut_at = e->now + p->cut_period;
		} else {
			s->cut_runs = false;
		}
		break;
	case 3:
		s->time_stage = s->time_stage < 63 ? s->time_stage + 1 : 63;
		increase(p, s);
		s->increase_at = e->now + p->increase_period;
		did = 2;
		break;
	case 4:
		did = sent(p, s, e);
		break;
	case 5:
		did = cnp(p, s, e);
		break;
	default:
		break;
	}
	if (s->rc != before) {
		did |= 8;
	}
	return (float_output){.rate = s->rc, .did = did};
}
