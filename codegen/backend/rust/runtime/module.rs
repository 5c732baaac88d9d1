<%.About%><%template "head.rs" .Crate%><%range .Uses%>
use crate::<%.%>;<%end%><%if .Uses%>
<%end%><%.Text%>