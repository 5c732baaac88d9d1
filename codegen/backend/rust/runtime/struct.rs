#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct <%.Name%> {
<%range .Fields%><%.Doc%>    pub <%.Name%>: <%.Type%>,
<%end%>}

<%if eq .Align 8%>#[cfg(not(target_arch = "x86"))]
<%end%>const _: () = assert!(core::mem::size_of::<<%.Name%>>() == <%.Size%> && core::mem::align_of::<<%.Name%>>() == <%.Align%>);

impl <%.Name%> {
    /// All zero.
    pub const ZERO: Self = Self {
<%range .Fields%>        <%.Name%>: <%.Zero%>,
<%end%>    };
}

impl Default for <%.Name%> {
    fn default() -> Self {
        Self::ZERO
    }
}
