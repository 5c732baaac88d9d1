class @CLASS@:
    """A connection that runs @NAME@: its parameters, which steps do not change, and its state."""

    __slots__ = ("params", "state")

    def __init__(self, params: @PARAMS@, state: @STATE@ | None = None) -> None:
        """Begins a connection. What the state holds before plays no part."""
        self.params = params
        self.state = @STATE@() if state is None else state
        @INIT@(self.params, self.state)

    def step(self, event: @EVENT@) -> @OUTPUT@:
        """Feeds one event."""
        return @STEP@(self.params, self.state, event)
    # next
    def next(self, now: @NOW@) -> @TIMER@:
        """Returns the timer that ends first, seen from now."""
        return @NEXT@(self.state, now)
