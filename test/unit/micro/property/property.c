/* property.c -- invariants: what they mean, and what is no invariant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "avr/core/core.h"
#include "frontend/elf/elf.h"
#include "micro/property/property.h"
#include "unit/micro/firmware.h"

static const char source[] =
    "#include <avr/io.h>\n"
    "enum mode { IDLE, RUN = 5, BAD = -1 };\n"
    "struct pt { uint8_t x; int16_t y; struct { unsigned a:3, b:7; int c:4; }; "
    "};\n"
    "volatile uint8_t count = 3, other;\n"
    "static volatile int16_t state;\n"
    "volatile enum mode mode;\n"
    "volatile struct pt pts[4];\n"
    "volatile uint8_t grid[3][5], *ptr; volatile float fl;\n"
    "volatile uint64_t big;\n"
    "static void tick (void) { static volatile uint8_t seen; seen++; }\n"
    "static void tock (void) { static volatile uint8_t seen; seen++; }\n"
    "int main (void) {\n"
    "  static volatile uint8_t count;\n"
    "  for (;;) {\n"
    "    count += state++;\n"
    "    grid[1][2]++; pts[1].y++; ptr++; fl = 1; big++; other++;\n"
    "    mode = RUN; tick (); tock ();\n"
    "  }\n"
    "}\n";

struct setting {
    struct micro_image image;
    struct avr_program program;
    struct micro_core core;
    uint8_t *state;
};

static void
setting_open (struct setting *s, const char *options)
{
    size_t size;
    struct problem problem = {0};
    *s = (struct setting) {0};
    char *data = firmware_compile (source, options, &size);
    assert_non_null (data);
    assert_true (elf_read (&s->image, data, size, "f.elf", NULL, &problem));
    memory_free (data);
    avr_program_init (&s->program, s->image.device);
    core_init (&s->core, &s->program.micro);
    s->state = memory_new (s->core.size);
    core_enter (&s->core, s->state);
}

static int
set_up (void **context)
{
    struct setting *s = NEW (struct setting);
    setting_open (s, "-mmcu=atmega16 -gdwarf-4 -O1 -fno-inline");
    *context = s;
    return 0;
}

static void
setting_clear (struct setting *s)
{
    micro_image_clear (&s->image);
    memory_free (s->state);
}

static int
tear_down (void **context)
{
    setting_clear (*context);
    memory_free (*context);
    return 0;
}

static uint32_t
address (const struct setting *s, const char *name, const char *function)
{
    for (size_t i = 0; i < s->image.symbols.variable.size; i++) {
        const struct micro_variable *v = s->image.symbols.variable.at + i;
        if (!strcmp (v->name, name) && !v->function == !function
            && (!function || !strcmp (v->function, function)))
            return v->address;
    }
    fail_msg ("no variable %s", name);
    return 0;
}

static bool
holds (struct setting *s, const char *text)
{
    struct micro_property p = {0}, q;
    struct problem problem = {0};
    struct buffer wire;
    struct reader r;
    if (!micro_property_read (&p, &s->image, text, &problem))
        fail_msg ("%s", problem.message);
    bool result = micro_property_holds (&p, &s->core);
    /* It means the same at the other end of the wire. */
    buffer_init (&wire);
    micro_property_write (&p, s->core.data_size, &wire);
    reader_init (&r, buffer_view (&wire));
    assert_true (micro_property_get (&q, s->core.data_size, &r));
    assert_true (reader_done (&r));
    assert_int_equal (micro_property_holds (&q, &s->core), result);
    assert_memory_equal (p.observed, q.observed, (s->core.data_size + 7) / 8);
    assert_int_equal (p.reads_pc, q.reads_pc);
    buffer_clear (&wire);
    micro_property_clear (&p);
    micro_property_clear (&q);
    return result;
}

static void
fails (struct setting *s, const char *text, const char *message)
{
    struct micro_property p = {0};
    struct problem problem = {0};
    if (micro_property_read (&p, &s->image, text, &problem))
        fail_msg ("`%s` was read", text);
    assert_int_equal (problem.kind, PROBLEM_INPUT);
    assert_string_equal (problem.message, message);
    assert_null (p.observed);
}

static void
test_constants (void **context)
{
    struct setting *s = *context;
    static const char *const is_true[] = {
        "1",
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "1 << 2 + 1 == 8",
        "10 - 3 - 2 == 5",
        "7 / 2 * 2 == 6",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "~0 == -1",
        "!0 && !!5 == 1",
        "0x1F == 31 && 0b101 == 5 && 017 == 15 && 0 == 00",
        "'a' == 97 && '\\n' == 10 && '\\x41' == 'A' && '\\0' == 0",
        "1 | 2 ^ 3 & 6 == 6",
        "(1 & 3) == 1",
        "1 ? 2 : 0",
        "(0 ? 1 : 0 ? 2 : 3) == 3",
        "0 || 1 && 1",
        "1 || 1 && 0",
        "3 > 2 && 2 >= 2 && 1 < 2 && 2 <= 2 && 1 != 2",
        "0 < 1 == 1",
        "(uint8_t) 300 == 44 && (int8_t) 200 == -56 && (int) 40000 == -25536",
        "-(uint8_t) -1 == -255",
        "- -1 == 1 && +1 == 1 && 1u == 1UL",
        "count || 1 / 1",
        "0xffffffff * 0xffffffff / 0xffffffff == 0xffffffff",
        "0x7fffffffffffffff + 1 > 0",
        "1 == 1 ? 1 : 0",
        "true && !false"};
    for (size_t i = 0; i < sizeof is_true / sizeof *is_true; i++)
        if (!holds (s, is_true[i]))
            fail_msg ("false: %s", is_true[i]);
    assert_false (holds (s, "0"));
    assert_false (holds (s, "1 && 0 || 0"));
}

static void
test_variables (void **context)
{
    struct setting *s = *context;
    uint8_t *data = s->core.data;
    data[address (s, "count", NULL)] = 100;
    data[address (s, "count", "main")] = 7;
    data[address (s, "seen", "tick")] = 1;
    data[address (s, "seen", "tock")] = 2;
    memcpy (data + address (s, "state", NULL), "\xfe\xff", 2);
    memcpy (data + address (s, "mode", NULL), "\xff\xff", 2);
    assert_true (holds (s, "count == 100 && count <= 100"));
    assert_true (holds (s, "main:count == 7 && firmware.c:main:count == 7"));
    assert_true (holds (s, "tick:seen == 1 && firmware.c:tock:seen == 2"));
    assert_true (holds (s, "state == -2 && firmware.c:state == -2"));
    assert_true (holds (s, "mode == BAD && mode != RUN && IDLE == 0"));
    assert_true (holds (s, "state < 0 ? count == 100:0"));
    assert_true (holds (s, "sram[&count] == 100 && sram[&other - 0] == other"));
    memset (data + address (s, "big", NULL), 0xff, 8);
    assert_true (holds (s, "big > 0 && big > 0x7fffffffffffffff"));
    fails (s, "seen == 1",
           "--invariant:1:1: `seen` may be any of firmware.c:tick:seen, "
           "firmware.c:tock:seen");
}

static void
test_parts (void **context)
{
    struct setting *s = *context;
    uint8_t *data = s->core.data;
    uint32_t pts = address (s, "pts", NULL), grid = address (s, "grid", NULL);
    data[pts + 5] = 9;
    memcpy (data + pts + 6, "\x00\x80", 2);
    data[pts + 8] = 0xc5; /* a = 5, low bits of b */
    data[pts + 9] = 0x35; /* b = 24 + 32 .. , c = -3 */
    data[grid + 7] = 42;
    data[address (s, "other", NULL)] = 1;
    assert_true (holds (s, "pts[1].x == 9 && pts [ 1 ] . x == 9"));
    assert_true (holds (s, "pts[1].y == -32768"));
    assert_true (
        holds (s, "pts[1].a == 5 && pts[1].b == 56 && pts[1].c == -3"));
    assert_true (holds (s, "grid[1][2] == 42 && grid[other][2 * other] == 42"));
    assert_true (holds (s, "pts[other].y == -32768 && pts[other].b == 56"));
    assert_true (holds (s, "grid[pts[other].x - 8][2] == 42"));
    assert_true (holds (s, "&pts[1].x - &pts == 5"));
    assert_true (
        holds (s, "sram[&grid[1][2]] == 42 && sram[&grid + 6 + other]"));
    /* What has no value is false, unless it is passed by. */
    assert_false (holds (s, "grid[other + 2][0] >= 0"));
    assert_false (holds (s, "!(grid[other + 2][0] < 0)"));
    assert_false (holds (s, "grid[other - 2][0] >= 0"));
    assert_false (holds (s, "grid[1][other + 4] >= 0"));
    assert_true (holds (s, "grid[1][other + 3] >= 0"));
    assert_true (holds (s, "other > 0 || grid[other + 2][0]"));
    assert_false (holds (s, "5 / (other - 1) || 1"));
    assert_false (holds (s, "sram[other] || 1"));
    assert_false (holds (s, "(1 << other - 2) || 1"));
}

static size_t
observed (struct setting *s, const char *text, uint32_t *least)
{
    struct micro_property p = {0};
    struct problem problem = {0};
    size_t count = 0;
    if (!micro_property_read (&p, &s->image, text, &problem))
        fail_msg ("%s", problem.message);
    for (uint32_t a = s->core.data_size; a--;)
        if (micro_property_observes (&p, (uint16_t) a)) {
            count++;
            *least = a;
        }
    micro_property_clear (&p);
    return count;
}

static void
test_observed (void **context)
{
    struct setting *s = *context;
    uint32_t least = 0, grid = address (s, "grid", NULL);
    assert_int_equal (observed (s, "1 == 1", &least), 0);
    assert_int_equal (observed (s, "state == 1", &least), 2);
    assert_int_equal (least, address (s, "state", NULL));
    assert_int_equal (observed (s, "grid[1][2]", &least), 1);
    assert_int_equal (least, grid + 7);
    assert_int_equal (observed (s, "grid[r24][2]", &least), 4);
    assert_int_equal (observed (s, "grid[1][r24]", &least), 6);
    assert_int_equal (observed (s, "grid[r24][r24]", &least), 16);
    assert_int_equal (observed (s, "pts[r2].y", &least), 9);
    assert_int_equal (least, 2);
    assert_int_equal (observed (s, "sram[SP]", &least), 1024 + 2);
    assert_int_equal (observed (s, "0 && count", &least), 1);
    assert_int_equal (observed (s, "&count == 1", &least), 0);
}

static void
test_registers (void **context)
{
    struct setting *s = *context;
    uint8_t *data = s->core.data;
    data[0x38] = 0x0b; /* PORTB */
    data[24] = 3;
    data[0x5d] = 0x5f, data[0x5e] = 0x04;
    data[0x5f] = 0x81;
    data[0x59] = 0x01; /* TIMSK */
    assert_true (holds (s, "PORTB == 0x0b && (PORTB & 3) == 3"));
    assert_true (holds (s, "PORTB.3 && !PORTB.2 && PORTB.3 == 1"));
    assert_true (holds (s, "r24 == 3 && r0 == 0 && r31 == 0"));
    assert_true (holds (s, "SP == 0x45f && SREG == 0x81"));
    assert_true (holds (s, "SREG.I && SREG.C && !SREG.Z"));
    assert_true (holds (s, "TOIE0 && TIMSK.TOIE0 && !TIMSK.OCIE0"));
    fails (s, "count < 4 && PINB == 0",
           "--invariant:1:14: PINB is an input: it comes from outside and is "
           "no part of a state; ask for the variable that it is read into");
    fails (s, "PORTB.8",
           "--invariant:1:7: PORTB has bits 0 to 7, and those "
           "with names");
    fails (s, "r32 == 0",
           "--invariant:1:1: no variable, register or label is "
           "called `r32`");
}

static void
test_places (void **context)
{
    struct setting *s = *context;
    const struct micro_label *l =
        micro_symbols_find_label (&s->image.symbols, "main");
    struct text text;
    text_init (&text);
    avr_set_pc (&s->core, l->address / 2);
    assert_true (holds (s, "pc == main && main == pc && pc != tick"));
    text_print (&text, "pc == %u && main == %u", l->address, l->address);
    assert_true (holds (s, text_view (&text)));
    assert_true (holds (s, "pc != line(firmware.c:15)"));
    size_t starts = 0;
    for (size_t i = 0; i < s->image.symbols.line.size; i++) {
        const struct micro_line *row = s->image.symbols.line.at + i;
        if (row->line != 15)
            continue;
        starts++;
        avr_set_pc (&s->core, row->address / 2);
        assert_true (holds (s, "pc == line(firmware.c:15)"));
        assert_false (holds (s, "line(firmware.c:15) != pc"));
        assert_true (holds (s, "!(pc != line( firmware.c:15 ))"));
    }
    assert_true (starts > 0);
    fails (s, "pc == line(firmware.c:11111)",
           "--invariant:1:12: line 11111 has no code");
    fails (s, "pc == line(firmware.c:1)",
           "--invariant:1:12: line 1 has no code; the next that has is 10");
    fails (s, "pc == line(other.c:1)",
           "--invariant:1:12: no code comes from a file `other.c`");
    fails (s, "pc == line(15)", "--invariant:1:12: expected line(FILE:NUMBER)");
    text_clear (&text);
}

static void
test_values (void **context)
{
    struct setting *s = *context;
    const char *text = "count <= 100 && PORTB != 3 && (count || state) && "
                       "pts[other].y == main && pc != 2 && BAD != mode";
    struct micro_property p = {0};
    struct problem problem = {0};
    struct text t;
    text_init (&t);
    memset (s->core.data, 0, s->core.data_size);
    s->core.data[address (s, "count", NULL)] = 101;
    s->core.data[address (s, "other", NULL)] = 2;
    s->core.data[0x38] = 3;
    s->core.mask[address (s, "mode", NULL)] = 1;
    avr_set_pc (&s->core, 5);
    assert_true (micro_property_read (&p, &s->image, text, &problem));
    micro_property_values (&p, &s->image, text, &s->core, &t);
    assert_string_equal (text_view (&t),
                         "count = 101, PORTB = 0x03, state = 0, other = 2, "
                         "pts[other].y = 0, pc = 0x0a, mode = unknown");
    memset (s->core.mask, 0, s->core.data_size);
    text_clear (&t);
    micro_property_clear (&p);
}

static void
test_errors (void **context)
{
    struct setting *s = *context;
    fails (s, "cuont < 4",
           "--invariant:1:1: no variable, register or label is called `cuont`; "
           "near: count");
    fails (s, "portb < 4",
           "--invariant:1:1: no variable, register or label is called `portb`; "
           "near: PORTB");
    fails (s, "pts[1].z",
           "--invariant:1:8: no field is called `z`; near: x, "
           "y");
    fails (s, "pts[4].x", "--invariant:1:5: this array has elements 0 to 3");
    fails (s, "pts[1]",
           "--invariant:1:1: `pts[1]` is a struct: name a field of "
           "it");
    fails (s, "1 + grid[1]",
           "--invariant:1:5: `grid[1]` is an array: name an element of it");
    fails (s, "fl > 1", "--invariant:1:1: `fl` is no integer");
    fails (s, "count[1]", "--invariant:1:7: this is no array");
    fails (s, "count.x", "--invariant:1:7: this has no fields");
    fails (s, "*ptr == 1",
           "--invariant:1:1: what a pointer points to cannot be asked for: "
           "name the variable, or sram[ADDRESS]");
    fails (s, "ptr->x",
           "--invariant:1:4: what a pointer points to cannot be asked for");
    fails (s, "count = 1",
           "--invariant:1:7: an invariant cannot assign; equal "
           "is `==`");
    fails (s, "count += 1", "--invariant:1:7: an invariant cannot assign");
    fails (s, "++count",
           "--invariant:1:1: an invariant cannot change anything");
    fails (s, "", "--invariant:1:1: an operand is missing at the end");
    fails (s, "count <", "--invariant:1:8: an operand is missing at the end");
    fails (s, "(count", "--invariant:1:7: expected `)`, but it ends here");
    fails (s, "count ? 1", "--invariant:1:10: expected `:`, but it ends here");
    fails (s, "count )", "--invariant:1:7: `)` is not expected here");
    fails (s, "count count", "--invariant:1:7: `count` is not expected here");
    fails (s, "@", "--invariant:1:1: `@` is not expected here");
    fails (s, "0x", "--invariant:1:1: this is no number");
    fails (s, "08", "--invariant:1:1: this is no number");
    fails (s, "9223372036854775808",
           "--invariant:1:1: this number is too large");
    fails (s, "1 / 0", "--invariant:1:3: this has no value");
    fails (s, "'ab'", "--invariant:1:1: this is no character");
    fails (s, "'", "--invariant:1:1: this is no character");
    fails (s, "'\\", "--invariant:1:1: this is no character");
    fails (s, "sram[0x460]",
           "--invariant:1:1: SRAM of atmega16 is 0x60 to 0x45f");
    fails (s, "&TOIE0", "--invariant:1:2: a bit has no address");
}

static void
test_depth (void **context)
{
    struct setting *s = *context;
    static const char *const signs[] = {
        "(", "!", "1 + (", "- ", "1 ? 1 : ", "count + (", "grid[1][", "sram["};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        struct text t;
        struct micro_property p = {0};
        struct problem problem = {0};
        text_init (&t);
        for (size_t k = 0; k < 100000; k++)
            text_add (&t, signs[i]);
        assert_false (
            micro_property_read (&p, &s->image, text_view (&t), &problem));
        assert_non_null (strstr (problem.message, "nested too deeply"));
        text_clear (&t);
    }
    /* Values on the stack are limited, too. */
    struct text t;
    text_init (&t);
    for (size_t k = 0; k < 80; k++)
        text_add (&t, "count + (");
    text_add (&t, "count");
    for (size_t k = 0; k < 80; k++)
        text_add (&t, ")");
    fails (s, text_view (&t), "--invariant:1:1: this is nested too deeply");
    text_clear (&t);
}

static void
test_no_debug (void **unused)
{
    struct setting s;
    (void) unused;
    setting_open (&s, "-mmcu=atmega16 -Os");
    fails (&s, "count < 4",
           "--invariant:1:1: the type of `count` is not known: there is no "
           "debug information, compile with -g -gdwarf-4");
    fails (&s, "nothing < 4",
           "--invariant:1:1: no variable, register or label is called "
           "`nothing`; the names of C are not known, as there is no debug "
           "information: compile with -g -gdwarf-4");
    fails (&s, "pc == line(firmware.c:3)",
           "--invariant:1:12: no lines are known: compile with -g -gdwarf-4");
    assert_true (holds (&s, "sram[&count] == 0 && pc == 0"));
    setting_clear (&s);
    setting_open (&s, "-mmcu=atmega16 -Os -g");
    fails (&s, "count < 4",
           "--invariant:1:1: the type of `count` is not known: its debug "
           "information is STABS, compile with -gdwarf-4");
    setting_clear (&s);
}

/* Bytes that no property is written as are refused, not evaluated. */
static void
test_wire (void **context)
{
    struct setting *s = *context;
    struct micro_property p = {0}, q;
    struct problem problem = {0};
    struct buffer wire;
    struct reader r;
    size_t refusals = 0;
    assert_true (micro_property_read (
        &p, &s->image, "count < 4 || pts[other].b == (state ? 3 : 4)",
        &problem));
    buffer_init (&wire);
    micro_property_write (&p, s->core.data_size, &wire);
    size_t items = wire.size - (s->core.data_size + 7) / 8;
    for (size_t i = 0; i < items; i++)
        for (unsigned value = 0; value < 256; value += 3) {
            uint8_t old = wire.data[i];
            wire.data[i] = (uint8_t) value;
            reader_init (&r, buffer_view (&wire));
            if (micro_property_get (&q, s->core.data_size, &r)) {
                micro_property_holds (&q, &s->core);
                micro_property_clear (&q);
            } else
                refusals++;
            wire.data[i] = old;
        }
    assert_true (refusals > 1000);
    buffer_clear (&wire);
    micro_property_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (test_constants, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_observed, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_registers, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown (test_depth, set_up, tear_down),
        cmocka_unit_test (test_no_debug),
        cmocka_unit_test_setup_teardown (test_wire, set_up, tear_down),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
