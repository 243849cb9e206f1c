# cohort -- GNU make.  `make demo` and `make test` do everything.
#
# MODE=release (default), asan (address and undefined behaviour), tsan, coverage.
# Objects go to build/$(MODE)/object/ and /embedded/; the release binary is also build/cohort.

MODE ?= release
CC = gcc
OUT := build/$(MODE)
SANE := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Werror -Isrc
# As Debian builds; test/hardened looks at what came out.
HARD := -fstack-protector-strong -fstack-clash-protection -fcf-protection -D_FORTIFY_SOURCE=2 -Wformat -Werror=format-security
OPT.release := -O2 -g $(HARD)
OPT.asan := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT.tsan := -O1 -g1 -fsanitize=thread
OPT.coverage := -O0 -g --coverage
CFLAGS += $(SANE) $(OPT.$(MODE)) -MMD -MP -fPIC
# What tests is run once and compiled fast; what it tests is compiled as above.
TEST.release := -O0 -U_FORTIFY_SOURCE
LDFLAGS += $(OPT.$(MODE)) -rdynamic -pie -Wl,-z,relro,-z,now,-z,noexecstack
LDLIBS := -lz3 -lcadical -lzmq -lgmp -ldw -lelf -lxxhash -lyaml -ljson-c -lmicrohttpd -lseccomp -luring -lpthread -ldl -lm -lstdc++

IDENTITY := $(OUT)/identity.o
# Text to cohort: C that is compiled with what it checks or runs, not into it; pages.
EMBEDDED_PARTS := $(sort $(shell find src -path '*/embedded/*' -type f))
EMBEDDED := $(filter %.c %.cc %.css %.html %.js,$(EMBEDDED_PARTS))
ALL_SOURCES := $(filter-out $(EMBEDDED),$(sort $(shell find src -mindepth 2 -name '*.c')))
SOURCES := $(filter-out src/cohort-llvm/% src/library/%,$(ALL_SOURCES))
MODULES := src/team/transport/mpi_module.c
LIBRARY := $(OUT)/libcohort.a
OBJECTS := $(patsubst src/%.c,$(OUT)/object/%.o,$(filter-out $(MODULES),$(SOURCES))) \
	$(patsubst src/%,$(OUT)/embedded/%.o,$(filter-out src/cohort-llvm/%,$(EMBEDDED)))
LLVM_OBJECTS := $(patsubst src/%.c,$(OUT)/object/%.o,$(filter src/cohort-llvm/%,$(ALL_SOURCES))) \
	$(patsubst src/%,$(OUT)/embedded/%.o,$(filter src/cohort-llvm/%,$(EMBEDDED)))
LLVM := /usr/lib/llvm-19
UNITS := $(patsubst test/%.c,$(OUT)/test/%,$(sort $(shell find test/unit -name '*.c') $(wildcard test/sim/*.c test/agree/*.c)))
TOOLS := $(patsubst bench/%.c,$(OUT)/bench/%,$(sort $(wildcard bench/*.c)))
MPIS := $(foreach m,openmpi mpich,$(if $(shell command -v mpicc.$(m)),$(OUT)/cohort-$(m).so))

.PHONY: FORCE all tools helpers units demo test soak coverage bench deps install uninstall deb dist format layers lint help clean
.DEFAULT_GOAL := all

# `make` alone only builds; the goals below install first.
all: $(OUT)/cohort $(OUT)/cohort-llvm $(OUT)/libcohort.so $(MPIS) $(if $(filter release,$(MODE)),build/cohort)
tools: $(TOOLS)
helpers: $(OUT)/test/c/execute $(patsubst src/%,$(OUT)/embedded/%.seen,$(filter %.c %.cc,$(EMBEDDED)))
units: $(UNITS) helpers

build/cohort: $(OUT)/cohort $(OUT)/cohort-llvm $(OUT)/libcohort.so $(MPIS)
	@cp -f $(OUT)/cohort build/cohort.new && mv -f build/cohort.new build/cohort
	@for m in $(OUT)/cohort-llvm $(OUT)/libcohort.so $(MPIS); do cp -f $$m build/; done

$(OUT)/object/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

ifeq ($(MODE),coverage)
OBJECTS += $(OUT)/coverage_exit.o
$(OUT)/coverage_exit.o: test/coverage_exit.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@
$(addprefix $(OUT)/object/,command/command_team.o team/transport/zmq_worker.o): \
	CFLAGS += -D_exit=coverage_exit
endif

# What is embedded, as text; and once before the eyes of a compiler.
.PRECIOUS: $(OUT)/embedded/%.c
$(OUT)/embedded/%.c: src/% $(EMBEDDED_PARTS) scripts/embed
	@mkdir -p $(@D)
	@scripts/embed $< > $@.new && mv $@.new $@
$(OUT)/embedded/%.o: $(OUT)/embedded/%.c Makefile
	$(CC) $(CFLAGS) -c $< -o $@
# (They are functions of the library, with headers of their own, and parts of a text.)
SEEN := -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter -Wno-unused-function \
	-Wno-undefined-internal
$(OUT)/embedded/%.c.seen: src/%.c $(EMBEDDED_PARTS) Makefile
	@mkdir -p $(@D)
	$(LLVM)/bin/clang $(SEEN) -Wno-builtin-requires-header $< && touch $@
$(OUT)/embedded/%.cc.seen: src/%.cc $(EMBEDDED_PARTS) Makefile
	@mkdir -p $(@D)
	$(LLVM)/bin/clang++ $(SEEN) $< && touch $@

# Which cohort it is follows from all sources, so it is asked every time; what is
# made anew by a change is this object and what is run, not what tests it.
$(OUT)/identity.c: FORCE
	@mkdir -p $(@D)
	@scripts/identity > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(IDENTITY): $(OUT)/identity.c
	$(CC) $(CFLAGS) -c $< -o $@
FORCE:

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@ar qcs $@ $^

$(OUT)/cohort: $(OUT)/object/main.o $(IDENTITY) $(LIBRARY)
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# The reader of C, a program of its own: libLLVM is large.
$(OUT)/object/cohort-llvm/%.o: CFLAGS += -isystem $(LLVM)/include
$(OUT)/cohort-llvm: $(LLVM_OBJECTS) $(IDENTITY) $(LIBRARY)
	$(CC) $(LDFLAGS) $^ -L$(LLVM)/lib -lLLVM-19 $(LDLIBS) -o $@

# For other programs: it runs cohort, and needs no more than the C library.  What it does not
# name in its map stays its own.
LIBRARY_OBJECTS := $(patsubst src/%.c,$(OUT)/object/%.o,$(filter src/library/%,$(ALL_SOURCES)))
$(OUT)/object/library/%.o: CFLAGS += -Iinclude -DCOHORT_VERSION='"$(shell cat VERSION)"'
$(OUT)/object/library/libcohort.o: VERSION
$(OUT)/libcohort.so: $(LIBRARY_OBJECTS) src/library/libcohort.map
	$(CC) $(OPT.$(MODE)) -shared -Wl,-z,relro,-z,now -Wl,-soname,libcohort.so.1 \
		-Wl,--version-script=src/library/libcohort.map $(LIBRARY_OBJECTS) -ldl -o $@

# One binary cannot link two MPIs, so each gets a module that is loaded when
# started under it.
$(OUT)/cohort-%.so: src/team/transport/mpi_module.c src/team/transport/mpi_module.h Makefile
	@mkdir -p $(@D)
	mpicc.$* $(filter-out -Wpedantic,$(CFLAGS)) -shared -Wl,-z,relro,-z,now $< -o $@

$(OUT)/test/%: test/%.c $(LIBRARY) | $(IDENTITY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itest $< $(IDENTITY) $(LIBRARY) $(LDFLAGS) $(TEST.$(MODE)) -lcmocka $(LDLIBS) -o $@

# Tests of what has threads, linked with no more than that: a build for the thread
# sanitizer need not be a whole one.
THREADED := base process machine micro model avr mcs51 vm/code vm/state vm/exec vm/library vm/reduce vm/guide vm/replay store journal team report engine explore
$(OUT)/libthreaded.a: $(filter $(THREADED:%=$(OUT)/object/%/%.o) $(OUT)/object/vm/machine%.o $(OUT)/object/vm/question%.o,$(OBJECTS))
	@rm -f $@
	@ar qcs $@ $^

$(OUT)/test/threaded/%: test/unit/%.c $(OUT)/libthreaded.a | $(IDENTITY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itest $< $(IDENTITY) $(OUT)/libthreaded.a $(LDFLAGS) -lcmocka $(LDLIBS) -o $@

$(addprefix $(OUT)/test/unit/,avr/core/core_lockstep avr/core/core_examples avr/core/step_inclusion \
	micro/machine_inclusion): LDLIBS += -lsimavr

$(OUT)/bench/%: bench/%.c $(LIBRARY) | $(IDENTITY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $< $(IDENTITY) $(LIBRARY) $(LDFLAGS) $(LDLIBS) -o $@

deps:
	@scripts/install-deps

demo: deps
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@scripts/demo

test: deps
	@$(MAKE) --no-print-directory -j$$(nproc) all helpers tools
	@test/run

# `make test-golden`, `make test-unit-logic-term`: a group, or a part.
include test/parts.mk

soak: deps
	@$(MAKE) --no-print-directory -j$$(nproc) all units tools
	@test/soak $(or $(SEEDS),10000)

# Lines of src that parts of the tests execute, for each room: PARTS='unit-base golden'.
coverage: deps
	@$(MAKE) --no-print-directory -j$$(nproc) MODE=coverage all
	@scripts/coverage $(PARTS)

PREFIX ?= /usr/local
install: all
	install -D -m755 build/cohort $(DESTDIR)$(PREFIX)/bin/cohort
	install -D -m755 build/cohort-llvm $(DESTDIR)$(PREFIX)/lib/cohort/cohort-llvm
	install -D -m644 include/cohort.h $(DESTDIR)$(PREFIX)/include/cohort.h
	install -D -m644 include/libcohort.h $(DESTDIR)$(PREFIX)/include/libcohort.h
	install -D -m644 $(OUT)/libcohort.so $(DESTDIR)$(PREFIX)/lib/libcohort.so.1
	ln -sf libcohort.so.1 $(DESTDIR)$(PREFIX)/lib/libcohort.so
	@mkdir -p $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	build/cohort help man > $(DESTDIR)$(PREFIX)/share/man/man1/cohort.1
	build/cohort help bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/cohort
	build/cohort help zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_cohort
	build/cohort help fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cohort.fish
	$(foreach m,$(MPIS),install -D -m755 $(m) $(DESTDIR)$(PREFIX)/lib/cohort/$(notdir $(m));)
	@mkdir -p $(DESTDIR)$(PREFIX)/share/cohort
	cp -r share/. $(DESTDIR)$(PREFIX)/share/cohort
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/cohort $(DESTDIR)$(PREFIX)/lib/cohort/cohort-*
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,include/cohort.h include/libcohort.h lib/libcohort.so.1 lib/libcohort.so)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1/cohort.1 bash-completion/completions/cohort \
		zsh/site-functions/_cohort fish/vendor_completions.d/cohort.fish)
	rm -rf $(DESTDIR)$(PREFIX)/share/cohort
	-rmdir $(DESTDIR)$(PREFIX)/lib/cohort

# A package for Debian; an archive of the last commit.  Both are reproducible.
deb: all
	@scripts/deb
dist:
	@scripts/dist

format:
	@scripts/formatted | xargs clang-format-19 -i

help:
	@echo 'make demo       install what is needed, build, show cohort at work'
	@echo 'make test       install, build, all tests; make test-golden: a part (make -s parts)'
	@echo 'make            build/cohort alone; MODE=asan, tsan, coverage: with checks'
	@echo 'make soak       tests with all their rounds (SEEDS=10000)'
	@echo 'make coverage   which lines of src the tests execute (PARTS="unit golden")'
	@echo "make lint       layers, house, format, cppcheck, clang-tidy, clang's analyser; make format mends"
	@echo 'make install    to PREFIX=/usr/local; make uninstall'
	@echo 'make deb        a package for Debian; make dist: an archive of the sources'
	@echo 'make clean      removes build'

layers:
	@scripts/layers

# scripts/lint over all of src (half an hour the first time); what was clean is not looked at
# again.
lint:
	@scripts/lint

clean:
	rm -rf build

-include $(OBJECTS:.o=.d) $(LIBRARY_OBJECTS:.o=.d) $(LLVM_OBJECTS:.o=.d) $(OUT)/object/main.d $(UNITS:=.d) $(TOOLS:=.d)
