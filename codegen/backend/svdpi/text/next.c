
#ifdef __cplusplus
extern "C" {
#endif

void @ID@_dpi_next(const svBitVecVal *state, const svBitVecVal *now, svBitVecVal *timer);

void @ID@_dpi_next(const svBitVecVal *state, const svBitVecVal *now, svBitVecVal *timer)
{
	fw_read(state, @STATE@u, now, @NOW@u);
	fw_write(timer, @TIMER@u, fw_timer_widths);
	for (size_t i = 0u; i < sizeof fw_functions / sizeof fw_functions[0]; i++) {
		if (strcmp(fw_functions[i].name, "@NEXT@") == 0) {
			(void)fw_functions[i].call();
		}
	}
}

#ifdef __cplusplus
}
#endif
