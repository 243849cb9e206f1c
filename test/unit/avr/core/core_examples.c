/* core_examples.c -- the example programs of avr-libc in the core and in simavr,
 * instruction by instruction.
 *
 * They are compiled from where the Debian package avr-libc puts them; without
 * it nothing is tested.  What is determined must be equal, and what comes from
 * outside is taken from simavr (avr_pair.h), whose world is not quiet
 * (avr_sim.h).  Interrupts are put in here, into both, whenever the core allows
 * one after SLEEP, and now and then else.
 *
 * asmdemo is for ATtiny13 alone; largedemo and stdiodemo do not compile for
 * ATmega128.
 *
 * COHORT_EXAMPLES=N runs N thousand instructions of each instead of 12. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "avr_pair.h"
#include "avr_sim.h"
#include "base/text.h"

#define EXAMPLES "/usr/share/doc/avr-libc/examples"

struct example {
    const char *name, *device;
};

static const struct example examples[] = {
    {"demo", "atmega16"},      {"demo", "atmega128"},
    {"largedemo", "atmega16"}, {"stdiodemo", "atmega16"},
    {"twitest", "atmega16"},   {"twitest", "atmega128"},
};

/* The code; null: it cannot be compiled. */
static uint8_t *
compile (const struct example *e, const char *level, size_t *size)
{
    char folder[] = "/tmp/cohort-example-XXXXXX", path[64];
    struct text command;
    assert_non_null (mkdtemp (folder));
    text_init (&command);
    text_print (&command,
                "cd %s && cp %s/%s/* . && gunzip -qf *.gz; "
                "avr-gcc -w -mmcu=%s %s -std=gnu99 -o all.elf *.c && "
                "avr-objcopy -O binary -R .eeprom all.elf all.bin",
                folder, EXAMPLES, e->name, e->device, level);
    int failed = system (text_view (&command));
    snprintf (path, sizeof path, "%s/all.bin", folder);
    uint8_t *code = failed ? NULL : (uint8_t *) text_file (path, size);
    text_reset (&command);
    text_print (&command, "rm -rf %s", folder);
    assert_int_equal (system (text_view (&command)), 0);
    text_clear (&command);
    return code;
}

static void
pair_start (struct pair *p, const char *device, const uint8_t *code,
            size_t size)
{
    uint16_t *words = NEW_ARRAY (uint16_t, size / 2 + 1);
    for (size_t i = 0; i < size; i++)
        words[i / 2] |= (uint16_t) (code[i] << 8 * (i & 1));
    pair_init (p, device, words, (uint32_t) (size + 1) / 2);
    p->world = true;
    avr_reset (p->sim);
    p->sim->data[AVR_SPL] = p->sim->data[AVR_SPH] = 0; /* as the device */
    sim_settle (p->sim);
    adopt (p);
    memory_free (words);
}

struct tally {
    unsigned steps, interrupts, places; /* places: addresses that were run */
};

/* Goes on as long as simavr can, but not above `most`. */
static void
pair_run (struct pair *p, unsigned most, struct tally *t)
{
    enum { OFTEN = 61 };
    uint64_t seed = 1;
    bool *seen = NEW_ARRAY (bool, p->bench.program.code_words);
    *t = (struct tally) {0, 0, 0};
    for (; t->steps < most && may_step (p); t->steps++) {
        uint32_t pc = core_pc (&p->bench.core);
        t->places += !seen[pc];
        seen[pc] = true;
        sim_disturb (p->sim, &seed);
        if (t->steps % OFTEN == 0)
            let_pass (p->sim, 1000); /* they wait a lot */
        pair_step (p);
        bool asleep = core_head (&p->bench.core, HEAD_MODE) & MODE_SLEEP;
        bool taken = (asleep || t->steps % OFTEN == 0)
                     && pair_interrupt (p, t->interrupts);
        t->interrupts += taken;
        if (asleep && !taken)
            break;
    }
    memory_free (seen);
}

static unsigned
most_steps (void)
{
    const char *more = getenv ("COHORT_EXAMPLES");
    return 1000 * (more ? (unsigned) strtoul (more, NULL, 10) : 12);
}

static void
example_agrees (const struct example *e, const char *level)
{
    struct pair p;
    struct tally t;
    size_t size;
    uint8_t *code = compile (e, level, &size);
    if (!code)
        fail_msg ("%s, %s %s cannot be compiled", e->name, e->device, level);
    pair_start (&p, e->device, code, size);
    pair_run (&p, most_steps (), &t);
    print_message ("%s, %s %s: %u instructions at %u places of %u words, %u "
                   "interrupts\n",
                   e->name, e->device, level, t.steps, t.places,
                   p.bench.program.code_words, t.interrupts);
    if (t.steps != most_steps ())
        fail_msg ("ends at 0x%x", core_pc (&p.bench.core) * 2);
    memory_free (code);
    pair_clear (&p);
}

static void
examples_agree (void **state)
{
    (void) state;
    static const char *const level[] = {"-O0", "-Os", "-O2"};
    if (access (EXAMPLES, R_OK)
        || system ("avr-gcc --version > /dev/null 2>&1")) {
        print_message ("no avr-gcc, or no " EXAMPLES "\n");
        skip ();
    }
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        for (size_t l = 0; l < 3; l++)
            example_agrees (&examples[i], level[l]);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (examples_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
