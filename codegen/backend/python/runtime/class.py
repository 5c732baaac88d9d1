

class <%.Name%>(_Struct):
<%.Doc%>
<%.Slots%>    LEAVES = (
<%range .Layout%>        ("<%.Name%>", "<%.Kind%>"),
<%end%>    )

<%.Init%><%range .Fields%><%.Doc%>        self.<%.Name%> = <%.Begin%>
<%else%>        pass
<%end%>
    def copy(self) -> <%.Name%>:
<%.Copy%>
    def assign(self, other: <%.Name%>) -> None:
<%range .Fields%>        self.<%.Name%> = <%.Assign%>
<%else%>        pass
<%end%>
    def leaves(self) -> list[int]:
<%.Leaves%>
    @classmethod
    def from_leaves(cls, v) -> <%.Name%>:
        v = iter(v)
<%.Read%><%if .Hidden%>

_<%.Name%> = <%.Name%>
<%end%>