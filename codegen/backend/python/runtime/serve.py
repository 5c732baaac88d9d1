_BOUNDS = {"bool": (0, 1)}
for _bits in (8, 16, 32, 64):
    _BOUNDS[f"uint{_bits}"] = (0, (1 << _bits) - 1)
    _BOUNDS[f"int{_bits}"] = (-(1 << (_bits - 1)), (1 << (_bits - 1)) - 1)
_NUMBERS = re.compile(r"(-?[0-9]+( -?[0-9]+)*)?")
_MAX_LINE = 65536


def _values(words: str, layout, what: str):
    """The integers of a request, which have to fit their types, as an iterator."""
    if not _NUMBERS.fullmatch(words):
        raise ValueError(f"{what}: want decimal integers with one space between them")
    v = [int(w) for w in words.split()]
    if len(v) != len(layout):
        raise ValueError(f"{len(v)} {what}; want {len(layout)}")
    for x, (name, kind) in zip(v, layout):
        lo, hi = _BOUNDS[kind]
        if not lo <= x <= hi:
            raise ValueError(f"{what}: {name} is {x}; want a decimal {kind}")
    return iter(v)


def _row(leaves: list[int]) -> str:
    return " ".join(["ok", *map(str, leaves)])


def _unset(layout):
    """Values of memory that nobody has set: all bytes are 0xA5, and a bool is true."""
    out = []
    for _, kind in layout:
        lo, hi = _BOUNDS[kind]
        v = 0xA5A5A5A5A5A5A5A5 % (hi - lo + 1)
        out.append(1 if kind == "bool" else v if v <= hi else v - (hi - lo + 1))
    return iter(out)


def _request(line: str, connections: dict) -> str:
    """The reply to one request."""
    word, _, rest = line.partition(" ")
    if word == "step":
        number, _, rest = rest.partition(" ")
        c, (_, _, _, event, output) = connections[number]
<%if .Faults%>        before = c.state.copy()
        try:
            out = c.step(event.from_leaves(_values(rest, event.LEAVES, "event fields")))
        except IndexError:
            c.state = before
            raise
<%else%>        out = c.step(event.from_leaves(_values(rest, event.LEAVES, "event fields")))
<%end%>        return _row(output(out) + c.state.leaves())
    if word == "call":
        name, _, rest = rest.partition(" ")
        if name not in _FUNCTIONS:
            raise ValueError(f"unknown function {name:.40}")
        layout, call, results = _FUNCTIONS[name]
        return _row(results(call(_values(rest, layout, "arguments"))))
    if word == "hello":
        if rest != "1":
            raise ValueError("unsupported protocol version; this program speaks 1")
        return "hello 1 <%.Name%> in Python"
    if word == "open":
        number, _, rest = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,10}", number) or int(number) > 0xFFFFFFFF:
            raise ValueError(f"connection {number:.40} is no number in 0..4294967295")
        name, _, rest = rest.partition(" ")
        if name not in _ALGORITHMS:
            raise ValueError(f"unknown algorithm {name:.40}")
        algorithm = _ALGORITHMS[name]
        connection, params, state = algorithm[:3]
        p = params.from_leaves(_values(rest, params.LEAVES, "parameters"))
        c = connection(p, state.from_leaves(_unset(state.LEAVES)))
        connections[number] = c, algorithm
        return _row(c.state.leaves())
    if word in ("load", "state", "close"):
        number, space, rest = rest.partition(" ")
        c, (_, _, state, _, _) = connections[number]
        if word == "load":
            c.state = state.from_leaves(_values(rest, state.LEAVES, "state fields"))
            return "ok"
        if space:
            raise ValueError(f"{word} takes a connection and nothing else")
        if word == "state":
            return _row(c.state.leaves())
        del connections[number]
        return "ok"
    raise ValueError(f"unknown request {word:.40}; one of hello, call, open, load, state, step, close, quit")


def _answer(line: str, connections: dict) -> str:
    """The reply to a line, whatever it is."""
    try:
        return _request(line, connections)
    except KeyError as e:
        return f"error unknown connection {e.args[0]:.40}; open it first"
    except IndexError as e:
        return f"error index out of range: {e}"
    except ValueError as e:
        return f"error {e}"


def _serve() -> None:
    """Answers requests until quit or the end of the input."""
    connections: dict = {}
    rest = b""
    chunk = b"\n"
    quits = False
    while chunk and not quits:
        chunk = os.read(0, 1 << 16)
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop() if chunk else b""  # a last line may lack its end
        replies = []
        for raw in lines if chunk or lines != [b""] else []:
            if len(raw) >= _MAX_LINE:
                replies.append(f"error a line of more than {_MAX_LINE} characters\n")
                continue
            line = raw.removesuffix(b"\r").decode("ascii", "replace")
            if quits := line == "quit":
                replies.append("ok\n")
                break
            replies.append(_answer(line, connections) + "\n")
        out = "".join(replies).encode("ascii", "replace")
        while out:
            out = out[os.write(1, out):]


if __name__ == "__main__":
    try:
        _serve()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)
