// Package rust prints an algorithm as a crate in Rust: no_std, without unsafe code and without dependencies
// (docs/ports.md).
//
// The crate is to be read: a module is a package of the source, with its names in Rust's case, its comments and its
// order. Structs are repr(C) and have the layout of the C header. An operator is printed as it is where no argument
// makes it overflow, or where the source does not say that it is to wrap (//ccgen:wrap), which package
// codegen/analysis/ranges proves; elsewhere it is a wrapping method. So a build with overflow checks stops where a
// proof is wrong or a value is outside of its declared range, and one without has the bits of Go for any value.
package rust
