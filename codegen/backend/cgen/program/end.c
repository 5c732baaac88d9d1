/* ---- connections: a hash table of their numbers ---- */

typedef struct fw_connection {
	uint32_t id;
	const fw_algorithm *algorithm; /* NULL if the place is free */
	void *memory;
} fw_connection;

static fw_connection *fw_table;
static size_t fw_table_cap; /* a power of two */
static size_t fw_table_used;

static size_t fw_slot(uint32_t id)
{
	size_t i = (id * 2654435761u) & (fw_table_cap - 1u);
	while (fw_table[i].algorithm != NULL && fw_table[i].id != id) {
		i = (i + 1u) & (fw_table_cap - 1u);
	}
	return i;
}

static void fw_grow(void)
{
	fw_connection *old = fw_table;
	size_t old_cap = fw_table_cap;
	fw_table_cap = old_cap == 0u ? 1024u : 2u * old_cap;
	fw_table = (fw_connection *)fw_alloc(NULL, fw_table_cap * sizeof(fw_connection));
	for (size_t i = 0u; i < fw_table_cap; i++) {
		fw_table[i].algorithm = NULL;
	}
	for (size_t i = 0u; i < old_cap; i++) {
		if (old[i].algorithm != NULL) {
			fw_table[fw_slot(old[i].id)] = old[i];
		}
	}
	free(old);
}

/* Takes a connection out, and moves up those that had to stand behind it. */
static void fw_remove(size_t i)
{
	free(fw_table[i].memory);
	fw_table[i].algorithm = NULL;
	fw_table_used--;
	for (size_t j = (i + 1u) & (fw_table_cap - 1u); fw_table[j].algorithm != NULL; j = (j + 1u) & (fw_table_cap - 1u)) {
		fw_connection c = fw_table[j];
		fw_table[j].algorithm = NULL;
		fw_table[fw_slot(c.id)] = c;
	}
}

static bool fw_get_connection(fw_connection *c, size_t *slot)
{
	uint32_t id;
	*slot = 0u;
	if (!fw_get_u32(&id)) {
		return false;
	}
	if (fw_table_cap > 0u) {
		*slot = fw_slot(id);
		*c = fw_table[*slot];
		if (c->algorithm != NULL) {
			return true;
		}
	}
	return fw_fail("no connection of this number is open", fw_field, "");
}

/* ---- requests ---- */

static bool fw_is(const char *s, size_t n, const char *name)
{
	return strlen(name) == n && memcmp(s, name, n) == 0;
}

static bool fw_request_hello(void)
{
	uint32_t version;
	if (!fw_get_u32(&version) || !fw_end()) {
		return false;
	}
	if (version != 1u) {
		return fw_refuse("unsupported protocol version; this program speaks 1", "", 0u);
	}
	fw_text("hello 1 " FW_NAME);
	return true;
}

static bool fw_request_call(void)
{
	static size_t last; /* requests for one function come in rows */
	const size_t count = sizeof fw_functions / sizeof fw_functions[0];
	const char *s;
	size_t n = fw_word(&s);
	for (size_t i = 0u; i < count; i++) {
		size_t j = last + i < count ? last + i : last + i - count;
		if (fw_is(s, n, fw_functions[j].name)) {
			last = j;
			return fw_functions[j].call();
		}
	}
	return fw_refuse("unknown function ", s, n);
}

static bool fw_request_open(void)
{
	const size_t count = sizeof fw_algorithms / sizeof fw_algorithms[0];
	uint32_t id;
	const char *s;
	size_t n;
	if (!fw_get_u32(&id)) {
		return false;
	}
	n = fw_word(&s);
	for (size_t i = 0u; i < count; i++) {
		const fw_algorithm *a = &fw_algorithms[i];
		void *memory;
		size_t slot;
		if (a->open == NULL || !fw_is(s, n, a->name)) { /* NULL: there is no algorithm */
			continue;
		}
		memory = fw_alloc(NULL, a->size);
		memset(memory, 0xA5, a->size); /* the init function sets the whole state */
		if (!a->open(memory)) {
			free(memory);
			return false;
		}
		if (2u * fw_table_used >= fw_table_cap) {
			fw_grow();
		}
		slot = fw_slot(id);
		if (fw_table[slot].algorithm != NULL) {
			free(fw_table[slot].memory);
		} else {
			fw_table_used++;
		}
		fw_table[slot].id = id;
		fw_table[slot].algorithm = a;
		fw_table[slot].memory = memory;
		fw_ok();
		a->put(memory);
		return true;
	}
	return fw_refuse("unknown algorithm ", s, n);
}

static bool fw_request_load(void)
{
	fw_connection c;
	size_t slot;
	if (!fw_get_connection(&c, &slot) || !c.algorithm->load(c.memory)) {
		return false;
	}
	fw_ok();
	return true;
}

static bool fw_request_state(void)
{
	fw_connection c;
	size_t slot;
	if (!fw_get_connection(&c, &slot) || !fw_end()) {
		return false;
	}
	fw_ok();
	c.algorithm->put(c.memory);
	return true;
}

static bool fw_request_step(void)
{
	fw_connection c;
	size_t slot;
	if (!fw_get_connection(&c, &slot) || !c.algorithm->step(c.memory)) {
		return false;
	}
	c.algorithm->put(c.memory);
	return true;
}

static bool fw_request_close(void)
{
	fw_connection c;
	size_t slot;
	if (!fw_get_connection(&c, &slot) || !fw_end()) {
		return false;
	}
	fw_remove(slot);
	fw_ok();
	return true;
}

static bool fw_quit;

static bool fw_request_quit(void)
{
	if (!fw_end()) {
		return false;
	}
	fw_quit = true;
	fw_ok();
	return true;
}

static const fw_function fw_requests[] = {
	{"step", fw_request_step}, {"call", fw_request_call}, {"open", fw_request_open}, {"load", fw_request_load},
	{"state", fw_request_state}, {"close", fw_request_close}, {"hello", fw_request_hello}, {"quit", fw_request_quit},
};

static bool fw_request(void)
{
	const char *s;
	size_t n = fw_word(&s);
	for (size_t i = 0u; i < sizeof fw_requests / sizeof fw_requests[0]; i++) {
		if (fw_is(s, n, fw_requests[i].name)) {
			return fw_requests[i].call();
		}
	}
	return fw_refuse("unknown request ", s, n);
}

/* A request whose index is out of range comes back here. */
static bool fw_guarded(void)
{
	if (setjmp(fw_jump) != 0) {
		return fw_refuse("index out of range in the firmware code", "", 0u);
	}
	return fw_request();
}

int main(void)
{
	while (!fw_quit && fw_line()) {
		if (!fw_guarded()) {
			fw_text("error ");
			fw_text(fw_message);
		}
		fw_char('\n');
	}
	fw_flush();
	return 0;
}
