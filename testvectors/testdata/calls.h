/* calls.json: golden vectors of calls, 2 tests, 2 steps.
 * Derived from the JSON form with `ccgen vectors --form c`; do not edit.
 * Source digest: sha256:1d813dcaf6da17fb6ec3eece6145d0ff08bebb36abcb42b290a072b55a973a97
 */
#ifndef CC_VECTORS_CALLS_H
#define CC_VECTORS_CALLS_H

#include <stddef.h>
#include <stdint.h>

#ifndef CC_VECTOR_TYPES
#define CC_VECTOR_TYPES

/* A field: its name and type. A field of 64 bits takes two words, low one first. */
typedef struct {
    const char *name;
    uint8_t bits;      /* 8, 16, 32 or 64 */
    uint8_t is_signed; /* words are sign-extended to 32 bits */
} cc_vector_field;

/* A test. Of a call, words are arguments and results. Of a sequence, words are the
 * initial state and then, for each step, event, output and state. */
typedef struct {
    uint32_t tc_id;
    const char *comment;
    uint32_t loaded; /* the initial state is to be loaded, not what init leaves */
    uint32_t steps;  /* 1 for a call */
    const uint32_t *words;
} cc_vector_test;

/* A group: tests with the same layout. For a function n_params and n_state are 0,
 * event means arguments and output means results. */
typedef struct {
    const char *type; /* "FunctionTest" or "SequenceTest" */
    const char *name; /* of the function or algorithm */
    const char *comment;
    const cc_vector_field *fields; /* params, event, output, state */
    uint32_t n_params, n_event, n_output, n_state; /* in fields */
    uint32_t w_params, w_event, w_output, w_state; /* in words */
    const uint32_t *params;                        /* words; NULL for a function */
    const cc_vector_test *tests;
    uint32_t n_tests;
} cc_vector_group;

typedef struct {
    const char *name;
    const char *algorithm;
    const cc_vector_group *groups;
    uint32_t n_groups;
} cc_vector_file;

#endif

static const cc_vector_field cc_vectors_calls_0_fields[] = {
    {"x", 32u, 0u},
    {"y", 64u, 1u},
    {"ok", 8u, 0u},
};

static const uint32_t cc_vectors_calls_1[] = {4294967295u,0u,2147483648u,1u,};
static const uint32_t cc_vectors_calls_2[] = {0u,0u,0u,0u,};

static const cc_vector_test cc_vectors_calls_0_tests[] = {
    {1u, "ends", 0u, 1u, cc_vectors_calls_1},
    {2u, "", 0u, 1u, cc_vectors_calls_2},
};

static const cc_vector_group cc_vectors_calls_groups[] = {
    {"FunctionTest", "p.F", "", cc_vectors_calls_0_fields,
     0u, 2u, 1u, 0u, 0u, 3u, 1u, 0u,
     NULL, cc_vectors_calls_0_tests, 2u},
};

static const cc_vector_file cc_vectors_calls = {
    "calls.json", "calls", cc_vectors_calls_groups, 1u
};

#endif
