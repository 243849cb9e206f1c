/* native.c -- programs run natively, under harnesses that give their inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "program/trail/inputs.h"
#include "program/attributes.h"
#include "csource/native.h"

struct given {
    const char *function;
    unsigned width;
    const char *value; /* null: used, but no input */
};

struct ran {
    enum native_result result;
    struct problem problem;
    struct text output;
};

static struct ran
run_file (const char *source, const char *name, const struct given *given,
          size_t count, const struct native_options *more)
{
    struct ran ran = {0};
    struct program p;
    struct inputs x = {.check = more->check};
    program_init (&p, "t.c");
    struct procedure main_procedure = {.name = "main", .has_body = true};
    struct block b = {.label = "b"};
    for (size_t i = 0; i < count; i++) {
        const sort *s = sort_bv (p.terms, given[i].width);
        const term *v = term_var (p.terms, given[i].function, s);
        const char *value = given[i].value;
        struct input input = {
            .function = given[i].function,
            .variable = v,
            .value = term_bits (p.terms, given[i].width, value ? value : "0")};
        if (value)
            VEC_PUSH (x.input, input);
        struct statement havoc = {
            .kind = STATEMENT_HAVOC,
            .target = arena_copy (&p.arena, &v, sizeof v),
            .targets = 1,
            .attribute = mark_add (&p, NULL, MARK_INPUT, given[i].function)};
        VEC_PUSH (b.statement, havoc);
    }
    VEC_PUSH (main_procedure.block, b);
    VEC_PUSH (p.procedure, main_procedure);
    struct text harness;
    text_init (&harness);
    harness_write (&x, &p, &harness);
    char directory[] = "/tmp/cohort-test-XXXXXX", path[64];
    assert_non_null (mkdtemp (directory));
    snprintf (path, sizeof path, "%s/%s", directory, name);
    assert_true (text_save (path, source, strlen (source)));
    const char *file = path;
    struct native_options o = *more;
    static const char *const compiler[][3] = {
        {"build/release/cohort-llvm", "--bits=32", NULL},
        {"build/release/cohort-llvm", "--bits=64", NULL}};
    o.compiler = compiler[o.bits != 32];
    o.file = &file;
    o.files = 1;
    o.harness = text_view (&harness);
    o.seconds = o.seconds ? o.seconds : 10;
    o.bits = o.bits ? o.bits : 64;
    text_init (&ran.output);
    ran.result = native_run (&o, &ran.output, &ran.problem);
    unlink (path);
    rmdir (directory);
    text_clear (&harness);
    inputs_clear (&x);
    program_clear (&p);
    return ran;
}

static void
expect (enum native_result result, const char *says, const char *source,
        const struct given *given, size_t count,
        const struct native_options *more)
{
    struct ran ran = run_file (source, "t.c", given, count, more);
    if (ran.result != result)
        fail_msg ("%d: %s %s", (int) ran.result, ran.problem.message,
                  text_view (&ran.output));
    const char *told =
        ran.problem.kind ? ran.problem.message : text_view (&ran.output);
    if (!strstr (told, says))
        fail_msg ("'%s' is not in '%s'", says, told);
    text_clear (&ran.output);
}

static const char types[] =
    "extern _Bool __VERIFIER_nondet_bool (void);\n"
    "extern signed char __VERIFIER_nondet_char ();\n"
    "extern unsigned short __VERIFIER_nondet_ushort ();\n"
    "extern int __VERIFIER_nondet_int ();\n"
    "extern long __VERIFIER_nondet_long ();\n"
    "extern unsigned long long __VERIFIER_nondet_ulonglong ();\n"
    "extern float __VERIFIER_nondet_float ();\n"
    "extern double __VERIFIER_nondet_double ();\n"
    "extern void *__VERIFIER_nondet_pointer ();\n"
    "extern short foreign ();\n"
    "extern int rand (void);\n"
    "extern void __VERIFIER_assume (int);\n"
    "extern void __VERIFIER_error ();\n"
    "int main () {\n"
    "  _Bool b = __VERIFIER_nondet_bool ();\n"
    "  char c = __VERIFIER_nondet_char ();\n"
    "  unsigned short s = __VERIFIER_nondet_ushort ();\n"
    "  int i = __VERIFIER_nondet_int ();\n"
    "  int j = __VERIFIER_nondet_int ();\n"
    "  long l = __VERIFIER_nondet_long ();\n"
    "  unsigned long long u = __VERIFIER_nondet_ulonglong ();\n"
    "  float f = __VERIFIER_nondet_float ();\n"
    "  double d = __VERIFIER_nondet_double ();\n"
    "  void *p = __VERIFIER_nondet_pointer ();\n"
    "  short q = foreign ();\n"
    "  int r = rand ();\n"
    "  __VERIFIER_assume (b);\n"
    "  if (c == -3 && s == 65535 && i == -2147483647 - 1 && j == 7\n"
    "      && l == -1 && u == 18446744073709551614ull && f == 1.5f\n"
    "      && d == -0.25 && !p && q == -5 && r == 9)\n"
    "    __VERIFIER_error ();\n"
    "  return 0;\n"
    "}\n";

static void
inputs_of_all_types (void **state)
{
    (void) state;
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        unsigned word = bits;
        struct given given[] = {
            {"__VERIFIER_nondet_bool", 8, "1"},
            {"__VERIFIER_nondet_char", 8, "253"},
            {"__VERIFIER_nondet_ushort", 16, "65535"},
            {"__VERIFIER_nondet_int", 32, "2147483648"},
            {"__VERIFIER_nondet_int", 32, "7"},
            {"__VERIFIER_nondet_long", word,
             bits == 32 ? "4294967295" : "18446744073709551615"},
            {"__VERIFIER_nondet_ulonglong", 64, "18446744073709551614"},
            {"__VERIFIER_nondet_float", 32, "1069547520"},
            {"__VERIFIER_nondet_double", 64, "13821547256400052224"},
            {"__VERIFIER_nondet_pointer", word, "0"},
            {"foreign", 16, "65531"},
            {"rand", 32, "9"},
        };
        const struct native_options more = {.bits = bits};
        expect (NATIVE_FAILED, HARNESS_REACHED, types, given, 12, &more);
        given[11].value = NULL;
        expect (NATIVE_PASSED, "inputs exhausted", types, given, 12, &more);
    }
}

static const char simple[] =
    "extern int __VERIFIER_nondet_int ();\n"
    "extern unsigned __VERIFIER_nondet_uint ();\n"
    "extern void __VERIFIER_assume (int);\n"
    "void reach_error () { }\n"
    "int main () { int x = __VERIFIER_nondet_int ();\n"
    "  __VERIFIER_assume (x);\n"
    "  if (x == 2) abort ();\n"
    "  if (x == 3) return 100;\n"
    "  if (x == 4) for (;;) ;\n"
    "  if (x == 5) for (;;) puts (\"cohort: the error is reached?\");\n"
    "  if (x == 6) __VERIFIER_nondet_uint ();\n"
    "  if (x == 7) { int i; for (i = 0; i < 9999; i++) puts (\"much\"); }\n"
    "  if (x == 8) return fopen (\"f\", \"w\") && fork () >= 0;\n"
    "  if (x == 9) sleep (100);\n"
    "  reach_error (); return 0; }\n";

static void
ends_are_told_apart (void **state)
{
    (void) state;
    static const struct {
        const char *value;
        enum native_result result;
        const char *says;
    } ends[] = {
        {"1", NATIVE_FAILED, HARNESS_REACHED},
        {"0", NATIVE_PASSED, "an assumption fails"},
        {"2", NATIVE_PASSED, "cohort: abort"},
        {"3", NATIVE_PASSED, ""},
        {"4", NATIVE_PASSED, ""},
        {"5", NATIVE_PASSED, "reached?"},
        {"6", NATIVE_PASSED, "in another order"},
        {"7", NATIVE_FAILED, "much"},
        {"8", NATIVE_PASSED, ""},
        {"9", NATIVE_PASSED, ""},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (unsigned bits = 32; bits <= 64; bits += 32) {
            const struct given given[] = {
                {"__VERIFIER_nondet_int", 32, ends[i].value},
                {"__VERIFIER_nondet_uint", 32, "0"},
                {"__VERIFIER_nondet_int", 32, "0"}};
            const struct native_options more = {.bits = bits, .seconds = 1};
            bool order = !strcmp (ends[i].value, "6");
            struct given wrong[] = {given[0], given[2], given[1]};
            expect (ends[i].result, ends[i].says, simple, order ? wrong : given,
                    3, &more);
        }
}

static void
sanitizers_see_other_checks (void **state)
{
    (void) state;
    static const struct {
        const char *check, *statement, *says;
    } checks[] = {
        {"no-overflow", "i = 2147483647; i += argc", "overflow"},
        {"division", "i = 5 / (argc - 1)", "division"},
        {"shift", "i = 1 << (argc + 31)", "shift"},
        {"valid-deref", "char *p = malloc (3); i = p[argc + 2]", "overflow"},
        {"valid-deref", "char *p = 0; i = p[argc]", "SEGV"},
        {"valid-free", "char *p = malloc (3); free (p); free (p)", "double"},
        {"valid-free", "free (&i)", "free"},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        char source[400];
        snprintf (source, sizeof source,
                  "#include <stdlib.h>\n"
                  "int main (int argc, char **argv) { int i; %s;\n"
                  "return 0; }\n",
                  checks[i].statement);
        for (unsigned bits = 32; bits <= 64; bits += 32) {
            const struct native_options more = {.bits = bits,
                                                .check = checks[i].check};
            expect (NATIVE_FAILED, checks[i].says, source, NULL, 0, &more);
            const struct native_options none = {.bits = bits};
            expect (NATIVE_PASSED, "", source, NULL, 0, &none);
        }
    }
    const struct native_options overflow = {.check = "no-overflow"};
    expect (NATIVE_PASSED, "another error",
            "void reach_error (); int main () { reach_error (); }", NULL, 0,
            &overflow);
}

static void
what_cannot_run_is_undecided (void **state)
{
    (void) state;
    const struct native_options plain = {0};
    expect (NATIVE_UNDECIDED,
            "it cannot be compiled: ", "int main () { return }", NULL, 0,
            &plain);
    const struct native_options loose = {.uncontrolled = "uninitialised x"};
    expect (NATIVE_UNDECIDED, "what it needs: uninitialised x",
            "int main () { return 0; }", NULL, 0, &loose);
    expect (NATIVE_FAILED, HARNESS_REACHED,
            "int main () { __VERIFIER_error (); }", NULL, 0, &loose);
    const struct native_options odd = {.check = "termination"};
    expect (NATIVE_UNDECIDED, "no way to see: termination",
            "int main () { return 0; }", NULL, 0, &odd);
    struct ran ran = run_file ("", "t.bc", NULL, 0, &plain);
    assert_int_equal (ran.result, NATIVE_UNDECIDED);
    text_clear (&ran.output);
    char *path = memory_string (getenv ("PATH"));
    setenv ("PATH", "/nowhere", 1);
    expect (NATIVE_UNDECIDED, "package gcc", "int main () {}", NULL, 0, &plain);
    setenv ("PATH", path, 1);
    memory_free (path);
}

static void
preprocessed_files_run (void **state)
{
    (void) state;
    const struct native_options more = {.bits = 32};
    struct ran ran =
        run_file ("# 1 \"x.c\"\nextern void __assert_fail (const char *, const "
                  "char *, unsigned, const char *);\n"
                  "void reach_error () { __assert_fail (\"0\", \"x.c\", 1, "
                  "\"reach_error\"); }\n"
                  "int main () { reach_error (); return 0; }\n",
                  "t.i", NULL, 0, &more);
    assert_int_equal (ran.result, NATIVE_FAILED);
    text_clear (&ran.output);
}

static void
conventions_are_given (void **state)
{
    (void) state;
    const struct native_options plain = {0};
    expect (
        NATIVE_FAILED, HARNESS_REACHED,
        "int main () { __VERIFIER_atomic_begin (); __VERIFIER_assert (0); }",
        NULL, 0, &plain);
    expect (NATIVE_PASSED, "an assumption fails",
            "int main () { assume_abort_if_not (0); reach_error (); }", NULL, 0,
            &plain);
    expect (NATIVE_PASSED, "",
            "void __VERIFIER_assert (int c) { }\n"
            "int main () { __VERIFIER_assert (0); return 0; }",
            NULL, 0, &plain);
}

/* Neither a constant expression nor -x - 1, which is ~x, is changed before it
 * is looked at. */
static void
overflows_are_seen_as_read (void **state)
{
    (void) state;
    static const char constant[] =
        "int main (int count, char **arguments)\n{\n"
        "    int x = count > %s ? 2147483647 + 1 : 0;\n"
        "    return x ? 0 : 1;\n}\n";
    static const char negated[] = "int main ()\n{\n"
                                  "    int x = -2147483647 - %s;\n"
                                  "    int y = -x - 1;\n"
                                  "    return y == 7;\n}\n";
    static const char library[] = "#include <stdlib.h>\nint main ()\n{\n"
                                  "    int x = -2147483647 - %s;\n"
                                  "    return abs (x) == 7;\n}\n";
    const struct native_options o = {.check = "no-overflow"};
    const struct {
        const char *source, *bad, *good;
    } table[] = {
        {constant, "0", "9"}, {negated, "1", "0"}, {library, "1", "0"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[300];
        snprintf (text, sizeof text, table[i].source, table[i].bad);
        expect (NATIVE_FAILED, "", text, NULL, 0, &o);
        snprintf (text, sizeof text, table[i].source, table[i].good);
        expect (NATIVE_PASSED, "", text, NULL, 0, &o);
    }
}

/* What is compiled is what was read: no other macros, no other compiler. */
static void
macros_are_the_readers (void **state)
{
    (void) state;
    static const char source[] = "void reach_error (void);\n"
                                 "int main (void)\n{\n"
                                 "#if %s\n    reach_error ();\n#endif\n"
                                 "    return 0;\n}\n";
    const struct native_options plain = {0};
    static const char *const yes[] = {
        "defined __clang__ && __clang_major__ == 19", "defined __NO_CTYPE",
        "!defined __OPTIMIZE__", "!defined __SANITIZE_ADDRESS__"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        char text[300], not[100];
        snprintf (text, sizeof text, source, yes[i]);
        expect (NATIVE_FAILED, HARNESS_REACHED, text, NULL, 0, &plain);
        snprintf (not, sizeof not, "!(%s)", yes[i]);
        snprintf (text, sizeof text, source, not);
        expect (NATIVE_PASSED, "", text, NULL, 0, &plain);
    }
}

static void
old_inline_functions_run (void **state)
{
    (void) state;
    const struct native_options plain = {0};
    expect (NATIVE_FAILED, HARNESS_REACHED,
            "void reach_error ();\n"
            "inline int two () { return 2; }\n"
            "int main () { if (two () == 2) reach_error (); }\n",
            NULL, 0, &plain);
    expect (NATIVE_UNDECIDED, "undefined reference",
            "void missing (); int main () { missing (); }", NULL, 0, &plain);
}

/* At both widths. */
static void
leaks_are_seen (void **state)
{
    (void) state;
    static const char source[] =
        "#include <stdlib.h>\n"
        "int main ()\n"
        "{\n"
        "    char *volatile all[64], *p = malloc (3);\n"
        "    for (int i = 0; i < 64; i++) all[i] = p;\n"
        "    return 0;\n"
        "}\n";
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        const struct native_options more = {.bits = bits,
                                            .check = "valid-memtrack"};
        expect (NATIVE_FAILED, "detected memory leaks", source, NULL, 0, &more);
    }
}

static void
names_are_identifiers (void **state)
{
    (void) state;
    assert_true (harness_can_define ("foreign_function"));
    assert_true (harness_can_define ("__VERIFIER_nondet_int"));
    assert_false (harness_can_define ("fopen"));
    assert_false (harness_can_define ("sin"));
    assert_false (harness_can_define ("x () {} int y"));
    assert_false (harness_can_define ("__VERIFIER_nondet_x ()"));
    assert_false (harness_can_define (""));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (names_are_identifiers),
        cmocka_unit_test (inputs_of_all_types),
        cmocka_unit_test (ends_are_told_apart),
        cmocka_unit_test (sanitizers_see_other_checks),
        cmocka_unit_test (what_cannot_run_is_undecided),
        cmocka_unit_test (preprocessed_files_run),
        cmocka_unit_test (conventions_are_given),
        cmocka_unit_test (overflows_are_seen_as_read),
        cmocka_unit_test (macros_are_the_readers),
        cmocka_unit_test (old_inline_functions_run),
        cmocka_unit_test (leaks_are_seen),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
