# parts.mk -- the parts of `make test`: a target each, and none needs another.
#
# `make test-PART` runs one, `make test-GROUP` all of a group; test/run runs those it
# is told, or all, beside each other and adds up.  What a part says is in
# build/test/PART.log (see test/part).  Parts do one thing at a time (COHORT_JOBS):
# make has several of them at once.

part = test/part
test_group = $(addprefix $1-,$2)

SIM_PARTS := $(patsubst test/sim/%.c,sim-%,$(sort $(wildcard test/sim/*.c)))
# test/unit has the folders of src: unit-ROOM-NAME, and unit-ROOM for all of a room.
UNIT_SOURCES := $(sort $(shell find test/unit -name '*.c'))
UNIT_PARTS := $(subst /,-,$(UNIT_SOURCES:test/%.c=%))
UNIT_ROOMS := $(subst /,-,$(patsubst test/%,%,$(sort $(shell find test/unit -mindepth 1 -type d))))
ROBUST_PARTS := $(call test_group,robust,members threads machines c programs mpi \
	limits kill resume hosts join live slurm build kills input)
AGREE_PARTS := $(call test_group,agree,machines threads problems programs twins)
C_PARTS := $(call test_group,c,agree verdicts differ judged lower twins library horn \
	regions harness)
THREADS_PARTS := $(call test_group,threads,1 2 3 models)
GOLDEN_PARTS := $(patsubst test/golden/%.case,golden-%,$(sort $(wildcard test/golden/*.case)))
FUZZ_PARTS := fuzz
BROWSER_PARTS := browser
DAP_PARTS := dap
FORMATS_PARTS := formats
PACKAGE_PARTS := package
LIBRARY_PARTS := library
TUTORIAL_PARTS := tutorial

# With address and undefined-behaviour checks: the units, but not those that start
# workers of the release binary; and searches that members share.
ASAN_PROGRAMS := $(patsubst test/%.c,%,$(shell grep -LE \
	'transport_(zmq|mpi)|worker_program|build/cohort' \
	test/sim/members.c test/sim/async.c $(UNIT_SOURCES)))
ASAN_PARTS := $(addprefix asan-,$(subst /,-,$(ASAN_PROGRAMS)))
# With the thread sanitizer: what has threads.
TSAN_PROGRAMS := team/transport/zmq store/store_threads explore/explore \
	explore/threads/schemes explore/threads/shard explore/guided/guided vm/machine_explore
TSAN_PARTS := $(call test_group,tsan,$(subst /,-,$(TSAN_PROGRAMS)))

# Units that do the same under the address sanitizer, and are run there alone unless they
# are asked for (test/run unit; the soak runs both).
SANITIZED := $(filter-out $(shell grep -l COHORT_INCLUSION $(UNIT_SOURCES)), \
	$(ASAN_PROGRAMS:%=test/%.c))
ONCE_PARTS := $(filter-out $(subst /,-,$(SANITIZED:test/%.c=%)),$(UNIT_PARTS))

# What takes long begins first, and what mostly waits beside what computes.
parts_with = asan-build tsan-build lint $(BROWSER_PARTS) \
	$(ROBUST_PARTS) $(C_PARTS) $(AGREE_PARTS) $(THREADS_PARTS) $(SIM_PARTS) \
	$(GOLDEN_PARTS) $(DAP_PARTS) $1 $(FUZZ_PARTS) $(FORMATS_PARTS) $(PACKAGE_PARTS) $(LIBRARY_PARTS) $(TUTORIAL_PARTS) $(ASAN_PARTS) $(TSAN_PARTS)
DEFAULT_PARTS := $(call parts_with,$(ONCE_PARTS))
ALL_PARTS := $(call parts_with,$(UNIT_PARTS))
GROUPS := sim unit robust agree c threads golden dap fuzz asan tsan

.PHONY: parts default-parts $(addprefix test-,$(ALL_PARTS) $(GROUPS) $(UNIT_ROOMS))
parts: # what there is, for test/run
	@echo $(ALL_PARTS)
default-parts: # what it runs if it is told nothing
	@echo $(DEFAULT_PARTS)

# What is tested: build/cohort, or with MODE=coverage that in build/coverage.
TESTED_COHORT := $(if $(filter release,$(MODE)),build/cohort,$(OUT)/cohort $(OUT)/cohort-llvm)
TESTED := $(TESTED_COHORT) tools helpers
ifeq ($(MODE),coverage)
$(addprefix test-,$(ALL_PARTS)): export COHORT = $(CURDIR)/$(OUT)/cohort
$(addprefix test-,$(ALL_PARTS)): export PART_LOGS = $(OUT)/log
endif
$(addprefix test-,$(ALL_PARTS)): export COHORT_JOBS = 1

# Percent of the rounds of random tests; the soak does all of them.
$(addprefix test-,$(SIM_PARTS) $(UNIT_PARTS)): export COHORT_TEST_EFFORT ?= 25
$(addprefix test-,$(ASAN_PARTS)): export COHORT_TEST_EFFORT ?= 25
$(addprefix test-,$(TSAN_PARTS)): export COHORT_TEST_EFFORT ?= 20

test-lint:
	@SHARE=80 $(part) lint bash -c 'for l in layers house format cppcheck tidy analyse; do scripts/lint $$l && echo ok $$l || echo not ok $$l; done'

test-sim: $(SIM_PARTS:%=test-%)
$(SIM_PARTS:%=test-%): test-sim-%: $(OUT)/test/sim/%
	@$(part) sim-$* $<

test-unit: $(UNIT_PARTS:%=test-%)
define unit_part # unit/ROOM/NAME
test-$(subst /,-,$1): $(OUT)/test/$1 $(TESTED_COHORT)
	@$(part) $(subst /,-,$1) $$<
endef
$(foreach u,$(UNIT_SOURCES:test/%.c=%),$(eval $(call unit_part,$u)))
$(foreach r,$(UNIT_ROOMS),$(eval test-$r: $(addprefix test-,$(filter $r-%,$(UNIT_PARTS)))))

test-robust: $(ROBUST_PARTS:%=test-%)
$(ROBUST_PARTS:%=test-%): test-robust-%: $(TESTED)
	@$(part) robust-$* test/robust/run $*

test-agree: $(AGREE_PARTS:%=test-%)
$(AGREE_PARTS:%=test-%): test-agree-%: $(TESTED)
	@$(part) agree-$* test/agree/run $*

test-c: $(C_PARTS:%=test-%)
$(C_PARTS:%=test-%): test-c-%: $(TESTED)
	@$(part) c-$* test/c/run $*

test-threads: $(THREADS_PARTS:%=test-%)
$(THREADS_PARTS:%=test-%): test-threads-%: $(TESTED)
	@$(part) threads-$* test/threads/run $(if $(filter models,$*),$*,$*/3 \
		verdicts replay output native reduce)

test-golden: $(GOLDEN_PARTS:%=test-%)
$(GOLDEN_PARTS:%=test-%): test-golden-%: $(TESTED_COHORT)
	@$(part) golden-$* test/golden/run $*.case

# The HTML report, in a browser.
test-browser: $(TESTED_COHORT)
	@$(part) browser test/browser/run

# A debugger's client, and the extension of an editor.
test-dap: $(TESTED_COHORT)
	@$(part) dap test/dap/run

# JSON, SARIF, JUnit, witnesses; what continuous integration and benchmarks use.
test-formats: $(TESTED)
	@$(part) formats test/formats/run

# cohort as a library, for C and Python.
test-library: $(TESTED_COHORT)
	@$(part) library test/library/run

# The examples of README.md, CONTRIBUTING.md and doc print what they say.
test-tutorial: $(TESTED_COHORT)
	@$(part) tutorial test/tutorial/run

# What make deb, dist and install give.
test-package: $(TESTED_COHORT)
	@$(part) package test/package/run

test-fuzz: $(TESTED)
	@$(part) fuzz sh -c 'test/fuzz/run 20 && echo ok fuzz'

test-asan: $(ASAN_PARTS:%=test-%)
$(ASAN_PARTS:%=test-%): export COHORT_INCLUSION = 12,100
$(TSAN_PARTS:%=test-%): export TSAN_OPTIONS = suppressions=test/tsan.supp
# No compiler hangs, but other work may be beside it.
test-asan-build test-tsan-build: export PART_SECONDS = 3600
test-asan-build:
	@$(part) asan-build $(MAKE) --no-print-directory -k MODE=asan \
		asan-programs
test-tsan-build:
	@$(part) tsan-build $(MAKE) --no-print-directory -k MODE=tsan \
		tsan-programs
asan-programs: $(ASAN_PROGRAMS:%=build/asan/test/%)
	@echo ok built
tsan-programs: $(TSAN_PROGRAMS:%=build/tsan/test/threaded/%)
	@echo ok built
define asan_part # unit/ROOM/NAME or sim/NAME
test-asan-$(subst /,-,$1): test-asan-build
	@$(part) asan-$(subst /,-,$1) build/asan/test/$1
endef
$(foreach p,$(ASAN_PROGRAMS),$(eval $(call asan_part,$p)))

test-tsan: $(TSAN_PARTS:%=test-%)
define tsan_part # ROOM/NAME
test-tsan-$(subst /,-,$1): test-tsan-build
	@$(part) tsan-$(subst /,-,$1) build/tsan/test/threaded/$1
endef
$(foreach p,$(TSAN_PROGRAMS),$(eval $(call tsan_part,$p)))
