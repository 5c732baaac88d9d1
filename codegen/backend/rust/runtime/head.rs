//!
//! Generated; do not edit.
//!
//! Command:
//!   <%.Command%>
