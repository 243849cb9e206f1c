/* code.c -- every first word of an instruction, against avr-objdump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "avr/device/code.h"

enum { WORDS = 65536, SECOND = 0x1234 };

/* Each word, followed by one that is the second of those that take two. */
static uint16_t *
all_words (void)
{
    uint16_t *code = malloc (2 * WORDS * sizeof *code);
    assert_non_null (code);
    for (uint32_t w = 0; w < WORDS; w++) {
        code[2 * w] = (uint16_t) w;
        code[2 * w + 1] = SECOND;
    }
    return code;
}

static FILE *
open_objdump (const uint16_t *code)
{
    char path[] = "/tmp/avr_code.XXXXXX", command[128];
    int file = mkstemp (path);
    assert_true (file >= 0);
    size_t size = 2 * WORDS * sizeof *code;
    assert_int_equal (write (file, code, size), size);
    close (file);
    snprintf (command, sizeof command,
              "avr-objdump -D -z -b binary -m avr:6 %s; rm -f %s", path, path);
    return popen (command, "r");
}

/* On no device that is known here, but known to avr-objdump. */
static bool
is_foreign (const char *text, uint16_t word)
{
    static const char *const name[] = {".word", "des", "lac",
                                       "las",   "lat", "xch"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (!strncmp (text, name[i], strlen (name[i])))
            return true;
    return word == 0x95f8; /* SPM Z+ */
}

/* `mnemonic operands` in small letters, without comment; relative targets and
 * what has an alias as cohort shows them. */
static void
normalise (char *line, struct text *t)
{
    static const char *const alias[][2] = {
        {"add", "lsl"}, {"adc", "rol"}, {"and", "tst"}, {"eor", "clr"}};
    char *comment = strchr (line, ';'), *away = strstr (line, "\t.");
    unsigned d, r, k;
    char name[8];
    if (comment)
        *comment = 0;
    if (away) {
        unsigned long target = strtoul (comment + 1, NULL, 16) & 0x1ffff;
        text_print (t, "%.*s 0x%lx", (int) (away - line), line, target);
        return;
    }
    for (size_t n = strlen (line); n && isspace ((unsigned char) line[n - 1]);)
        line[--n] = 0;
    for (char *at = line; *at; at++)
        *at = *at == '\t' ? ' ' : (char) tolower ((unsigned char) *at);
    if (sscanf (line, "ldi r%u, 0x%x", &d, &k) == 2 && k == 0xff) {
        text_print (t, "ser r%u", d);
        return;
    }
    if (sscanf (line, "%7[a-z] r%u, r%u", name, &d, &r) == 3 && d == r)
        for (size_t i = 0; i < sizeof alias / sizeof *alias; i++)
            if (!strcmp (name, alias[i][0])) {
                text_print (t, "%s r%u", alias[i][1], d);
                return;
            }
    text_add (t, line);
}

static void
lower (struct text *t)
{
    for (size_t i = 0; i < t->size; i++)
        t->data[i] = (char) tolower ((unsigned char) t->data[i]);
}

static void
check_line (const uint16_t *code, unsigned address, char *line)
{
    struct avr_instruction i;
    struct text ours, theirs;
    avr_decode (code, 2 * WORDS, address / 2, &i);
    if (is_foreign (line, code[address / 2])) {
        assert_int_equal (i.op, AVR_BAD);
        return;
    }
    text_init (&ours);
    text_init (&theirs);
    if (i.op == AVR_RJMP || i.op == AVR_RCALL || i.op == AVR_BRBS
        || i.op == AVR_BRBC)
        i.k &= 0xffff; /* as objdump wraps */
    avr_instruction_print (&i, &ours, NULL, NULL);
    lower (&ours);
    normalise (line, &theirs);
    assert_string_equal (text_view (&ours), text_view (&theirs));
    text_clear (&ours);
    text_clear (&theirs);
}

static void
all_words_as_objdump (void **state)
{
    (void) state;
    if (system ("avr-objdump --version > /dev/null 2>&1"))
        skip ();
    uint16_t *code = all_words ();
    FILE *f = open_objdump (code);
    char line[256];
    unsigned checked = 0, address;
    while (fgets (line, sizeof line, f)) {
        char *text = strchr (line, '\t');
        if (sscanf (line, " %x:", &address) != 1 || !text
            || !(text = strchr (text + 1, '\t')) || address % 4)
            continue;
        check_line (code, address, text + 1);
        checked++;
    }
    pclose (f);
    free (code);
    assert_int_equal (checked, WORDS);
}

static void
second_word_beyond_the_end (void **state)
{
    (void) state;
    const uint16_t code[] = {0x940c, 0x9100}; /* jmp, lds */
    struct avr_instruction i;
    avr_decode (code, 2, 0, &i);
    assert_int_equal (i.op, AVR_JMP);
    assert_int_equal (i.words, 2);
    assert_int_equal (i.k, 0x9100);
    avr_decode (code, 2, 1, &i);
    assert_int_equal (i.op, AVR_BAD);
    assert_int_equal (i.words, 1);
    avr_decode (code, 2, 2, &i);
    assert_int_equal (i.op, AVR_BAD);
}

static void
branches_wrap (void **state)
{
    (void) state;
    const uint16_t code[] = {0xcffe, 0xf3e1}; /* rjmp .-4, breq .-8 */
    struct avr_instruction i;
    avr_decode (code, 2, 0, &i);
    assert_int_equal (i.k, 0x3fffff);
    avr_decode (code, 2, 1, &i);
    assert_int_equal (i.k, 0x3ffffe);
}

static const char *
portb (void *context, uint16_t address)
{
    (void) context;
    return address == 0x38 ? "PORTB" : NULL;
}

static void
named_registers (void **state)
{
    (void) state;
    const uint16_t code[] = {0xbb88, 0x9ac3, 0x9180, 0x0038, 0xb380};
    const char *const expected[] = {"out PORTB, r24", "sbi PORTB, 3",
                                    "lds r24, PORTB", NULL, "in r24, 0x10"};
    for (uint32_t pc = 0; pc < 5; pc++) {
        struct avr_instruction i;
        struct text t;
        if (!expected[pc])
            continue;
        text_init (&t);
        avr_decode (code, 5, pc, &i);
        avr_instruction_print (&i, &t, portb, NULL);
        assert_string_equal (text_view (&t), expected[pc]);
        text_clear (&t);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_words_as_objdump),
        cmocka_unit_test (second_word_beyond_the_end),
        cmocka_unit_test (branches_wrap),
        cmocka_unit_test (named_registers),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
