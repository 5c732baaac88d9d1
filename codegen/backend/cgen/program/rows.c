typedef struct fw_function {
	const char *name;
	bool (*call)(void);
} fw_function;

typedef struct fw_algorithm {
	const char *name;
	size_t size;
	bool (*open)(void *memory);
	bool (*load)(void *memory);
	void (*put)(const void *memory);
	bool (*step)(void *memory);
} fw_algorithm;
