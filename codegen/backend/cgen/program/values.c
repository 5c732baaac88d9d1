/* ---- put_unsigned ---- */
static void fw_put_unsigned(uint64_t v)
{
	fw_char(' ');
	fw_number(v);
}

/* ---- put_signed ---- */
static void fw_put_signed(int64_t v)
{
	fw_char(' ');
	if (v < 0) {
		fw_char('-');
		fw_number((uint64_t)0 - (uint64_t)v);
	} else {
		fw_number((uint64_t)v);
	}
}

/* ---- get_signed ---- */
static bool fw_get_signed(uint64_t max, const char *type, int64_t *v)
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
