/* small.json: golden vectors of counter, 2 tests, 3 steps.
 * Derived from the JSON form with `ccgen vectors --form c`; do not edit.
 * Source digest: sha256:6b434c3c94a42ded7e568ea643233299e366cc051dda7beadbe9c5564261ec4e
 * A "small" file <&>.
 */
#ifndef CC_VECTORS_SMALL_H
#define CC_VECTORS_SMALL_H

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

static const cc_vector_field cc_vectors_small_0_fields[] = {
    {"By", 8u, 1u},
    {"On", 8u, 0u},
    {"Times", 8u, 0u},
    {"Big", 64u, 0u},
    {"Sum", 64u, 1u},
    {"Arm[0].N", 16u, 1u},
};

static const uint32_t cc_vectors_small_0_params[] = {
    4294967293u,1u,
};

static const uint32_t cc_vectors_small_1[] = {
    0u,0u,0u,
    1u,4294967295u,4294967295u,0u,2147483648u,4294967295u,
    255u,0u,2097152u,4294967295u,2147483647u,7u,
};
static const uint32_t cc_vectors_small_2[] = {
    5u,0u,9u,
    0u,0u,0u,0u,0u,0u,
};

static const cc_vector_test cc_vectors_small_0_tests[] = {
    {1u, "first", 0u, 2u, cc_vectors_small_1},
    {2u, "", 1u, 1u, cc_vectors_small_2},
};

static const cc_vector_group cc_vectors_small_groups[] = {
    {"SequenceTest", "counter", "by 3", cc_vectors_small_0_fields,
     2u, 1u, 1u, 2u, 2u, 1u, 2u, 3u,
     cc_vectors_small_0_params, cc_vectors_small_0_tests, 2u},
};

static const cc_vector_file cc_vectors_small = {
    "small.json", "counter", cc_vectors_small_groups, 1u
};

#endif
