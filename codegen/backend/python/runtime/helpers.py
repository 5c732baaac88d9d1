def _int8(x: int) -> int:
    """The int8 that the low 8 bits of x are."""
    return ((x + 0x80) & 0xFF) - 0x80


def _int16(x: int) -> int:
    """The int16 that the low 16 bits of x are."""
    return ((x + 0x8000) & 0xFFFF) - 0x8000


def _int32(x: int) -> int:
    """The int32 that the low 32 bits of x are."""
    return ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def _int64(x: int) -> int:
    """The int64 that the low 64 bits of x are."""
    return ((x + 0x8000000000000000) & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


def _quo(x: int, y: int) -> int:
    """x / y, rounded towards zero."""
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def _rem(x: int, y: int) -> int:
    """What x / y, rounded towards zero, leaves: it has the sign of x."""
    r = abs(x) % abs(y)
    return -r if x < 0 else r


def _trailing_zeros(x: int, bits: int) -> int:
    """How many of the lowest bits of x are 0; all of them for 0."""
    return (x & -x).bit_length() - 1 if x else bits


def _rotate_left(x: int, n: int, bits: int) -> int:
    """x with its bits rotated left by n."""
    return ((x << n) | (x >> (bits - n))) & ((1 << bits) - 1)


def _index(i: int, n: int) -> int:
    """i, which is to be an index of n elements."""
    if not 0 <= i < n:
        raise IndexError(f"index {i} out of range with length {n}")
    return i
