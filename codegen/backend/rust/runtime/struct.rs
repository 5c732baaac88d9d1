#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct @STRUCT@ {
@FIELDS@
}

@ONLY@
const _: () = assert!(core::mem::size_of::<@STRUCT@>() == @SIZE@ && core::mem::align_of::<@STRUCT@>() == @ALIGN@);

impl @STRUCT@ {
    /// All zero.
    pub const ZERO: Self = Self {
@ZEROS@
    };
}

impl Default for @STRUCT@ {
    fn default() -> Self {
        Self::ZERO
    }
}
