# The README's commands install what these targets need: .ci/demo, .ci/test and .ci/nightly.
GO ?= go
OUT ?= out
SAMPLE = docs/sample/incast.pcapng
GOFILES = $(shell git ls-files '*.go')
# The packages of the module, but for those of other files that lie in a checkout.
PACKAGES = $(sort $(addprefix ./,$(patsubst %/,%,$(dir $(shell git ls-files '*.go' | grep -v -e '^docs/examples/' -e testdata/)))))
# What the tests of a package may take. The longest take minutes; go test's own limit of ten is too near on a busy machine.
LIMIT ?= 1h

.PHONY: all build generate demo test check examples lint invariants instructions nightly live verbs findings vectors figures pgo bench clean

all: build

# Without the compiler's profile of cctrace (BUILD=-pgo=off) the first build takes a third less CPU.
BUILD ?=
build:
	$(GO) build $(BUILD) -o bin/ ./cmd/...

# What a new folder of an algorithm needs: the tables of the built-in ones and its vectors. And the tables of fixedpoint.
generate:
	$(GO) generate ./internal/algorithms ./fixedpoint
	$(GO) test ./testvectors -run TestCorpusIsCurrent -update

# The main job: header, vectors, verified port, replays, plots, in $(OUT)/.
demo: build
	bash .ci/demo-steps $(OUT) $(SAMPLE)

# What each change has to pass; nightly has the rest. Tests that need a tool which is not
# installed are skipped by name, and fail where CI is set, as .ci/test sets it.
# Vet has passed in check, so go test does not repeat it. Three packages at a time, one more than CI has cores: tests
# wait for compilers and fuzzers. So does what comes after them, two at a time. With GOGC=300 packages that compute in
# Go took a tenth to a fifth less CPU, and up to twice the memory: 600 MB for the largest of those measured.
test: check build
	GOGC=300 $(GO) test -p 3 -vet=off -timeout $(LIMIT) $(PACKAGES)
	$(MAKE) --no-print-directory --jobs=2 --output-sync $(AFTER) PAGES="docs/examples/aimd/README.md docs/network-or-nic.md"

# After the tests: the functions of fixedpoint that have changed over all their inputs, the ranges of the source, the
# port against every vector, some fuzzing, and the quick pages.
AFTER = tried proved fuzzed examples
.PHONY: $(AFTER)
tried:
	$(GO) run ./fixedpoint/exhaustive --tried fixedpoint/exhaustive/tried.txt
proved: build
	bin/ccgen ranges --no-cache
	bin/ccgen verify --compilers gcc,clang --sanitize
fuzzed: build
	bin/ccgen fuzz --time 5s --findings bin

# Without cctrace's profile, or go builds every package once more for it, the standard library too; without tables for
# debuggers, a fifth of the CPU of a build; and without paths, so that the tests that build a copy of the tree share it.
demo check test: export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS) -pgo=off -trimpath -gcflags=all=-dwarf=false -ldflags=-w)
check: lint
	@test -z "$$(gofmt -l $(GOFILES))" || { echo "gofmt would change:"; gofmt -l $(GOFILES); exit 1; }
	$(GO) vet $(PACKAGES)
	@set -e; for m in docs/examples/*/go.mod; do (cd $${m%/go.mod} && $(GO) vet ./...); done
	GOGC=300 $(GO) tool staticcheck $(PACKAGES)

# Every command that the pages show, and what it prints; UPDATE=--update writes that into the pages.
PAGES ?= docs/examples/*/README.md docs/network-or-nic.md
examples: build
	PATH="$(CURDIR)/bin:$$PATH" $(GO) run ./internal/dev/docrun $(UPDATE) $(PAGES)

# The firmware packages hold the firmware subset and nothing else.
lint:
	$(GO) run ./cmd/ccgen lint

# Each fixed-point function of one 32-bit argument over all its inputs.
exhaustive:
	$(GO) run ./fixedpoint/exhaustive

# The circuit of each such function over all its inputs, through verilator, against the port.
circuits:
	$(GO) run ./internal/dev/circuits

# The port on machines of other word sizes and byte orders, under qemu.
matrix: build
	bin/ccgen verify --matrix
	bin/ccgen verify --matrix ./codegen/check/conformance/testdata/divide

# Every algorithm in this machine's kernel, which takes root and clang.
bpf:
	CI=1 $(GO) test ./codegen/backend/bpf -run Kernel -long -timeout $(LIMIT)

# The NIC model's kernels as folders: planted faults by their golden vectors, and the port on other machines.
KERNELS = $(sort $(patsubst %/testdata/,%,$(dir $(wildcard nicmodel/systems/*/*/testdata/*.json))))
kernels: build
	$(foreach k,$(KERNELS),bin/ccgen mutate ./$k $k/testdata/*.json --least 100 > bin/mutants-$(notdir $k).txt &&) true
	$(foreach k,$(KERNELS),bin/ccgen verify --matrix ./$k $k/testdata/*.json &&) true

# The NIC model writes the same bytes on machines of another word size and byte order, and
# its threads share nothing that they should not.
GOLDEN = ./nicmodel/lab/scenario -run 'TestGolden|TestSamples'
machines:
	GOARCH=arm GOARM=7 $(GO) test -exec qemu-arm $(GOLDEN)
	GOARCH=arm64 $(GO) test -exec qemu-aarch64 $(GOLDEN)
	GOARCH=s390x $(GO) test -exec qemu-s390x $(GOLDEN)
	$(GO) test -race ./nicmodel/event ./nicmodel -run 'Run|Cuts|ClosedLoop'

# What may not change while the house is rebuilt, compared with a commit.
invariants:
	bash .ci/invariants $(BASE)

# How many instructions the samples take, beside a commit: its numbers at the start are in the script.
instructions:
	bash .ci/instructions $(BASE)

# What the tests take samples of, whole, and what takes a browser, other machines, longer fuzzing or Slurm: hours, one
# after the other. What fails does not keep the others from being run.
NIGHTLY = long ranges verify exhaustive circuits matrix bpf mutants kernels machines smoke fuzz fuzz-readers slurm examples
.PHONY: $(NIGHTLY) equivalence
nightly: build
	$(MAKE) --no-print-directory --keep-going --jobs=1 $(NIGHTLY)

# The tests of the packages that take samples.
LONG = $(shell git grep -l internal/dev/tier -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's,^,./,')
long: build
	$(GO) test -timeout 24h $(LONG) -long

# Packets through this machine's kernel, as root: what a live run says of itself, and that nothing of it stays. Part of long, too.
live: build
	$(GO) test ./internal/tool/live ./cmd/cctrace/command -run Live -v -long

# RDMA applications on virtual machines under an algorithm. Part of long, too.
verbs: build
	CI=1 $(GO) test ./internal/tool/verbs -run Machines -v -long -timeout $(LIMIT)

# Circuits of functions proved equal to their flat form, by yosys and z3. Part of long, too.
equivalence:
	$(GO) test ./codegen/check/equiv -long -v -timeout $(LIMIT)

# The ranges that the analysis finds against all values of small functions.
ranges:
	$(GO) test ./codegen/analysis/ranges -run TestExhaustive -every 1 -v -timeout $(LIMIT)

# Every vector on the port of four compilers, at each level and under sanitizers.
verify: build
	bin/ccgen verify --compilers gcc,clang,g++,clang++ --sanitize

# The paper's evaluation and the companions' in the setting smoke: that all of it runs.
smoke: build
	bin/cctrace reproduce --setting smoke --work $(OUT)/smoke -o $(OUT)/smoke.md

# No fault that can be planted is left that neither the vectors find nor the list of equivalent ones has; one of
# each kind and 20 more are found as C too: bin/mutants.txt.
mutants: build
	bin/ccgen mutate --least 100 > bin/mutants.txt
	@sed '/^as C/,$$d' bin/mutants.txt

# Go against C under sanitizers; TIME=8h for longer.
fuzz: TIME = 2m
fuzz: build
	bin/ccgen fuzz --time $(TIME) --findings bin --corpus bin/fuzz-corpus

# Whatever reads files that others wrote, fuzzed for TIME each.
READERS = ./internal/logs/capture/trace/... ./internal/base/packet/... ./internal/logs/firmwarelog ./internal/tool/explain ./internal/nicconf/... ./internal/reports/views ./testvectors/pipe \
	./dcqcn/profile ./nicmodel/lab/hpccfiles ./nicmodel/lab/scenario ./nicmodel/lab/sweep ./nicmodel/topology ./nicmodel/workload ./testvectors/...
fuzz-readers: TIME = 20s
fuzz-readers:
	bash .ci/fuzz $(TIME) $(READERS)

# A sweep through Slurm on this machine, as root: the same bytes as by the local pool.
slurm: build
	bash .ci/slurm

# What outside tools do that one would not guess, each seen again; after all of them, the names of those that have changed.
# Outside CI: they take packages of these versions from Debian, npm and Go's module proxy (findings/README.md).
findings:
	@changed=; for f in $(filter-out findings/lib.sh,$(wildcard findings/*.sh)); do \
		echo "$$f"; bash $$f || changed="$$changed $$f"; done; \
	test -z "$$changed" || { echo "changed:$$changed" >&2; exit 1; }

# Rewrites the corpus of test vectors, and all golden files.
vectors:
	$(GO) test ./testvectors -update

figures:
	$(GO) run ./cmd/cctrace figure all -o docs/figures

# The profile by which the compiler inlines what cctrace sim does most (docs/decisions.md).
PGO = $(OUT)/pgo
SIM = $(PGO)/cctrace sim docs/sample/hpcc320.toml -o -
SIM64 = $(PGO)/cctrace sim docs/sample/large/fattree1024.toml -o - --set topology.preset=fattree64
pgo:
	rm -rf $(PGO)
	mkdir -p $(PGO)
	$(GO) build -trimpath -o $(PGO)/cctrace ./cmd/cctrace
	for i in $$(seq 30); do $(SIM) --set run.seed=$$i --cpuprofile $(PGO)/a$$i.pprof || exit 1; done
	for i in $$(seq 4); do $(SIM64) --set run.seed=$$i --cpuprofile $(PGO)/b$$i.pprof || exit 1; done
	$(GO) tool pprof -proto $(PGO)/*.pprof > $(PGO)/all
	mv $(PGO)/all cmd/cctrace/default.pgo

bench:
	$(GO) test -run '^$$' -bench . $(PACKAGES)

clean:
	rm -rf bin $(OUT)
