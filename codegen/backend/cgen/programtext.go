package cgen

import _ "embed" // the parts of the firmware program that do not depend on the firmware

// The firmware program, in C with the prefixes fw_ and FW_: before what depends on the
// selection (progStart), the types of the tables of what was selected (progRows), and after
// it the connections and the requests (progEnd).
var (
	//go:embed program/start.c
	progStart string
	//go:embed program/rows.c
	progRows string
	//go:embed program/end.c
	progEnd string
)

// progPutUnsigned, progPutSigned and progGetSigned are printed where a program
// has values of such types.
const progPutUnsigned = `static void fw_put_unsigned(uint64_t v)
{
	fw_char(' ');
	fw_number(v);
}

`

const progPutSigned = `static void fw_put_signed(int64_t v)
{
	fw_char(' ');
	if (v < 0) {
		fw_char('-');
		fw_number((uint64_t)0 - (uint64_t)v);
	} else {
		fw_number((uint64_t)v);
	}
}

`

const progGetSigned = `static bool fw_get_signed(uint64_t max, const char *type, int64_t *v)
{
	uint64_t m;
	bool negative;
	if (!fw_integer(&m, &negative)) {
		return false;
	}
	if (m > max + (negative ? 1u : 0u)) {
		return fw_fail("outside the range of ", fw_field, type);
	}
	if (negative) {
		*v = m == 0u ? 0 : -(int64_t)(m - 1u) - 1;
	} else {
		*v = (int64_t)m;
	}
	return true;
}

`
