/* The reaction point of DCQCN for a ConnectX at 100 Gb/s, written by hand for an embedded core: one set
 * of parameters, folded in, and what they make impossible left out. State, events and outputs are
 * the port's, so that both run on the same vectors. */
#include "cc.h"

enum {
	MIN_RATE = 1000, /* kb/s */
	LINE_RATE = 100000000,
	AI = 5000,
	HAI = 50000,
	ALPHA_PERIOD = 1000, /* ns */
	INCREASE_PERIOD = 300000,
	CUT_PERIOD = 4000,
	BYTE_RESET = 32767,
	BYTE_STEPS = 8, /* at most, a sent event */
	ALPHA_MAX = 1023, /* of 1024 */
	OLD_WEIGHT = 65216, /* of 65536 */
	STAGE_MAX = 63
};

enum {
	RISING = CC_DCQCN_FLAG_INCREASE,
	CUT_RUNS = CC_DCQCN_FLAG_CUT,
	PENDING = CC_DCQCN_FLAG_PENDING,
	SEEN = CC_DCQCN_FLAG_SEEN,
	ALPHA_RUNS = CC_DCQCN_ALPHA_RUNS,
	SAW_CNP = CC_DCQCN_ALPHA_SAW_CNP
};

void core_init(cc_dcqcn_state *s)
{
	*s = (cc_dcqcn_state){.rates = {.rc = LINE_RATE, .rt = LINE_RATE}, .alpha = ALPHA_MAX};
}

/* Alpha is below 1, so that no cut takes half of the rate; a rate that is above the line's or below
 * the least one is never in the state. */
static inline void cut(cc_dcqcn_state *s, uint32_t now)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t rc = r->rc;
	if (r->time_stage | r->byte_stage) {
		r->rt = rc;
	}
	rc = (uint64_t)rc * (2 * (ALPHA_MAX + 1) - s->alpha) >> 11;
	r->rc = rc < MIN_RATE ? MIN_RATE : rc;
	r->time_stage = 0;
	r->byte_stage = 0;
	r->bytes = 0;
	r->increase_at = now + INCREASE_PERIOD;
}

static inline void increase(cc_dcqcn_rates *r)
{
	uint32_t t = r->time_stage, b = r->byte_stage, rt = r->rt, rc = r->rc;
	if (t | b) {
		rt += t > 1 && b > 1 ? HAI : AI;
		if (rt > LINE_RATE) {
			rt = LINE_RATE;
		}
		r->rt = rt;
	}
	uint32_t mean = (rt + rc + 1) / 2;
	r->rc = mean;
	if (mean == rc && rt == LINE_RATE) {
		r->flags &= (uint8_t)~RISING; /* arrived */
	}
}

static inline uint8_t next_stage(uint8_t stage)
{
	return stage < STAGE_MAX ? stage + 1 : STAGE_MAX;
}

static inline cc_dcqcn_output output(const cc_dcqcn_rates *r, uint32_t before, uint8_t did)
{
	if (r->rc != before) {
		did |= CC_DCQCN_DID_CHANGE;
	}
	return (cc_dcqcn_output){r->rc, did};
}

/* A handler for each event, apart from the others, so that one does not save registers for the
 * loop of another. */
#define HANDLER static __attribute__((noinline)) cc_dcqcn_output

HANDLER on_alpha_timer(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t alpha = s->alpha * OLD_WEIGHT;
	if (r->own & SAW_CNP) {
		alpha = (alpha + ((65536 - OLD_WEIGHT) << 10)) >> 16;
		s->alpha = alpha < ALPHA_MAX ? alpha : ALPHA_MAX;
		r->own &= (uint8_t)~SAW_CNP;
	} else {
		alpha >>= 16;
		if (alpha == s->alpha) {
			r->own &= (uint8_t)~ALPHA_RUNS;
		}
		s->alpha = alpha;
	}
	s->alpha_at = e->now + ALPHA_PERIOD;
	return (cc_dcqcn_output){r->rc, CC_DCQCN_DID_ALPHA};
}

HANDLER on_cut_timer(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t before = r->rc;
	if (!(r->flags & PENDING)) {
		r->flags &= (uint8_t)~CUT_RUNS;
		return (cc_dcqcn_output){before, 0};
	}
	r->flags = (r->flags & (uint8_t)~PENDING) | RISING;
	r->cut_at = e->now + CUT_PERIOD;
	cut(s, e->now);
	return output(r, before, CC_DCQCN_DID_CUT);
}

HANDLER on_increase_timer(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t before = r->rc;
	increase(r);
	r->time_stage = next_stage(r->time_stage);
	r->increase_at = e->now + INCREASE_PERIOD;
	return output(r, before, CC_DCQCN_DID_INCREASE);
}

HANDLER on_bytes(cc_dcqcn_state *s, uint32_t bytes)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t before = r->rc;
	bytes = r->bytes + (bytes < BYTE_STEPS * BYTE_RESET ? bytes : (BYTE_STEPS + 1) * BYTE_RESET);
	for (int i = 0; i < BYTE_STEPS && bytes >= BYTE_RESET; i++) {
		bytes -= BYTE_RESET;
		increase(r);
		r->byte_stage = next_stage(r->byte_stage);
	}
	r->bytes = bytes < BYTE_RESET ? bytes : 0;
	return output(r, before, CC_DCQCN_DID_INCREASE);
}

HANDLER on_sent(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	cc_dcqcn_rates *r = &s->rates;
	if (r->flags & RISING) {
		if (e->bytes >= BYTE_RESET - r->bytes) {
			return on_bytes(s, e->bytes);
		}
		r->bytes += e->bytes;
	}
	return (cc_dcqcn_output){r->rc, 0};
}

HANDLER on_cnp(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	cc_dcqcn_rates *r = &s->rates;
	uint32_t before = r->rc;
	if (!(r->own & ALPHA_RUNS)) {
		s->alpha_at = e->now + ALPHA_PERIOD;
	}
	r->own |= ALPHA_RUNS | SAW_CNP;
	if (r->flags & CUT_RUNS) {
		r->flags |= SEEN | PENDING;
		return (cc_dcqcn_output){before, 0};
	}
	r->flags |= e->cnps > 1 ? SEEN | CUT_RUNS | RISING | PENDING : SEEN | CUT_RUNS | RISING;
	r->cut_at = e->now + CUT_PERIOD;
	cut(s, e->now);
	return output(r, before, CC_DCQCN_DID_CUT);
}

cc_dcqcn_output core_step(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	switch (e->kind) {
	case CC_DCQCN_EVENT_ALPHA_TIMER:
		return on_alpha_timer(s, e);
	case CC_DCQCN_EVENT_CUT_TIMER:
		return on_cut_timer(s, e);
	case CC_DCQCN_EVENT_INCREASE_TIMER:
		return on_increase_timer(s, e);
	case CC_DCQCN_EVENT_SENT:
		return on_sent(s, e);
	case CC_DCQCN_EVENT_CNP:
		return on_cnp(s, e);
	default:
		return (cc_dcqcn_output){s->rates.rc, 0};
	}
}
