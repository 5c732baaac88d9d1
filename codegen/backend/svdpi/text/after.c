#ifdef __cplusplus
extern "C" {
#endif

void @ID@_dpi_init(const svBitVecVal *params, svBitVecVal *state);
void @ID@_dpi_step(const svBitVecVal *params, const svBitVecVal *before, const svBitVecVal *event, svBitVecVal *state, svBitVecVal *out);

/* A connection: nobody but these functions knows what it holds. */
static fw_@ID@ fw_memory;

void @ID@_dpi_init(const svBitVecVal *params, svBitVecVal *state)
{
	(void)fw_functions; /* of no use where there are no timers */
	memset(&fw_memory, 0xA5, sizeof fw_memory);
	fw_read(params, @PARAMS@u, NULL, 0u);
	(void)fw_algorithms[0].open(&fw_memory);
	fw_write(state, @STATE@u, fw_state_widths);
	fw_algorithms[0].put(&fw_memory);
}

void @ID@_dpi_step(const svBitVecVal *params, const svBitVecVal *before, const svBitVecVal *event, svBitVecVal *state, svBitVecVal *out)
{
	fw_read(params, @PARAMS@u, NULL, 0u);
	(void)fw_algorithms[0].open(&fw_memory);
	fw_read(before, @STATE@u, NULL, 0u);
	(void)fw_algorithms[0].load(&fw_memory);
	fw_read(event, @EVENT@u, NULL, 0u);
	fw_write(out, @OUTPUT@u, fw_output_widths);
	(void)fw_algorithms[0].step(&fw_memory);
	fw_write(state, @STATE@u, fw_state_widths);
	fw_algorithms[0].put(&fw_memory);
}

#ifdef __cplusplus
}
#endif
