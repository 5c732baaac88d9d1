package cgen

import "smartnic-cc/codegen/ir"

// Harness prints what Program prints between its own two halves: for each selected
// function and algorithm the code that gets its arguments one integer after the other,
// calls it and puts its results, and the tables fw_functions and fw_algorithms of them.
// before stands in front of it and after behind it; in all three @HEADER@ and @PREFIX@
// become the header's name and the prefix of its macros.
//
// before includes the header and defines:
//
//	bool fw_get_unsigned(uint64_t max, const char *type, uint64_t *v)  max is 2^n - 1, 1 for a bool
//	bool fw_get_signed(uint64_t max, const char *type, int64_t *v)
//	bool fw_get_u32(uint32_t *v)
//	bool fw_end(void)              false: the request had something behind its arguments
//	void fw_ok(void)               called before results are put
//	void fw_put_unsigned(uint64_t v)
//	void fw_put_signed(int64_t v)
//
// The rows of the tables are a fw_function {name; bool (*call)(void)} and a fw_algorithm
// {name; size_t size; bool (*open)(void *), (*load)(void *); void (*put)(const void *);
// bool (*step)(void *)}, defined behind before.
//
// A getter that returns false ends the call before anything is run. The errors are those
// of Generate.
func Harness(p *ir.Program, opt Options, before, after string) ([]byte, error) {
	w, err := newProgWriter(p, opt)
	if err != nil {
		return nil, err
	}
	for _, s := range sections(progValues) {
		w.done[s.name] = true // before has its own
	}
	w.callers()
	return []byte(w.names(before + "\n" + progRows + "\n" + w.code.String() + after)), nil
}
