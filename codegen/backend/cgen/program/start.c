#if defined(__unix__) || (defined(__APPLE__) && defined(__MACH__))
#define FW_POSIX
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <unistd.h>
#endif

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An index out of range inside the firmware ends the request with an error. */
static jmp_buf fw_jump;
#define @PREFIX@TRAP() longjmp(fw_jump, 1)

#define @PREFIX@IMPLEMENTATION
#include "@HEADER@"

#define FW_TEXT2(x) #x
#define FW_TEXT(x) FW_TEXT2(x)
#if defined(__clang__)
#define FW_COMPILER "clang-" FW_TEXT(__clang_major__)
#elif defined(__GNUC__)
#define FW_COMPILER "gcc-" FW_TEXT(__GNUC__)
#else
#define FW_COMPILER "unknown"
#endif
#ifdef __cplusplus
#define FW_NAME "smartnic-cc c++ " FW_COMPILER
#else
#define FW_NAME "smartnic-cc c99 " FW_COMPILER
#endif

/* ---- output: one buffer, written when it is full or the input is empty ---- */

static char fw_out[1 << 16];
static size_t fw_out_len;

static void fw_flush(void)
{
	size_t done = 0u;
	while (done < fw_out_len) {
#ifdef FW_POSIX
		ssize_t n = write(1, fw_out + done, fw_out_len - done);
		if (n <= 0) {
			exit(1); /* nobody listens */
		}
		done += (size_t)n;
#else
		done += fwrite(fw_out + done, 1u, fw_out_len - done, stdout);
		if (ferror(stdout)) {
			exit(1);
		}
#endif
	}
#ifndef FW_POSIX
	fflush(stdout);
#endif
	fw_out_len = 0u;
}

static void fw_char(char c)
{
	if (fw_out_len == sizeof fw_out) {
		fw_flush();
	}
	fw_out[fw_out_len] = c;
	fw_out_len++;
}

static void fw_text(const char *s)
{
	for (; *s != '\0'; s++) {
		fw_char(*s);
	}
}

static void fw_number(uint64_t v)
{
	char digits[20];
	size_t n = 0u;
	do {
		digits[n] = (char)('0' + (int)(v % 10u));
		n++;
		v /= 10u;
	} while (v != 0u);
	while (n > 0u) {
		n--;
		fw_char(digits[n]);
	}
}

static void fw_ok(void)
{
	fw_text("ok");
}

/* ---- errors: the first of a request counts ---- */

static char fw_message[256];

static bool fw_fail(const char *format, unsigned long a, const char *b)
{
	/* Only the formats of this file come here: at most one number, one text. */
	(void)snprintf(fw_message, sizeof fw_message, "field %lu: %s%s", a, format, b);
	return false;
}

static bool fw_refuse(const char *what, const char *name, size_t len)
{
	(void)snprintf(fw_message, sizeof fw_message, "%s%.*s", what, (int)(len < 100u ? len : 100u), name);
	for (size_t i = 0u; fw_message[i] != '\0'; i++) {
		if (fw_message[i] < ' ' || fw_message[i] > '~') {
			fw_message[i] = '?';
		}
	}
	return false;
}

/* ---- input: one line at a time out of a buffer ---- */

static char *fw_in;
static size_t fw_in_cap;
static size_t fw_in_start;
static size_t fw_in_end;
static bool fw_in_eof;

static const char *fw_at;  /* next character of the line */
static const char *fw_stop; /* end of the line */
static unsigned long fw_field; /* number of the field read last, 1 is the request */

static void *fw_alloc(void *old, size_t n)
{
	void *p = realloc(old, n);
	if (p == NULL) {
		fw_text("error out of memory\n");
		fw_flush();
		exit(1);
	}
	return p;
}

/* Reads more input behind what is there. */
static void fw_fill(void)
{
	if (fw_in_start > 0u) {
		memmove(fw_in, fw_in + fw_in_start, fw_in_end - fw_in_start);
		fw_in_end -= fw_in_start;
		fw_in_start = 0u;
	}
	if (fw_in_cap - fw_in_end < 2u) {
		fw_in_cap = fw_in_cap == 0u ? (size_t)1 << 16 : 2u * fw_in_cap;
		fw_in = (char *)fw_alloc(fw_in, fw_in_cap);
	}
	fw_flush();
#ifdef FW_POSIX
	ssize_t n = read(0, fw_in + fw_in_end, fw_in_cap - fw_in_end);
	if (n <= 0) {
		fw_in_eof = true;
	} else {
		fw_in_end += (size_t)n;
	}
#else
	size_t room = fw_in_cap - fw_in_end;
	if (fgets(fw_in + fw_in_end, room > 4096u ? 4096 : (int)room, stdin) == NULL) {
		fw_in_eof = true;
	} else {
		fw_in_end += strlen(fw_in + fw_in_end);
	}
#endif
}

static bool fw_line(void)
{
	size_t seen = 0u;
	for (;;) {
		size_t have = fw_in_end - fw_in_start;
		const char *nl = NULL;
		if (have > seen) {
			nl = (const char *)memchr(fw_in + fw_in_start + seen, '\n', have - seen);
		}
		if (nl != NULL || (fw_in_eof && have > 0u)) {
			fw_at = fw_in + fw_in_start;
			fw_stop = nl != NULL ? nl : fw_at + have;
			fw_in_start = nl != NULL ? (size_t)(nl - fw_in) + 1u : fw_in_end;
			if (fw_stop > fw_at && fw_stop[-1] == '\r') {
				fw_stop--;
			}
			fw_field = 0u;
			return true;
		}
		if (fw_in_eof) {
			return false;
		}
		seen = have;
		fw_fill();
	}
}

/* Takes the next field; its length is 0 if there is none. */
static size_t fw_word(const char **start)
{
	if (fw_field > 0u && fw_at < fw_stop && *fw_at == ' ') {
		fw_at++;
	}
	fw_field++;
	*start = fw_at;
	while (fw_at < fw_stop && *fw_at != ' ') {
		fw_at++;
	}
	return (size_t)(fw_at - *start);
}

static bool fw_end(void)
{
	if (fw_at == fw_stop) {
		return true;
	}
	return fw_fail("not expected; the request has fewer fields", fw_field + 1u, "");
}

/* Reads an integer: its magnitude and sign. */
static bool fw_integer(uint64_t *magnitude, bool *negative)
{
	const char *s;
	size_t n = fw_word(&s);
	uint64_t v = 0u;
	size_t i = 0u;
	*negative = n > 1u && s[0] == '-';
	if (*negative) {
		i = 1u;
	}
	if (n == 0u) {
		return fw_fail("missing", fw_field, "");
	}
	for (; i < n; i++) {
		unsigned digit = (unsigned)((unsigned char)s[i]) - (unsigned)'0';
		if (digit > 9u) {
			return fw_fail("not a decimal integer", fw_field, "");
		}
		if (v > (UINT64_MAX - digit) / 10u) {
			return fw_fail("beyond 64 bits", fw_field, "");
		}
		v = 10u * v + digit;
	}
	*magnitude = v;
	return true;
}

static bool fw_get_unsigned(uint64_t max, const char *type, uint64_t *v)
{
	bool negative;
	if (!fw_integer(v, &negative)) {
		return false;
	}
	if ((negative && *v != 0u) || *v > max) {
		return fw_fail("outside the range of ", fw_field, type);
	}
	return true;
}

static bool fw_get_u32(uint32_t *v)
{
	uint64_t x = 0;
	if (!fw_get_unsigned(UINT32_MAX, "uint32", &x)) {
		return false;
	}
	*v = (uint32_t)x;
	return true;
}
