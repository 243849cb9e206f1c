# parts.mk -- the parts of `make test`: a target each, and none needs another.
#
# `make test-PART` runs one, `make test-GROUP` all of a group; test/run runs those it
# is told, or all, beside each other and adds up.  What a part says is in
# build/test/PART.log (see test/part).  Parts do one thing at a time (COHORT_JOBS):
# make has several of them at once.

part = test/part
test_group = $(addprefix $1-,$2)

SIM_PARTS := $(patsubst test/sim/%.c,sim-%,$(sort $(wildcard test/sim/*.c)))
UNIT_PARTS := $(patsubst test/unit/%.c,unit-%,$(sort $(wildcard test/unit/*.c)))
ROBUST_PARTS := $(call test_group,robust,members threads machines c programs mpi \
	limits kill resume hosts build kills input)
AGREE_PARTS := $(call test_group,agree,machines threads problems programs twins)
C_PARTS := $(call test_group,c,agree verdicts differ judged lower twins library horn \
	regions harness)
THREADS_PARTS := $(call test_group,threads,1 2 3 models)
GOLDEN_PARTS := $(patsubst test/golden/%.case,golden-%,$(sort $(wildcard test/golden/*.case)))
FUZZ_PARTS := fuzz

# With address and undefined-behaviour checks: the units, but not those that start
# workers of the release binary; and searches that members share.
ASAN_PROGRAMS := $(patsubst test/%.c,%,$(shell grep -LE \
	'transport_(zmq|mpi)|worker_program|build/cohort' \
	test/sim/members.c test/sim/async.c test/unit/*.c))
ASAN_PARTS := $(addprefix asan-,$(subst /,-,$(ASAN_PROGRAMS)))
# With the thread sanitizer: what has threads.
TSAN_PROGRAMS := zmq store_threads explore schemes shard directed vm_explore
TSAN_PARTS := $(call test_group,tsan,$(TSAN_PROGRAMS))

# What takes long begins first, and what mostly waits beside what computes.
PARTS := asan-build tsan-build lint \
	$(ROBUST_PARTS) $(C_PARTS) $(AGREE_PARTS) $(THREADS_PARTS) $(SIM_PARTS) \
	$(GOLDEN_PARTS) $(UNIT_PARTS) $(FUZZ_PARTS) $(ASAN_PARTS) $(TSAN_PARTS)
GROUPS := sim unit robust agree c threads golden fuzz asan tsan

.PHONY: parts $(addprefix test-,$(PARTS) $(GROUPS))
parts: # what there is, for test/run
	@echo $(PARTS)

TESTED := build/cohort tools units
$(addprefix test-,$(PARTS)): export COHORT_JOBS = 1

# Percent of the rounds of random tests; the soak does all of them.
$(addprefix test-,$(SIM_PARTS) $(UNIT_PARTS)): export COHORT_TEST_EFFORT ?= 25
$(addprefix test-,$(ASAN_PARTS) $(TSAN_PARTS)): export COHORT_TEST_EFFORT ?= 20

test-lint:
	@$(part) lint bash -c 'for l in layers house format; do scripts/lint $$l && echo ok $$l || echo not ok $$l; done'

test-sim: $(SIM_PARTS:%=test-%)
$(SIM_PARTS:%=test-%): test-sim-%: build/release/test/sim/%
	@$(part) sim-$* $<

test-unit: $(UNIT_PARTS:%=test-%)
$(UNIT_PARTS:%=test-%): test-unit-%: build/release/test/unit/% build/cohort
	@$(part) unit-$* $<

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
$(GOLDEN_PARTS:%=test-%): test-golden-%: $(TESTED)
	@$(part) golden-$* test/golden/run $*.case

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
$(filter test-asan-sim-%,$(ASAN_PARTS:%=test-%)): test-asan-sim-%: test-asan-build
	@$(part) asan-sim-$* build/asan/test/sim/$*
$(filter test-asan-unit-%,$(ASAN_PARTS:%=test-%)): test-asan-unit-%: test-asan-build
	@$(part) asan-unit-$* build/asan/test/unit/$*

test-tsan: $(TSAN_PARTS:%=test-%)
$(TSAN_PARTS:%=test-%): test-tsan-%: test-tsan-build
	@$(part) tsan-$* build/tsan/test/threaded/$*
