//! <%.Name%>: congestion control for NIC firmware in Rust, compiled from Go.
<%template "head.rs" .%>//!
//! Sources, SHA-256:
<%range .Sources%>//!   <%.SHA256%>  <%.Name%>
<%end%>
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// The forms of the source are kept, of instances of generics too.
#![allow(dead_code, unused_assignments, unused_comparisons, unused_variables)]
#![allow(clippy::absurd_extreme_comparisons, clippy::complexity, clippy::eq_op, clippy::style)]

const _: u32 = usize::BITS - 32; // an index of 32 bits keeps its value

<%range .Modules%>pub mod <%.%>;
<%end%>