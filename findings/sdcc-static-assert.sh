#!/usr/bin/env bash
# A _Static_assert that fails is a warning in sdcc, and the object is written.
#
# Tool: Debian sdcc 4.2.0+dfsg-1, --std-c11, for mcs51, z80 and stm8.
# Input: an assertion that int has 32 bits, where it has 16, written as _Static_assert and as the array of -1 elements of C99.
# Expected: an error of both, and no object.
# Seen: the array is an error. _Static_assert gives "warning 215: static assertion failed", exit status 0 and an object, on all three.
# C11 asks for a diagnostic only, and this is one. With --Werror it is an error.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian sdcc=4.2.0+dfsg-1 sdcc-libraries=4.2.0+dfsg-1
export PATH=$PWD/root/usr/bin:$PATH
cat >assert.c <<'END_C'
_Static_assert(sizeof(int) == 4, "int_has_32_bits");
int two(void) { return 2; }
END_C
cat >array.c <<'END_C'
typedef char int_has_32_bits[sizeof(int) == 4 ? 1 : -1];
int two(void) { return 2; }
END_C

# compiled CORE SOURCE OPTION... prints the exit status, the object and the number of the diagnostic.
compiled() {
	local core=$1 source=$2 status=0
	shift 2
	rm -f ./*.rel
	sdcc "-m$core" --std-c11 "$@" -c "$source.c" >log 2>&1 || status=$?
	echo "$status" "$(ls ./*.rel 2>/dev/null)" "$(grep -oE '(warning|error) [0-9]+' log)"
}

for core in mcs51 z80 stm8; do
	same "$core, _Static_assert" "$(compiled $core assert)" "0 ./assert.rel warning 215"
	same "$core, _Static_assert and --Werror" "$(compiled $core assert --Werror)" "1  error 215"
	same "$core, an array" "$(compiled $core array)" "1  error 195"
done
