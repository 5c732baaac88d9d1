/* attach.c: a congestion control for the RoCEv2 connections of an interface, as two programs for tc (clsact):
 *
 *   cc_egress   Data is the event "sent" of its connection, and gets the time at which it may leave (skb->tstamp), which
 *               the fq queueing discipline obeys: after the packet before it, by that one's length at the rate then in
 *               force. Copies of marked packets (see cc_ingress) become CNPs.
 *   cc_ingress  CNPs are events of their connection, and are dropped. Acknowledgements of new data are events of theirs.
 *               Data that bears Congestion Experienced is an event of the notification point; if that sends a CNP, a
 *               copy of the packet leaves by the same interface.
 *
 * The algorithm is in attach.h; nothing here depends on it. Timers run before the next event of their connection, in
 * order, each with its deadline as time (docs/algorithms.md).
 *
 * A connection is the destination of its data: address and queue pair. CNPs and acknowledgements bear the number of the
 * queue pair at the other end, this host's, which no packet names together with the first. The two are paired by
 * packets that answer one another: an acknowledgement, or a READ response, has the sequence number and the UDP port of
 * what it answers.
 */
#include "attach.h"
#include "note.h"

#define SEC(name) __attribute__((section(name), used))
/* A function that the kernel's verifier follows once, and not at each call: with any value of its arguments. */
#define SEPARATE __attribute__((noinline))

/* What the kernel fixes: numbers of map types and helpers, and the beginning of the context. */
struct bpf_spin_lock {
	uint32_t val;
};
struct __sk_buff {
	uint32_t len, pkt_type, mark, queue_mapping, protocol, vlan_present, vlan_tci, vlan_proto, priority, ingress_ifindex, ifindex, tc_index, cb[5], hash, tc_classid, data, data_end, napi_id, family, remote_ip4, local_ip4, remote_ip6[4], local_ip6[4], remote_port, local_port, data_meta;
	uint64_t flow_keys, tstamp;
};
enum { HASH = 1, ARRAY = 2, PERCPU_ARRAY = 6, LRU_HASH = 9, RINGBUF = 27 };
enum { TC_NEXT = -1, TC_DROP = 2 };
enum { ANY = 0, NOEXIST = 1 };
static void *(*const map_lookup)(void *map, const void *key) = (void *)1;
static long (*const map_update)(void *map, const void *key, const void *value, uint64_t flags) = (void *)2;
static uint64_t (*const ktime_ns)(void) = (void *)5;
static long (*const skb_store)(struct __sk_buff *ctx, uint32_t at, const void *from, uint32_t n, uint64_t flags) = (void *)9;
static long (*const l3_csum_replace)(struct __sk_buff *ctx, uint32_t at, uint64_t from, uint64_t to, uint64_t size) = (void *)10;
static long (*const clone_redirect)(struct __sk_buff *ctx, uint32_t link, uint64_t flags) = (void *)13;
static long (*const skb_load)(const struct __sk_buff *ctx, uint32_t at, void *to, uint32_t n) = (void *)26;
static long (*const change_tail)(struct __sk_buff *ctx, uint32_t n, uint64_t flags) = (void *)38;
static long (*const spin_lock)(struct bpf_spin_lock *lock) = (void *)93;
static long (*const spin_unlock)(struct bpf_spin_lock *lock) = (void *)94;
static void *(*const ringbuf_reserve)(void *map, uint64_t n, uint64_t flags) = (void *)131;
static void (*const ringbuf_submit)(void *entry, uint64_t flags) = (void *)132;
static long (*const loop)(uint32_t n, void *body, void *ctx, uint64_t flags) = (void *)181;

/* Limits, of time in ns. */
#define SPINS (1u << 20)            /* turns for which a packet waits for another CPU */
#define TIMERS (1u << 18)           /* timers that run before an event; where more are due, the connection begins again */
#define FAR (1 << 16)               /* sequence numbers that no retransmission goes back */
#define HORIZON 8000000000ull       /* fq drops what is to leave 10 s from now or later */
#define ANSWER_WITHIN 4000000000ull /* of a packet that waits for its answer */

/* ---- Settings: user space writes them before it loads the programs, and the verifier leaves out what they switch off.
 * To change them it loads the programs again, with the maps that are there. ---- */

const volatile cc_params cc_parameters SEC(".rodata") = {0};
const volatile np_params np_parameters SEC(".rodata") = {0};
const volatile uint64_t cc_port SEC(".rodata") = 0;    /* rate of the port, kb/s */
const volatile uint64_t cc_first SEC(".rodata") = 0;   /* rate of a connection before its first event, kb/s */
const volatile uint64_t cc_age SEC(".rodata") = 0;     /* a connection without a packet for longer begins again, ns */
const volatile uint32_t cc_version SEC(".rodata") = 0; /* of the parameters */
const volatile uint32_t cc_log SEC(".rodata") = 0;     /* 1: events go to cc_entries */
const volatile uint32_t cc_ect SEC(".rodata") = 0;     /* 1: data that is not ECN-capable is made so, ECT(0) */

/* The parameters as they are when the program is loaded: the compiler is to know no value. */
static CC_INLINE const cc_params *params(void)
{
	const cc_params *p = (const cc_params *)&cc_parameters;
	__asm__ volatile("" : "+r"(p));
	return p;
}

static CC_INLINE const np_params *point_params(void)
{
	const np_params *p = (const np_params *)&np_parameters;
	__asm__ volatile("" : "+r"(p));
	return p;
}

/* ---- Counters ---- */

enum count { DATA, UNPACED, FULL, CONTENDED, RESTARTED, CNPS, CNPS_UNKNOWN, ACKS, MARKED, MARKED_UNKNOWN, CNPS_SENT, LOST, RATE_ZERO, COUNTS };
struct counts {
	uint64_t of[COUNTS];
};
struct {
	int (*type)[PERCPU_ARRAY];
	uint32_t *key;
	struct counts *value;
	int (*max_entries)[1];
} cc_counts SEC(".maps");

static CC_INLINE void count(enum count what)
{
	uint32_t zero = 0;
	struct counts *c = map_lookup(&cc_counts, &zero);
	if (c != 0) {
		c->of[what]++;
	}
}

/* ---- Connections ---- */

/* The other end, or this host's end of a connection with it. An IPv4 address has ten bytes 0 and two 0xFF before it. */
struct key {
	uint8_t address[16];
	uint32_t qp;
};

/* A connection, by where its data goes. */
struct life {
	struct key key;
	uint32_t local;  /* queue pair here, 0 if it is not known yet */
	uint32_t last;   /* kind of the last event */
	uint32_t seen;   /* bit i: psn[i] is set */
	uint32_t psn[2]; /* newest sequence number of SENDs and WRITEs, and of READ responses */
	uint64_t begun;  /* time of the first packet, 0 before: it tells lives of a connection apart */
	uint64_t used;   /* of the last packet */
	uint64_t at;     /* of the last event, 0 before the first */
	uint64_t number; /* events since begun */
	uint64_t rate;   /* in force, kb/s */
	uint64_t next;   /* when the next packet may leave */
	uint64_t sum, acked; /* payload that left, and that is acknowledged, bytes */
	uint64_t packets, bytes, resent, cnps;
	cc_state state;
};
struct conn {
	struct bpf_spin_lock lock; /* of busy */
	uint32_t busy;             /* 1 while a CPU works on what follows */
	struct life life;
};
struct {
	int (*type)[HASH];
	struct key *key;
	struct conn *value;
	int (*max_entries)[CC_CONNECTIONS];
} cc_conns SEC(".maps");

/* A connection by this host's end: the queue pair at the other end, and the notification point of what comes from there. */
struct peer {
	struct bpf_spin_lock lock;
	uint32_t qp;
	uint32_t begun; /* 1: np is set */
	uint32_t cnps;  /* that were sent */
	uint64_t used, last, marked;
	np_state np;
};
struct {
	int (*type)[HASH];
	struct key *key;
	struct peer *value;
	int (*max_entries)[CC_CONNECTIONS];
} cc_peers SEC(".maps");

/* What waits for its answer. */
struct ask {
	uint8_t address[16]; /* of the other end */
	uint32_t psn;
	uint16_t port, out; /* out: 1 if it went out */
};
struct asked {
	uint32_t qp, again; /* again: 1 if two queue pairs have the same numbers, and no answer says to which of them it belongs */
	uint64_t at, sum;   /* when it left, and conn.sum then */
};
struct {
	int (*type)[LRU_HASH];
	struct ask *key;
	struct asked *value;
	int (*max_entries)[32768];
} cc_asks SEC(".maps");

/* An event, for the log. */
struct entry {
	uint64_t time, begun, number;
	struct key key;
	uint32_t version;
	uint8_t values[CC_VALUE_BYTES];
};
struct {
	int (*type)[RINGBUF];
	int (*max_entries)[1 << 23];
} cc_entries SEC(".maps");

/* ---- Packets ---- */

struct packet {
	uint32_t ip, transport; /* where headers begin */
	uint32_t ip_bytes, payload;
	uint32_t qp, psn;
	uint16_t port; /* UDP's source */
	uint8_t v6, ecn, opcode, wants_ack, nak, marks;
	uint8_t from[16], to[16];
};

/* An event. */
struct step {
	uint64_t at;
	uint32_t now, what, kind, pad;
	struct cc_told told;
};

/* What does not fit on the stack, one of each CPU. */
struct scratch {
	struct packet p;
	struct key key;
	struct ask ask;
	struct asked asked;
	struct step event, timer;
	uint8_t h[64];
	uint8_t cnp[80];
	uint64_t fresh[(sizeof(struct conn) + sizeof(struct peer)) / 8]; /* zeros */
};
struct {
	int (*type)[PERCPU_ARRAY];
	uint32_t *key;
	struct scratch *value;
	int (*max_entries)[1];
} cc_scratch SEC(".maps");

enum { SEND_DATA = 1, READ_DATA = 2, REQUEST = 4, ANSWER = 8, FIRST_RESPONSE = 16 };

/* What a packet is, a set of the bits above; roce.Opcode.Class has the same. */
static CC_INLINE uint32_t class_of(uint8_t opcode)
{
	uint32_t transport = opcode >> 5, operation = opcode & 31u;
	if (transport > 2u && transport != 5u) {
		return 0u; /* not RC, UC, RD or XRC */
	}
	if (operation <= 11u || operation == 22u || operation == 23u) {
		return SEND_DATA;
	}
	if (operation == 12u || operation == 19u || operation == 20u) {
		return REQUEST;
	}
	if (operation == 13u || operation == 16u) {
		return READ_DATA | FIRST_RESPONSE;
	}
	if (operation == 14u || operation == 15u) {
		return READ_DATA;
	}
	return operation == 17u || operation == 18u ? ANSWER : 0u;
}

/* Bytes of extension headers before the payload of a SEND or WRITE. */
static CC_INLINE uint32_t extensions(uint8_t opcode)
{
	uint32_t operation = opcode & 31u, n = (opcode >> 5) == 5u ? 4u : 0u;
	if (operation == 6u || operation == 10u) {
		n += 16u;
	} else if (operation == 11u) {
		n += 20u;
	} else if (operation == 3u || operation == 5u || operation == 9u || operation == 22u || operation == 23u) {
		n += 4u;
	}
	return n;
}

static CC_INLINE struct scratch *scratch(void)
{
	uint32_t zero = 0u;
	return map_lookup(&cc_scratch, &zero);
}

/* Reads the headers of a frame into the scratch; returns 0 if it is not RoCEv2. */
SEPARATE int cc_parse(struct __sk_buff *ctx)
{
	struct scratch *s = scratch();
	if (s == 0) {
		return 0;
	}
	struct packet *p = &s->p;
	uint8_t *h = s->h;
	uint32_t ip = 14u, udp;
	if (skb_load(ctx, 0u, h, 14u) != 0) {
		return 0;
	}
	uint32_t type = cc_bpf_get16(h + 12);
	for (uint32_t i = 0u; i < 2u; i++) {
		if (type == 0x8100u || type == 0x88A8u) {
			if (skb_load(ctx, ip, h, 4u) != 0) {
				return 0;
			}
			type = cc_bpf_get16(h + 2);
			ip += 4u;
		}
	}
	if (type == 0x0800u) {
		if (skb_load(ctx, ip, h, 20u) != 0 || h[0] >> 4 != 4u || (h[0] & 15u) < 5u || h[9] != 17u || (cc_bpf_get16(h + 6) & 0x3FFFu) != 0u) {
			return 0;
		}
		udp = ip + (h[0] & 15u) * 4u;
		p->v6 = 0u;
		p->ecn = h[1] & 3u;
		p->ip_bytes = cc_bpf_get16(h + 2);
		for (uint32_t i = 0u; i < 16u; i++) {
			p->from[i] = i < 10u ? 0u : i < 12u ? 0xFFu : h[i];
			p->to[i] = i < 10u ? 0u : i < 12u ? 0xFFu : h[i + 4u];
		}
	} else if (type == 0x86DDu) {
		if (skb_load(ctx, ip, h, 40u) != 0 || h[0] >> 4 != 6u || h[6] != 17u) {
			return 0;
		}
		udp = ip + 40u;
		p->v6 = 1u;
		p->ecn = h[1] >> 4 & 3u;
		p->ip_bytes = cc_bpf_get16(h + 4) + 40u;
		for (uint32_t i = 0u; i < 16u; i++) {
			p->from[i] = h[8u + i];
			p->to[i] = h[24u + i];
		}
	} else {
		return 0;
	}
	if (skb_load(ctx, udp, h, 20u) != 0 || cc_bpf_get16(h + 2) != CC_UDP_PORT) {
		return 0;
	}
	p->ip = ip;
	p->transport = udp + 8u;
	p->port = cc_bpf_get16(h);
	p->opcode = h[8];
	p->qp = cc_bpf_get32(h + 12) & 0xFFFFFFu;
	p->psn = cc_bpf_get32(h + 16) & 0xFFFFFFu;
	p->wants_ack = h[16] >> 7;
	p->marks = h[16] & 127u;
	uint32_t headers = p->transport - ip + 16u + (h[9] >> 4 & 3u) + extensions(p->opcode);
	p->payload = p->ip_bytes > headers ? p->ip_bytes - headers : 0u;
	p->nak = 0u;
	if ((p->opcode & 31u) == 17u && skb_load(ctx, p->transport + 12u, h, 1u) == 0) {
		p->nak = (h[0] & 0x60u) != 0u;
	}
	return 1;
}

static CC_INLINE void copy_address(uint8_t *to, const uint8_t *from)
{
	for (uint32_t i = 0u; i < 16u; i++) {
		to[i] = from[i];
	}
}

/* ---- A connection's events ---- */

struct taking {
	struct conn *c;
	uint32_t taken;
};

static long try_take(uint32_t turn, void *ctx)
{
	struct taking *t = ctx;
	struct conn *c = t->c;
	(void)turn;
	spin_lock(&c->lock);
	t->taken = c->busy == 0u;
	c->busy = 1u;
	spin_unlock(&c->lock);
	return t->taken;
}

static CC_INLINE void release(struct conn *c)
{
	spin_lock(&c->lock);
	c->busy = 0u;
	spin_unlock(&c->lock);
}

SEPARATE int cc_same(const struct key *a, const struct key *b)
{
	if (a == 0 || b == 0 || a->qp != b->qp) {
		return 0;
	}
	uint32_t differs = 0u;
	for (uint32_t i = 0u; i < 16u; i++) {
		differs |= a->address[i] ^ b->address[i];
	}
	return differs == 0u;
}

/* The connection of s->key, for this CPU alone until release; 0 if there is none. */
static CC_INLINE struct conn *take(struct scratch *s, bool make)
{
	struct conn *c = map_lookup(&cc_conns, &s->key);
	if (c == 0 && make) {
		struct conn *fresh = (struct conn *)s->fresh;
		fresh->life.key = s->key;
		map_update(&cc_conns, &s->key, fresh, NOEXIST);
		c = map_lookup(&cc_conns, &s->key);
		if (c == 0) {
			count(FULL);
		}
	}
	if (c == 0) {
		return 0;
	}
	struct taking t = {c, 0u};
	loop(SPINS, try_take, &t, 0u);
	if (t.taken == 0u) {
		count(CONTENDED);
		return 0;
	}
	if (!cc_same(&c->life.key, &s->key)) { /* removed by user space, and made again for another */
		release(c);
		count(CONTENDED);
		return 0;
	}
	return c;
}

/* Begins a connection, with its first packet. */
SEPARATE int cc_begin(struct life *c, uint64_t now)
{
	if (c == 0) {
		return 0;
	}
	cc_attach_init(params(), &c->state);
	c->begun = c->used = now;
	c->rate = cc_first;
	c->local = c->last = c->seen = 0u;
	c->at = c->number = c->sum = c->acked = c->packets = c->bytes = c->resent = c->cnps = 0u;
	return 0;
}

/* Runs an event, and logs it. */
SEPARATE int cc_run(struct life *c, const struct step *t)
{
	if (c == 0 || t == 0) {
		return 0;
	}
	cc_event e;
	cc_output o;
	cc_tell(&e, t->now, t->what, t->kind, &t->told);
	cc_attach_step(params(), &c->state, &e, &o);
	uint64_t rate = cc_rate(&o);
	if (rate != 0u) {
		c->rate = rate;
	} else {
		count(RATE_ZERO);
	}
	c->at = t->at;
	c->last = t->kind;
	c->number++;
	if (cc_log == 0u) {
		return 0;
	}
	struct entry *n = ringbuf_reserve(&cc_entries, sizeof *n, 0u);
	if (n == 0) {
		count(LOST);
		return 0;
	}
	n->time = t->at;
	n->begun = c->begun;
	n->number = c->number;
	n->key = c->key;
	n->version = cc_version;
	cc_put(n->values, &e, &o, &c->state);
	ringbuf_submit(n, 0u);
	return 0;
}

struct due {
	struct life *c;
	struct step *t;
	uint64_t at;
	uint32_t kind, done;
};

/* Runs the timer that ends first, if that is before an event. */
static long run_timer(uint32_t turn, void *ctx)
{
	struct due *d = ctx;
	struct life *c = d->c;
	struct step *t = d->t;
	(void)turn;
	d->done = 1u;
	if (!cc_next_timer(&c->state, (uint32_t)c->at, &t->now, &t->kind)) {
		return 1;
	}
	int32_t left = (int32_t)(t->now - (uint32_t)c->at);
	t->at = c->at + (left > 0 ? (uint64_t)(uint32_t)left : 0u);
	if (t->at > d->at || (t->at == d->at && t->kind >= d->kind)) {
		return 1;
	}
	d->done = 0u;
	t->what = CC_TIMER;
	cc_run(c, t);
	return 0;
}

/* Runs the timers that come before an event of now, and sets its time and kind; false if the algorithm does not take it. */
static CC_INLINE bool before(struct scratch *s, struct life *c, enum cc_what what, uint64_t now)
{
	struct step *t = &s->event;
	if (!cc_takes(params(), what)) {
		return false;
	}
	t->what = what;
	t->kind = cc_kind(what);
	if (c->at == 0u) {
		c->at = now; /* timers run from the first event on */
	}
	t->at = now > c->at ? now : t->kind < c->last ? c->at + 1u : c->at;
	struct due d = {c, &s->timer, t->at, t->kind, 0u};
	loop(TIMERS, run_timer, &d, 0u);
	if (d.done == 0u) {
		count(RESTARTED);
		cc_begin(c, now);
		c->at = t->at = now;
	}
	t->now = (uint32_t)t->at;
	return true;
}

/* The life of a connection, with a packet of now: one that was idle for long begins again. */
static CC_INLINE void touch(struct life *c, uint64_t now)
{
	if (c->begun == 0u || (now > c->used && now - c->used > cc_age)) {
		cc_begin(c, now);
	}
	c->used = now;
}

/* Data leaves: an event, and a time to leave, for the packet. */
static CC_INLINE void sent(struct __sk_buff *ctx, struct scratch *s, struct life *c, uint32_t class, uint64_t now)
{
	struct packet *p = &s->p;
	uint32_t bit = class & READ_DATA ? 2u : 1u, psn = class & READ_DATA ? c->psn[1] : c->psn[0];
	int32_t ahead = (int32_t)((p->psn - psn) << 8) >> 8;
	if ((c->seen & bit) != 0u && (ahead < -FAR || ahead > FAR)) {
		cc_begin(c, now); /* a queue pair of this number that is another one */
	}
	touch(c, now);
	if ((c->seen & bit) == 0u || ahead > 0) {
		if (class & READ_DATA) {
			c->psn[1] = p->psn;
		} else {
			c->psn[0] = p->psn;
			c->sum += p->payload;
		}
		c->seen |= bit;
	} else {
		c->resent++;
	}
	c->packets++;
	c->bytes += p->ip_bytes;
	s->event.told.bytes = p->ip_bytes;
	s->event.told.packets = 1u;
	bool takes = before(s, c, CC_SENT, now);
	uint64_t at = c->next > now ? c->next : now, rate = c->rate < cc_port ? c->rate : cc_port;
	if (at > now + HORIZON) {
		at = now + HORIZON;
	}
	/* kb/s times ns are 1e-6 bits; the frame is Ethernet's. */
	c->next = at + (uint64_t)(p->ip + p->ip_bytes) * 8000000u / (rate > 0u ? rate : 1u);
	ctx->tstamp = at;
	s->asked.at = at;
	s->asked.sum = c->sum;
	if (takes) {
		cc_run(c, &s->event);
	}
}

/* ---- Which two ends belong together ---- */

/* Sets ask to a packet that went out, or came in, and that is at hand or answered by the one at hand. Key has the
 * address of the other end. */
static CC_INLINE void asks(struct scratch *s, uint16_t out)
{
	s->ask.psn = s->p.psn;
	s->ask.port = s->p.port;
	s->ask.out = out;
	copy_address(s->ask.address, s->key.address);
}

/* Notes a packet that is to be answered; asked has time and sum. */
static CC_INLINE void note(struct scratch *s, uint16_t out)
{
	asks(s, out);
	const struct asked *old = map_lookup(&cc_asks, &s->ask);
	s->asked.qp = s->p.qp;
	s->asked.again = old != 0 && s->asked.at - old->at < ANSWER_WITHIN && (old->again != 0u || old->qp != s->p.qp);
	map_update(&cc_asks, &s->ask, &s->asked, ANY);
}

/* What an answer answers, 0 if that is not known; out is 1 if that went out. */
static CC_INLINE const struct asked *answers(struct scratch *s, uint16_t out, uint64_t now)
{
	asks(s, out);
	const struct asked *a = map_lookup(&cc_asks, &s->ask);
	if (a == 0 || a->again != 0u || (now > a->at && now - a->at > ANSWER_WITHIN)) {
		return 0;
	}
	return a;
}

/* Learns that a queue pair here belongs to one at the other end, whose address is in key. */
static CC_INLINE void pair(struct scratch *s, uint32_t local, uint32_t remote, uint64_t now)
{
	s->key.qp = local;
	struct peer *q = map_lookup(&cc_peers, &s->key);
	if (q == 0) {
		struct peer *fresh = (struct peer *)((uint8_t *)s->fresh + sizeof(struct conn));
		fresh->qp = remote;
		fresh->used = now;
		map_update(&cc_peers, &s->key, fresh, NOEXIST);
		return;
	}
	spin_lock(&q->lock);
	if (q->qp != remote) {
		q->qp = remote;
		q->begun = 0u;
	}
	q->used = now;
	spin_unlock(&q->lock);
}

/* ---- CNPs ---- */

/* A copy that is to be a CNP bears this in skb->mark, with 16 bits of its number for IPv4's identification above 7 bits
 * for the number of marked packets. */
#define COPY 0xC5800000u
#define COPY_BITS 0xFF800000u

/* Makes the CNP of a packet: v6 says of which IP. */
static CC_INLINE int cnp_of(struct __sk_buff *ctx, struct scratch *s, uint32_t peer, uint32_t copy, const bool v6)
{
	struct packet *p = &s->p;
	uint8_t *h = s->h, *f = s->cnp, *udp = f + (v6 ? 40 : 20), *bth = udp + 8;
	const uint32_t n = v6 ? 80u : 60u;
	uint32_t ip = p->ip, crc = CC_CRC_ONES;
	if (skb_load(ctx, p->transport, h + 16, 4u) != 0 || skb_load(ctx, 0u, h, 12u) != 0 || change_tail(ctx, ip + n, 0u) != 0) {
		return TC_DROP;
	}
	for (uint32_t i = 0u; i < 6u; i++) {
		h[20u + i] = h[6u + i];
		h[26u + i] = h[i];
	}
	for (uint32_t i = 0u; i < n; i++) {
		f[i] = 0u;
	}
	/* What may change on the way has ones at first, for the ICRC: type of service, time to live, checksums, flow label. */
	if (v6) {
		f[0] = 0x6Fu;
		f[1] = f[2] = f[3] = f[7] = 0xFFu;
		f[5] = 40u;
		f[6] = 17u;
		for (uint32_t i = 0u; i < 16u; i++) {
			f[8u + i] = p->to[i];
			f[24u + i] = p->from[i];
		}
	} else {
		f[0] = 0x45u;
		f[1] = f[8] = f[10] = f[11] = 0xFFu;
		f[3] = 60u;
		cc_bpf_put16(f + 4, (uint16_t)(copy >> 7));
		f[6] = 0x40u; /* do not fragment */
		f[9] = 17u;
		for (uint32_t i = 0u; i < 4u; i++) {
			f[12u + i] = p->to[12u + i];
			f[16u + i] = p->from[12u + i];
		}
	}
	cc_bpf_put16(udp, p->port); /* the same both ways */
	cc_bpf_put16(udp + 2, CC_UDP_PORT);
	udp[5] = 40u;
	udp[6] = udp[7] = 0xFFu;
	bth[0] = CC_CNP_OPCODE;
	bth[2] = h[18]; /* the partition */
	bth[3] = h[19];
	cc_bpf_put32(bth + 4, peer & 0xFFFFFFu);
	bth[4] = 0xFFu;
	bth[8] = (uint8_t)(copy & 127u);
	for (uint32_t i = 0u; i < n - 4u; i++) {
		crc = crc_with(crc, f[i]);
	}
	crc = ~crc;
	for (uint32_t i = 0u; i < 4u; i++) {
		bth[28u + i] = (uint8_t)(crc >> (8u * i));
	}
	udp[6] = udp[7] = 0u;
	bth[4] = 0x40u; /* BECN */
	if (v6) {
		f[0] = 0x60u | CC_CNP_DSCP >> 2;
		f[1] = (uint8_t)(CC_CNP_DSCP << 6);
		f[2] = f[3] = 0u;
		f[7] = 64u;
	} else {
		f[1] = CC_CNP_DSCP << 2;
		f[8] = 64u;
		f[10] = f[11] = 0u;
		uint32_t sum = 0u;
		for (uint32_t i = 0u; i < 20u; i += 2u) {
			sum += cc_bpf_get16(f + i);
		}
		sum = (sum & 0xFFFFu) + (sum >> 16);
		sum = (sum & 0xFFFFu) + (sum >> 16);
		cc_bpf_put16(f + 10, (uint16_t)~sum);
	}
	if (skb_store(ctx, 0u, h + 20, 12u, 0u) != 0 || skb_store(ctx, ip, f, n, 0u) != 0) {
		return TC_DROP;
	}
	count(CNPS_SENT);
	return TC_NEXT;
}

/* Makes the CNP of a copy. */
SEPARATE int cc_answer(struct __sk_buff *ctx)
{
	struct scratch *s = scratch();
	uint32_t copy = ctx->mark;
	ctx->mark = 0u;
	ctx->tstamp = 0u;
	if (s == 0 || cc_parse(ctx) == 0) {
		return TC_DROP;
	}
	copy_address(s->key.address, s->p.from);
	s->key.qp = s->p.qp;
	const struct peer *q = map_lookup(&cc_peers, &s->key);
	if (q == 0) {
		return TC_DROP;
	}
	return s->p.v6 ? cnp_of(ctx, s, q->qp, copy, true) : cnp_of(ctx, s, q->qp, copy, false);
}

/* Data with the mark came in: an event of the notification point. The copy is made last, as it uses the scratch. */
static CC_INLINE void marked(struct __sk_buff *ctx, struct scratch *s, uint64_t now)
{
	uint32_t marks = 0u, cnp = 0u;
	s->key.qp = s->p.qp;
	struct peer *q = map_lookup(&cc_peers, &s->key);
	count(MARKED);
	if (q == 0) {
		count(MARKED_UNKNOWN);
		return;
	}
	spin_lock(&q->lock);
	if (q->begun == 0u) {
		q->begun = 1u;
		np_attach_init(point_params(), &q->np);
	}
	q->last = now > q->last ? now : q->last; /* another CPU was faster */
	q->used = now;
	q->marked++;
	if (np_attach_step(point_params(), &q->np, (uint32_t)q->last, &marks)) {
		cnp = COPY | (q->cnps & 0xFFFFu) << 7 | marks;
		q->cnps++;
	}
	spin_unlock(&q->lock);
	if (cnp != 0u) {
		uint32_t mark = ctx->mark;
		ctx->mark = cnp;
		clone_redirect(ctx, ctx->ifindex, 0u);
		ctx->mark = mark;
	}
}

/* ---- The programs ---- */

/* Makes a packet ECN-capable, so that a queue can mark it: ECT(0). */
SEPARATE int cc_capable(struct __sk_buff *ctx)
{
	struct scratch *s = scratch();
	if (s == 0) {
		return 0;
	}
	uint32_t at = s->p.ip;
	uint8_t *h = s->h;
	if (skb_load(ctx, at, h, 2u) != 0) {
		return 0;
	}
	uint16_t from = *(uint16_t *)h;
	if (s->p.v6) {
		h[1] |= 0x20u;
	} else {
		h[1] |= 2u;
		l3_csum_replace(ctx, at + 10u, from, *(uint16_t *)h, 2u);
	}
	return (int)skb_store(ctx, at, h, 2u, 0u);
}

SEC("tc") int cc_egress(struct __sk_buff *ctx)
{
	struct scratch *s = scratch();
	if (s == 0) {
		return TC_NEXT;
	}
	if ((ctx->mark & COPY_BITS) == COPY) {
		return cc_answer(ctx);
	}
	if (cc_parse(ctx) == 0) {
		return TC_NEXT;
	}
	uint32_t class = class_of(s->p.opcode);
	if (class == 0u) {
		return TC_NEXT;
	}
	uint64_t now = ktime_ns();
	copy_address(s->key.address, s->p.to);
	s->key.qp = s->p.qp;
	s->asked.at = now;
	s->asked.sum = 0u;
	if (class & (SEND_DATA | READ_DATA)) {
		struct conn *c = take(s, true);
		count(DATA);
		if (c != 0) {
			sent(ctx, s, &c->life, class, now);
			release(c);
		} else {
			count(UNPACED);
		}
		if (s->p.ecn == 0u && cc_ect != 0u) {
			cc_capable(ctx);
		}
	}
	if ((class & REQUEST) || ((class & SEND_DATA) && s->p.wants_ack)) {
		note(s, 1u);
	} else if (class & (ANSWER | FIRST_RESPONSE)) {
		const struct asked *a = answers(s, 0u, now);
		if (a != 0) {
			pair(s, a->qp, s->p.qp, now);
		}
	}
	return TC_NEXT;
}

/* A packet that answers one of this host came in. */
static CC_INLINE void answered(struct scratch *s, uint32_t class, uint64_t now)
{
	const struct asked *found = answers(s, 1u, now);
	if (found == 0) {
		return;
	}
	struct asked a = *found;
	pair(s, s->p.qp, a.qp, now);
	if ((class & ANSWER) == 0u || s->p.nak) {
		return;
	}
	s->key.qp = a.qp;
	struct conn *taken = take(s, false);
	if (taken == 0) {
		return;
	}
	struct life *c = &taken->life;
	if (c->begun != 0u && c->local != 0u && c->local != s->p.qp) {
		cc_begin(c, now); /* the queue pair here is another one */
	} else if (c->begun != 0u && a.sum > c->acked) {
		touch(c, now);
		s->event.told.acked = a.sum - c->acked;
		s->event.told.rtt = now > a.at ? now - a.at : 0u;
		c->acked = a.sum;
		count(ACKS);
		if (before(s, c, CC_ACK, now)) {
			cc_run(c, &s->event);
		}
	}
	c->local = s->p.qp;
	release(taken);
}

/* A CNP came in. */
static CC_INLINE void notified(struct scratch *s, uint64_t now)
{
	count(CNPS);
	s->key.qp = s->p.qp;
	const struct peer *q = map_lookup(&cc_peers, &s->key);
	struct conn *c = 0;
	if (q != 0) {
		s->key.qp = q->qp;
		c = take(s, false);
	}
	if (c == 0) {
		count(CNPS_UNKNOWN);
		return;
	}
	touch(&c->life, now);
	c->life.cnps++;
	s->event.told.cnps = 1u;
	s->event.told.marked = s->p.marks;
	if (before(s, &c->life, CC_CNP, now)) {
		cc_run(&c->life, &s->event);
	}
	release(c);
}

SEC("tc") int cc_ingress(struct __sk_buff *ctx)
{
	struct scratch *s = scratch();
	if (s == 0 || cc_parse(ctx) == 0) {
		return TC_NEXT;
	}
	uint64_t now = ktime_ns();
	copy_address(s->key.address, s->p.from);
	if (s->p.opcode == CC_CNP_OPCODE) {
		notified(s, now);
		return TC_DROP;
	}
	uint32_t class = class_of(s->p.opcode);
	if ((class & REQUEST) || ((class & SEND_DATA) && s->p.wants_ack)) {
		s->asked.at = now;
		s->asked.sum = 0u;
		note(s, 0u);
	} else if (class & (ANSWER | FIRST_RESPONSE)) {
		answered(s, class, now);
	}
	if ((class & (SEND_DATA | READ_DATA)) && s->p.ecn == 3u) {
		marked(ctx, s, now);
	}
	return TC_NEXT;
}

SEC("license") const char cc_license[] = "Apache-2.0";
