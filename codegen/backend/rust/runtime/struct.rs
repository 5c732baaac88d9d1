#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct <%.Name%> {
<%range .Type.Fields%><%$.At.FieldDoc .%>    pub <%index $.At.Names .%>: <%$.At.TypeName .Type%>,
<%end%>}

<%if eq .Type.Align 8%>#[cfg(not(target_arch = "x86"))]
<%end%>const _: () = assert!(core::mem::size_of::<<%.Name%>>() == <%.Type.Size%> && core::mem::align_of::<<%.Name%>>() == <%.Type.Align%>);

impl <%.Name%> {
    /// All zero.
    pub const ZERO: Self = Self {
<%range .Type.Fields%>        <%index $.At.Names .%>: <%($.At.Zero .Type).S%>,
<%end%>    };
}

impl Default for <%.Name%> {
    fn default() -> Self {
        Self::ZERO
    }
}
