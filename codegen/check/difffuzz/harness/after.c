/* ---- targets, by the number in an input's first byte ---- */

static const char *const fw_names[] = {
@TARGETS@};

#define FW_TARGETS (sizeof fw_names / sizeof fw_names[0])

static const fw_function *fw_function_of[FW_TARGETS];
static const fw_algorithm *fw_algorithm_of[FW_TARGETS];

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- records to the tool: size, steps, digest, the input ----

   Not looked at for coverage: how full buffer and pipe are, and where memory is, say
   nothing about an input, and would make one run unlike the next. */

#define FW_UNSEEN __attribute__((no_sanitize("coverage"))) static

static uint8_t fw_out[1 << 16];
static size_t fw_out_len;
static unsigned fw_waiting;

FW_UNSEEN void fw_flush(void)
{
	size_t done = 0u;
	while (done < fw_out_len) {
		ssize_t n = write(3, fw_out + done, fw_out_len - done);
		if (n <= 0) {
			_exit(0); /* the tool has seen enough */
		}
		done += (size_t)n;
	}
	fw_out_len = 0u;
	fw_waiting = 0u;
}

FW_UNSEEN void fw_number(uint64_t v, size_t n)
{
	for (size_t i = 0u; i < n; i++) {
		fw_out[fw_out_len] = (uint8_t)(v >> (8u * i));
		fw_out_len++;
	}
}

static uint32_t fw_steps;

FW_UNSEEN void fw_record(const uint8_t *data, size_t size)
{
	if (size + 16u > sizeof fw_out) {
		return;
	}
	if (size + 16u > sizeof fw_out - fw_out_len) {
		fw_flush();
	}
	fw_number(size, 4u);
	fw_number(fw_steps, 4u);
	fw_number(fw_digest, 8u);
	memcpy(fw_out + fw_out_len, data, size);
	fw_out_len += size;
	fw_waiting++;
	if (fw_waiting >= 128u) {
		fw_flush(); /* little is lost when a sanitizer ends the process */
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	for (size_t i = 0u; i < FW_TARGETS; i++) {
		for (size_t j = 0u; j < sizeof fw_functions / sizeof fw_functions[0]; j++) {
			if (strcmp(fw_names[i], fw_functions[j].name) == 0) {
				fw_function_of[i] = &fw_functions[j];
			}
		}
		for (size_t j = 0u; j < sizeof fw_algorithms / sizeof fw_algorithms[0]; j++) {
			if (strcmp(fw_names[i], fw_algorithms[j].name) == 0) {
				fw_algorithm_of[i] = &fw_algorithms[j];
			}
		}
		if (fw_function_of[i] == NULL && fw_algorithm_of[i] == NULL) {
			fprintf(stderr, "the port has no %s\n", fw_names[i]);
			exit(2);
		}
	}
	atexit(fw_flush);
	return 0;
}

/* ---- one input ---- */

/* A block of its own, so that the address sanitizer sees what goes beyond. */
static void *fw_memory;

FW_UNSEEN void fw_algorithm_input(const fw_algorithm *a, bool load)
{
	fw_memory = malloc(a->size);
	if (fw_memory == NULL) {
		abort();
	}
	memset(fw_memory, 0, a->size);
	if (!a->open(fw_memory)) {
		return;
	}
	a->put(fw_memory);
	if (load) {
		if (!a->load(fw_memory)) {
			return;
		}
		a->put(fw_memory);
	}
	while (a->step(fw_memory)) {
		a->put(fw_memory);
		fw_steps++;
	}
}

static void fw_input(const uint8_t *data, size_t size)
{
	const size_t i = data[0] % FW_TARGETS;
	if (setjmp(fw_jump) != 0) {
		fw_fold(UINT64_C(0x7472617021)); /* an index out of range ends the input */
		return;
	}
	if (fw_function_of[i] != NULL) {
		fw_at = data + 1;
		fw_stop = data + size;
		while (fw_function_of[i]->call()) {
			fw_steps++;
		}
		return;
	}
	fw_at = data + 2;
	fw_stop = data + size;
	fw_algorithm_input(fw_algorithm_of[i], (data[1] & 1u) != 0u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2u) {
		return 0;
	}
	fw_digest = 1u;
	fw_steps = 0u;
	fw_fold(data[0] % FW_TARGETS);
	fw_input(data, size);
	free(fw_memory);
	fw_memory = NULL;
	fw_record(data, size);
	return 0;
}
