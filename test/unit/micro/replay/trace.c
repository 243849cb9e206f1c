/* trace.c -- runs of a firmware as people read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontend/elf/elf.h"
#include "avr/avr.h"
#include "micro/property/environment.h"
#include "micro/property/property.h"
#include "micro/replay/trace.h"
#include "unit/micro/firmware.h"

static const char source[] = "#include <avr/io.h>\n"
                             "#include <avr/interrupt.h>\n"
                             "volatile uint8_t count, other;\n"
                             "static volatile int16_t total;\n"
                             "ISR (TIMER0_OVF_vect) { other = 9; }\n"
                             "int main (void) {\n"
                             "  TCCR0 = 1; TIMSK = 1 << TOIE0;\n"
                             "  sei ();\n"
                             "  for (;;) {\n"
                             "    uint8_t in = PINB;\n"
                             "    total -= 3;\n"
                             "    count += in & 1;\n"
                             "    PORTD = in;\n"
                             "  }\n"
                             "}\n";

struct setting {
    struct micro_image image;
    struct avr_program program;
    struct vec_happening run;
};

static void
setting_open (struct setting *s, const char *invariant)
{
    size_t size;
    struct problem problem = {0};
    *s = (struct setting) {0};
    char *data =
        firmware_compile (source, "-mmcu=atmega16 -gdwarf-4 -Os", &size);
    assert_non_null (data);
    assert_true (elf_read (&s->image, data, size, "f.elf", NULL, &problem));
    memory_free (data);
    avr_program_init (&s->program, s->image.device);
    s->program.code = memory_copy (s->image.code, s->image.code_size);
    s->program.code_words = (s->image.code_end + 1) / 2;
    s->program.data_end = s->image.data_end;
    s->program.micro.begin =
        micro_symbols_find_label (&s->image.symbols, "main")->address / 2;
    assert_true (micro_property_read (&s->program.micro.property, &s->image,
                                      invariant, &problem));
    avr_program_finish (&s->program);
}

static void
setting_clear (struct setting *s)
{
    avr_program_clear (&s->program);
    micro_image_clear (&s->image);
    VEC_CLEAR (s->run);
}

/* So many events of this kind; `input` is what a whole byte is read as. */
static void
happen (struct setting *s, struct micro_event event, size_t times,
        uint8_t input)
{
    struct micro_happening h = {.event = event};
    choices_init (&h.choices);
    if (input) {
        h.choices.value[0] = input;
        h.choices.arity[0] = 256;
        h.choices.made = 1;
    }
    while (times--)
        VEC_PUSH (s->run, h);
}

static const struct micro_event reset = {EVENT_RESET, 0};
static const struct micro_event step = {EVENT_INSTRUCTION, 0};

/* Steps up to the first of main. */
static void
happen_start (struct setting *s)
{
    struct micro_core core;
    struct micro_program *exact = micro_concrete_program (&s->program.micro);
    core_init (&core, exact);
    uint8_t *state = memory_new (core.size);
    core_enter (&core, state);
    happen (s, reset, 1, 0);
    micro_concrete_step (&core, s->run.at, true);
    while (core_pc (&core) != s->program.micro.begin) {
        happen (s, step, 1, 0);
        micro_concrete_step (&core, &VEC_LAST (s->run), false);
        assert_true (s->run.size < 1000);
    }
    memory_free (state);
    memory_free (exact);
}

static size_t
steps_told (const struct vec_told *told)
{
    size_t steps = 0;
    for (size_t i = 0; i < told->size; i++)
        steps += told->at[i].folded ? told->at[i].folded : 1;
    return steps;
}

static const struct micro_told *
find (const struct vec_told *told, const char *what)
{
    for (size_t i = 0; i < told->size; i++)
        if (strstr (told->at[i].what, what))
            return told->at + i;
    fail_msg ("nothing tells of %s", what);
    return NULL;
}

static void
show (const struct vec_told *told)
{
    if (getenv ("COHORT_SHOW"))
        for (size_t i = 0; i < told->size; i++)
            print_message ("%-16s %-44s %s (%zu)\n",
                           told->at[i].place ? told->at[i].place : "",
                           told->at[i].what, told->at[i].values,
                           told->at[i].folded);
}

static void
test_steps (void **unused)
{
    (void) unused;
    struct setting s;
    struct vec_told told = {0};
    setting_open (&s, "count < 3");
    happen_start (&s);
    happen (&s, step, 15, 0);
    micro_trace_steps (&s.program.micro, &s.image, &s.run, &told);
    show (&told);
    assert_int_equal (told.size, s.run.size - 1);
    assert_string_equal (find (&told, "PINB")->place, "firmware.c:10");
    assert_non_null (
        strstr (find (&told, "PINB")->values, "PINB read as 0x00"));
    assert_string_equal (find (&told, "<main>")->place, "firmware.c:7");
    assert_non_null (strstr (find (&told, "<__vectors>")->what, "jmp"));
    assert_null (find (&told, "<__vectors>")->place);
    micro_told_clear (&told);
    setting_clear (&s);
}

/* What matters is told, the rest is counted: no step is lost. */
static void
test_folded (void **unused)
{
    (void) unused;
    struct setting s;
    struct vec_told told = {0};
    setting_open (&s, "count < 3");
    happen_start (&s);
    happen (&s, step, 32, 0);
    micro_trace (&s.program.micro, &s.image, &s.run, &told);
    show (&told);
    assert_int_equal (steps_told (&told), s.run.size - 1);
    assert_int_equal (told.size, 8);
    assert_string_equal (told.at[0].what, "31 instructions, 0x0000-0x0070");
    assert_string_equal (told.at[1].what, "4 instructions, firmware.c:7-8");
    assert_string_equal (told.at[1].values, "TCCR0 = 0x01, TIMSK = 0x01");
    assert_string_equal (told.at[2].values, "PINB read as 0x00");
    assert_string_equal (told.at[3].what, "12 instructions, firmware.c:11-13");
    assert_string_equal (told.at[3].values, "total = -3");
    micro_told_clear (&told);
    setting_clear (&s);
}

static void
test_input (void **unused)
{
    (void) unused;
    struct setting s;
    struct vec_told told = {0};
    setting_open (&s, "count < 1");
    happen_start (&s);
    happen (&s, step, 4, 0);
    happen (&s, step, 1, 0x11);
    happen (&s, step, 12, 0);
    micro_trace (&s.program.micro, &s.image, &s.run, &told);
    show (&told);
    assert_int_equal (steps_told (&told), s.run.size - 1);
    assert_string_equal (find (&told, "PINB")->values,
                         "PINB read as 0x11, r18 = 0x11");
    assert_string_equal (find (&told, "sts")->values, "count = 1");
    assert_string_equal (find (&told, "sts")->place, "firmware.c:12");
    micro_told_clear (&told);
    setting_clear (&s);
}

static void
test_loops (void **unused)
{
    (void) unused;
    struct setting s;
    struct vec_told told = {0};
    setting_open (&s, "count < 3");
    happen_start (&s);
    happen (&s, step, 3000, 0);
    micro_trace (&s.program.micro, &s.image, &s.run, &told);
    show (&told);
    assert_int_equal (steps_told (&told), s.run.size - 1);
    assert_true (told.size < 20);
    const struct micro_told *rounds = find (&told, "more rounds");
    assert_non_null (strstr (rounds->values, "total = -"));
    assert_true (rounds->folded > 2000);
    micro_told_clear (&told);
    setting_clear (&s);
}

static void
test_interrupt (void **unused)
{
    (void) unused;
    struct setting s;
    struct vec_told told = {0};
    setting_open (&s, "other == 0");
    happen_start (&s);
    happen (&s, step, 7, 0);
    happen (&s, (struct micro_event) {EVENT_FLAG, 9}, 1, 0);
    happen (&s, (struct micro_event) {EVENT_INTERRUPT, 9}, 1, 0);
    happen (&s, step, 12, 0);
    micro_trace (&s.program.micro, &s.image, &s.run, &told);
    show (&told);
    assert_int_equal (steps_told (&told), s.run.size - 1);
    find (&told, "the flag of TIMER0_OVF comes up at 0x");
    find (&told, "interrupt TIMER0_OVF at 0x");
    assert_non_null (strstr (find (&told, "sts")->values, "other = 9"));
    assert_string_equal (find (&told, "sts")->place, "firmware.c:5");
    micro_told_clear (&told);
    setting_clear (&s);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_steps),     cmocka_unit_test (test_folded),
        cmocka_unit_test (test_input),     cmocka_unit_test (test_loops),
        cmocka_unit_test (test_interrupt),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
