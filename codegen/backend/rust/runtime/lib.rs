
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// The forms of the source are kept, where Rust's would be others.
#![allow(unused_assignments, unused_comparisons)]
#![allow(
    clippy::absurd_extreme_comparisons,
    clippy::unknown_clippy_lints
)]

const _: () = assert!(usize::BITS >= 32); // an index of 32 bits keeps its value

@MODULES@
