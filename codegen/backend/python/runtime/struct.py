

class _Struct:
    """What structs have in common: values compare by their leaves."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.leaves() == other.leaves()

    __hash__ = None

    def __repr__(self) -> str:
        return type(self).__name__ + "(" + ", ".join(f"{n}={getattr(self, n)!r}" for n in self.__slots__) + ")"
