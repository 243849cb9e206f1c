/* elf.c -- reading firmware as avr-gcc makes it, and what is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <elf.h>

#include "avr/device/image.h"
#include "frontend/elf/elf.h"
#include "unit/micro/firmware.h"

static const char source[] =
    "#include <avr/io.h>\n"
    "#include <avr/interrupt.h>\n"
    "#include <avr/pgmspace.h>\n"
    "#include <stdbool.h>\n"
    "enum mode { IDLE, RUN = 5, BAD = -1 };\n"
    "struct pt { uint8_t x; int16_t y; struct { unsigned a:3, b:7; int c:4; }; "
    "};\n"
    "union u { uint16_t w; uint8_t b[2]; struct { uint8_t lo:4, hi:4; } n; };\n"
    "volatile uint8_t count = 3;\n"
    "static volatile int16_t state;\n"
    "volatile enum mode mode; volatile bool flag; volatile char ch;\n"
    "volatile struct pt pts[4]; volatile union u uu;\n"
    "volatile uint8_t grid[3][5]; volatile uint8_t *ptr; volatile float fl;\n"
    "const uint8_t table[] PROGMEM = {1, 2, 3};\n"
    "static const uint8_t limit = 200;\n"
    "uint8_t noin __attribute__ ((section (\".noinit\")));\n"
    "void unused (void) { count = 9; }\n"
    "ISR (TIMER0_OVF_vect) { static uint8_t ticks; ticks++; count += ticks; }\n"
    "int main (void) {\n"
    "  static volatile uint8_t steps = 1;\n"
    "  sei ();\n"
    "  for (;;) {\n"
    "    steps += limit; state = limit;\n"
    "    state = steps; pts[steps & 3].y = PINB; grid[1][2]++; uu.n.hi++;\n"
    "    ptr = &grid[0][0]; noin++; flag = !flag; ch = 'a'; mode = RUN;\n"
    "    fl = 1; PORTB = pgm_read_byte (&table[steps & 1]);\n"
    "  }\n"
    "}\n";

static const char usual[] = "-mmcu=atmega16 -gdwarf-4 -Os -ffunction-sections "
                            "-Wl,--gc-sections";

struct reading {
    struct micro_image image;
    struct problem problem;
    bool good;
};

static struct reading
read_data (const char *data, size_t size, const char *device)
{
    struct reading r = {0};
    r.good = elf_read (&r.image, data, size, "f.elf", device, &r.problem);
    assert_true (r.good || r.problem.kind == PROBLEM_INPUT);
    return r;
}

static struct reading
read_source (const char *text, const char *options, const char *device)
{
    size_t size;
    char *data = firmware_compile (text, options, &size);
    assert_non_null (data);
    assert_true (elf_recognise (data, size));
    struct reading r = read_data (data, size, device);
    memory_free (data);
    return r;
}

static const struct micro_variable *
variable (const struct micro_image *image, const char *name)
{
    for (size_t i = 0; i < image->symbols.variable.size; i++)
        if (!strcmp (image->symbols.variable.at[i].name, name))
            return image->symbols.variable.at + i;
    return NULL;
}

static const struct micro_type *
type (const struct micro_image *image, const char *name)
{
    const struct micro_variable *v = variable (image, name);
    assert_non_null (v);
    return image->symbols.type.at + v->type;
}

static void
integer (const struct micro_image *image, const char *name, unsigned size,
         bool is_signed)
{
    const struct micro_type *t = type (image, name);
    assert_int_equal (t->kind, TYPE_INTEGER);
    assert_int_equal (t->size, size);
    assert_int_equal (t->is_signed, is_signed);
}

static void
field (const struct micro_type *t, const char *name, unsigned offset,
       unsigned bit, unsigned width)
{
    for (size_t i = 0; i < t->field.size; i++) {
        const struct micro_field *f = t->field.at + i;
        if (strcmp (f->name, name))
            continue;
        assert_int_equal (f->offset, offset);
        assert_int_equal (f->bit, bit);
        assert_int_equal (f->width, width);
        return;
    }
    fail_msg ("no field %s", name);
}

static void
test_variables (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    const struct micro_image *image = &r.image;
    assert_true (r.good && image->symbols.debug && !image->symbols.stabs);
    integer (image, "count", 1, false);
    integer (image, "state", 2, true);
    integer (image, "mode", 2, true);
    integer (image, "flag", 1, false);
    integer (image, "steps", 1, false);
    integer (image, "noin", 1, false);
    assert_string_equal (variable (image, "steps")->function, "main");
    assert_string_equal (variable (image, "ticks")->function, "__vector_9");
    assert_string_equal (variable (image, "state")->file, "firmware.c");
    assert_null (variable (image, "state")->function);
    assert_int_equal (type (image, "ptr")->kind, TYPE_POINTER);
    assert_int_equal (type (image, "fl")->kind, TYPE_OTHER);
    assert_null (variable (image, "table")); /* in flash */
    assert_null (variable (image, "PINB"));  /* of avr-libc's own unit */
    micro_image_clear (&r.image);
}

static void
test_types (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    const struct micro_symbols *s = &r.image.symbols;
    const struct micro_type *t = type (&r.image, "grid");
    assert_int_equal (t->kind, TYPE_ARRAY);
    assert_int_equal (t->count, 3);
    assert_int_equal (t->size, 15);
    assert_int_equal (s->type.at[t->element].count, 5);
    t = type (&r.image, "pts");
    assert_int_equal (t->count, 4);
    t = s->type.at + t->element;
    assert_int_equal (t->kind, TYPE_STRUCT);
    field (t, "x", 0, 0, 0);
    field (t, "y", 1, 0, 0);
    field (t, "", 3, 0, 0);
    t = s->type.at + t->field.at[2].type;
    field (t, "a", 0, 0, 3);
    field (t, "b", 0, 3, 7);
    field (t, "c", 1, 2, 4);
    t = type (&r.image, "uu");
    field (t, "w", 0, 0, 0);
    field (t, "b", 0, 0, 0);
    t = s->type.at + t->field.at[2].type;
    field (t, "lo", 0, 0, 4);
    field (t, "hi", 0, 4, 4);
    micro_image_clear (&r.image);
}

static int64_t
constant (const struct micro_symbols *s, const char *name)
{
    for (size_t i = 0; i < s->constant.size; i++)
        if (!strcmp (s->constant.at[i].name, name))
            return s->constant.at[i].value;
    fail_msg ("no constant %s", name);
    return 0;
}

static void
test_constants (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    assert_int_equal (constant (&r.image.symbols, "IDLE"), 0);
    assert_int_equal (constant (&r.image.symbols, "RUN"), 5);
    assert_int_equal (constant (&r.image.symbols, "BAD"), -1);
    assert_int_equal (constant (&r.image.symbols, "limit"), 200);
    micro_image_clear (&r.image);
}

static void
test_memory (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    const struct micro_image *image = &r.image;
    assert_string_equal (image->name, "atmega16");
    const struct micro_label *end =
        micro_symbols_find_label (&image->symbols, "_end");
    const struct micro_label *text =
        micro_symbols_find_label (&image->symbols, "_etext");
    assert_int_equal (image->data_end, end->address);
    /* Behind the code, what .data starts with: steps = 1, count = 3. */
    assert_int_equal (image->code_end, text->address + 2);
    assert_int_equal (
        image->code[text->address] + image->code[text->address + 1], 4);
    assert_int_equal (image->code[image->code_end], 0xff);
    /* RESET and TIMER0_OVF. */
    assert_int_equal (avr_image_handled (image), 1 | 1 << 9);
    micro_image_clear (&r.image);
}

static void
test_default_handler (void **unused)
{
    (void) unused;
    struct reading r = read_source ("#include <avr/interrupt.h>\n"
                                    "ISR (BADISR_vect) { }\n"
                                    "int main (void) { for (;;); }\n",
                                    usual, NULL);
    assert_true (r.good);
    assert_int_equal (avr_image_handled (&r.image), (1 << 21) - 1);
    micro_image_clear (&r.image);
}

/* Each line with code once, where main is; nothing of the dropped function. */
static void
test_lines (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    const struct micro_symbols *s = &r.image.symbols;
    const struct micro_label *l = micro_symbols_find_label (s, "main");
    const char *file;
    unsigned line;
    assert_true (l && l->code && l->size);
    assert_true (micro_symbols_line (s, l->address, &file, &line));
    assert_string_equal (file, "firmware.c");
    assert_int_equal (line, 20); /* main needs no prologue */
    assert_false (micro_symbols_line (s, 0, &file, &line));
    assert_false (micro_symbols_line (s, l->address + l->size, &file, &line));
    for (size_t i = 0; i < s->line.size; i++)
        assert_int_not_equal (s->line.at[i].line, 16);
    assert_string_equal (micro_symbols_label (s, l->address + 2)->name, "main");
    micro_image_clear (&r.image);
}

static void
test_leaves (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, usual, NULL);
    struct micro_leaf leaf;
    struct text t;
    text_init (&t);
    uint32_t at = variable (&r.image, "pts")->address;
    assert_true (
        micro_symbols_leaf (&r.image.symbols, at + 6, 0xff, &leaf, &t));
    assert_string_equal (text_view (&t), "pts[1].y");
    text_reset (&t);
    assert_true (
        micro_symbols_leaf (&r.image.symbols, at + 3, 0x08, &leaf, &t));
    assert_string_equal (text_view (&t), "pts[0].b");
    text_reset (&t);
    at = variable (&r.image, "grid")->address;
    assert_true (
        micro_symbols_leaf (&r.image.symbols, at + 7, 0xff, &leaf, &t));
    assert_string_equal (text_view (&t), "grid[1][2]");
    text_clear (&t);
    micro_image_clear (&r.image);
}

/* The older and the newer DWARF, and the other device. */
static void
test_versions (void **unused)
{
    (void) unused;
    static const char *const options[] = {
        "-mmcu=atmega128 -gdwarf-2 -O0", "-mmcu=atmega128 -gdwarf-3 -O2",
        "-mmcu=atmega128 -gdwarf-4 -O1",
        "-mmcu=atmega128 -gdwarf-5 -gstrict-dwarf -Os"};
    for (size_t i = 0; i < 4; i++) {
        struct reading r = read_source (source, options[i], NULL);
        assert_true (r.good);
        assert_string_equal (r.image.name, "atmega128");
        integer (&r.image, "state", 2, true);
        assert_int_equal (type (&r.image, "grid")->size, 15);
        assert_true (r.image.symbols.line.size > 5);
        micro_image_clear (&r.image);
    }
}

static void
test_no_names (void **unused)
{
    (void) unused;
    struct reading r = read_source (source, "-mmcu=atmega16 -Os", NULL);
    assert_true (r.good && !r.image.symbols.debug && !r.image.symbols.stabs);
    assert_int_equal (r.image.symbols.variable.size, 0);
    micro_image_clear (&r.image);
    r = read_source (source, "-mmcu=atmega16 -g -Os", NULL);
    assert_true (r.good && !r.image.symbols.debug && r.image.symbols.stabs);
    assert_int_equal (r.image.symbols.variable.size, 0);
    micro_image_clear (&r.image);
    r = read_source (source, "-mmcu=atmega16 -s -Os", NULL);
    assert_true (r.good && !r.image.symbols.label.size);
    micro_image_clear (&r.image);
}

static void
refused (struct reading r, const char *message)
{
    assert_false (r.good);
    assert_memory_equal (r.problem.message, message, strlen (message));
    assert_null (r.image.code);
}

static void
test_devices (void **unused)
{
    (void) unused;
    const char *none = "int main (void) { for (;;); }\n";
    refused (read_source (none, "-mmcu=attiny861", NULL),
             "f.elf: is for attiny861, a device that is not known (known: "
             "atmega16, ");
    refused (read_source (none, "-mmcu=attiny861", "atmega16"),
             "f.elf: is for attiny861, not for --device=atmega16");
    refused (read_source (none, "-mmcu=atmega16", "atmega128"),
             "f.elf: is for atmega16, not for --device=atmega128");
    refused (read_source (none, "-mmcu=atmega16", "z80"),
             "f.elf: --device=z80 is not known (known: atmega16, ");
    refused (read_source ("void main (void) { for (;;); }\n",
                          "-w -mmcu=avr5 -nostartfiles -Wl,-emain", NULL),
             "f.elf: does not say which device it is for: --device=NAME "
             "(known: atmega16, ");
    struct reading r = read_source (none, "-mmcu=atmega16", "ATmega16");
    assert_true (r.good);
    micro_image_clear (&r.image);
    r = read_source ("void main (void) { for (;;); }\n",
                     "-w -mmcu=avr5 -nostartfiles -Wl,-emain", "atmega16");
    assert_true (r.good);
    micro_image_clear (&r.image);
}

static void
test_too_large (void **unused)
{
    (void) unused;
    refused (read_source ("void main (void) { for (;;); }\n"
                          "const __flash char much[20000] = {1};\n",
                          "-w -Os -mmcu=avr5 -nostartfiles -Wl,-emain",
                          "atmega16"),
             "f.elf: needs 20002 bytes of flash; atmega16 has 16384");
    refused (read_source ("void main (void) { for (;;); }\n"
                          "char much[2000];\n",
                          "-w -mmcu=avr5 -nostartfiles -Wl,-emain "
                          "-Wl,--section-start=.bss=0x800060",
                          "atmega16"),
             "f.elf: needs SRAM up to 0x82f; that of atmega16 ends at 0x45f");
}

static void
test_no_firmware (void **unused)
{
    (void) unused;
    size_t size;
    char *data = text_file ("/proc/self/exe", &size);
    refused (read_data (data, size, NULL),
             "f.elf: is for x86-64, not for AVR or XC167");
    memory_free (data);
    refused (read_data ("verdict", 7, NULL), "f.elf: is no ELF file");
    refused (read_data ("", 0, NULL), "f.elf: is no ELF file");
    refused (read_data ("\177ELF\1\1\1", 7, NULL),
             "f.elf: is cut off: an ELF header has 52 bytes, this file 7");
    refused (read_source ("int main (void) { }", "-c -mmcu=atmega16", NULL),
             "f.elf: is an object file: link it first");
}

/* Whatever the file is cut to, it is read or refused. */
static void
test_cut (void **unused)
{
    (void) unused;
    size_t size, refusals = 0;
    char *data = firmware_compile (source, usual, &size);
    assert_non_null (data);
    for (size_t n = 0; n < size; n += 1 + n / 40) {
        char *part = memory_copy (data, n); /* so that ASan sees its end */
        struct reading r = read_data (part, n, "atmega16");
        refusals += !r.good;
        micro_image_clear (&r.image);
        memory_free (part);
    }
    assert_true (refusals > 20);
    memory_free (data);
}

/* Random bytes in random places; COHORT_FUZZ says how many files. */
static void
test_corrupt (void **unused)
{
    (void) unused;
    const char *wanted = getenv ("COHORT_FUZZ");
    unsigned long rounds = wanted ? strtoul (wanted, NULL, 10) : 300;
    size_t size;
    char *data = firmware_compile (source, usual, &size);
    assert_non_null (data);
    uint64_t seed = 1;
    for (unsigned long i = 0; i < rounds; i++) {
        char *bad = memory_copy (data, size);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        for (unsigned flips = 1 + (seed >> 60); flips; flips--) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bad[(seed >> 20) % size] = (char) (seed >> 56);
        }
        struct reading r = read_data (bad, size, i % 2 ? "atmega16" : NULL);
        for (uint32_t a = 0; r.good && a < 0x460; a += 7) {
            struct micro_leaf leaf;
            struct text t;
            text_init (&t);
            micro_symbols_leaf (&r.image.symbols, a, 0xff, &leaf, &t);
            text_clear (&t);
        }
        micro_image_clear (&r.image);
        memory_free (bad);
    }
    memory_free (data);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_variables),
        cmocka_unit_test (test_types),
        cmocka_unit_test (test_constants),
        cmocka_unit_test (test_memory),
        cmocka_unit_test (test_default_handler),
        cmocka_unit_test (test_lines),
        cmocka_unit_test (test_leaves),
        cmocka_unit_test (test_versions),
        cmocka_unit_test (test_no_names),
        cmocka_unit_test (test_devices),
        cmocka_unit_test (test_too_large),
        cmocka_unit_test (test_no_firmware),
        cmocka_unit_test (test_cut),
        cmocka_unit_test (test_corrupt),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
