/* check_machines.c -- random formulas about real machines: on the fly, by labelling on 1, 2
 * and 4 threads and over 1 to 3 members, and a reference that reads like the definition
 * agree; the story is the same for all of them, and a way through the graph.
 *
 * A machine is a row of `machines`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "../micro/firmware.h"
#include "auto/firmware/firmware.h"
#include "command/worker.h"
#include "ctl/members.h"
#include "effort.h"
#include "micro/property/property.h"
#include "frontend/elf/elf.h"
#include "frontend/hex/hex.h"
#include "model/model.h"
#include "base/build.h"
#include "team/transport/simulated.h"
#include "vm/machine.h"
#include "terms.h"

enum { MOST_STATES = 3000, MOST_WORDS = 4, MOST_PROGRAMS = 12 };

/* A program of a machine, and what to ask of it. */
struct subject {
    const char *program;
    const char *word[MOST_WORDS];
};

struct machine_row {
    const char *name;
    unsigned rounds; /* formulas in all */
    /* The machine with the propositions of the formula; null: it could not be made. */
    generator *(*open) (const struct subject *, const struct ctl_formula *);
    void (*write) (const generator *, struct buffer *);
    const struct subject *subject;
    unsigned subjects;
    /* May be null: the same without any reduction, for the reference; formulas have no
     * X then. */
    generator *(*full) (const struct subject *, const struct ctl_formula *);
};

/* ---- models */

static const struct subject models[] = {
    {"phil 3", {"eating > 0", "at[0] == 1", "fork[1]", "at[2] > 1"}},
    {"phil 4 bug", {"eating > 1", "at[0] == 1", "fork[1]", "at[3] == 0"}},
    {"peterson 2", {"incs == 1", "level[0] > 0", "last[1] == 1", "at[1] == 6"}},
    {"bakery 2 2",
     {"incs > 0", "num[0] > num[1]", "choosing[0]", "at[1] == 17"}},
    {"deep 2 9", {"round > 4", "arrived[0]", "arrived[1]", "round == 9"}},
};

static const struct subject graphs[] = {
    {"graph 4 1", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 4 2", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 4 3", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 5 4", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 6 5", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 4 6", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 4 7", {"w[0]", "w[1]", "w[2]", "w[3]"}},
    {"graph 8 8", {"w[0]", "w[1]", "w[2]", "w[3]"}},
};

static generator *
model_machine (const struct subject *s, const struct ctl_formula *f)
{
    char line[80];
    struct problem p = {0};
    int size = snprintf (line, sizeof line, "cohort-model %s", s->program);
    generator *g = model_read (line, (size_t) size, "model", &p);
    for (size_t i = 0; g && i < f->proposition.size; i++)
        assert_true (
            model_ask (g, f->proposition.at[i].text, (struct place) {0}, &p));
    return g;
}

/* ---- AVR firmware, on the exact machine: as it is compiled once */

#define AVR_HEAD                                        \
    "#include <avr/io.h>\n#include <avr/interrupt.h>\n" \
    "volatile unsigned char a, b, c;\n"

static const struct subject avr[] = {
    {AVR_HEAD "ISR (INT0_vect) { a = 1; }\n"
              "int main (void) { GICR = 1 << INT0; sei (); for (;;)"
              " if (a) { cli (); a = 0; b = 1; sei (); b = 0; } }\n",
     {"a", "b", "SREG.I", "pc == __vector_1"}},
    {AVR_HEAD "int main (void) { for (;;) { a = PINB & 3; if (a == 2) b ^= 1;"
              " else if (a == 1) for (;;) c = 1; } }\n",
     {"a == 2", "b", "c", "a > b"}},
    {AVR_HEAD "ISR (TIMER0_OVF_vect) { a = 1; }\n"
              "int main (void) { TIMSK = 1 << TOIE0; sei (); while (!a) b = 1;"
              " cli (); c = 1; for (;;); }\n",
     {"a == 1", "b", "SREG.I", "c"}},
    {AVR_HEAD "int main (void) { for (a = 0; a < 5; a++) b += a;"
              " c = b == 10; for (;;) if (a < 9) a++; }\n",
     {"a == 3", "b > 3", "c", "a == 9"}},
    {AVR_HEAD
     "int main (void) { for (;;) { if (PINB & 1) { PORTB |= 1; a = 1; }"
     " else { PORTB &= ~1; a = 0; } b = a; } }\n",
     {"a", "reads(PINB.0, 1)", "PORTB.0", "a == b"}},
};

static generator *
avr_machine (const struct subject *s, const struct ctl_formula *f)
{
    static char *elf[MOST_PROGRAMS];
    static size_t size[MOST_PROGRAMS];
    size_t n = (size_t) (s - avr);
    struct options o;
    struct problem p = {0};
    struct firmware w = {.given_up = 0};
    char *argument[] = {(char *) "--memory=exact", (char *) "--reduce=path"};
    if (!elf[n])
        elf[n] = firmware_compile (s->program, "-mmcu=atmega16 -Os -gdwarf-4",
                                   &size[n]);
    options_init (&o);
    if (!elf[n] || !options_parse (&o, 2, argument, &p)
        || !elf_read (&w.image, elf[n], size[n], "x.elf", NULL, &p)
        || !firmware_ask (&w, &o, &p)) {
        options_clear (&o);
        return NULL;
    }
    for (size_t i = 0; i < f->proposition.size; i++) {
        struct micro_property one = {0};
        assert_true (micro_property_read_at (
            &one, &w.image, f->proposition.at[i].text, "test", 1, &p));
        micro_proposition_add (w.program, &one);
    }
    generator *g =
        firmware_machine (&w, w.program->memory, w.program->reductions, &p);
    firmware_clear (&w);
    options_clear (&o);
    return g;
}

/* ---- C programs with threads */

#define C_HEAD                                       \
    "#include <pthread.h>\nint a, b, c;\n"           \
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER," \
    " n = PTHREAD_MUTEX_INITIALIZER;\n"              \
    "extern _Bool __VERIFIER_nondet_bool (void);\n"

static const struct subject programs[] = {
    {C_HEAD "void *f (void *x) { a = 1; while (!b); a = 2; return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " c = 1; b = 1; pthread_join (t, 0); c = 2; }\n",
     {"a == 1", "b", "c > a", "threads() == 2"}},
    {C_HEAD "void *f (void *x) { pthread_mutex_lock (&m); a++; a--;"
            " pthread_mutex_unlock (&m); return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " f (0); c = 1; }\n",
     {"a", "at(f) > 1", "alive(1)", "c || at(main)"}},
    {C_HEAD "void *f (void *x) { for (;;) a = !a; return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " for (;;) { b = 1; if (__VERIFIER_nondet_bool ()) c = !c;"
            " b = 0; } }\n",
     {"a", "b", "c", "a == b"}},
    {C_HEAD "void g (void) { b = !b; }\n"
            "int main (void) { while (__VERIFIER_nondet_bool ()) {"
            " a = (a + 1) % 4; if (a == 2) g (); }"
            " if (__VERIFIER_nondet_bool ()) for (;;); c = 1; }\n",
     {"a > 1", "b", "c", "at(g)"}},
    {C_HEAD "void *f (void *x) { pthread_mutex_lock (&n); a = 1;"
            " pthread_mutex_lock (&m); a = 2; pthread_mutex_unlock (&m);"
            " pthread_mutex_unlock (&n); return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " pthread_mutex_lock (&m); b = 1; pthread_mutex_lock (&n); b = 2;"
            " c = a; pthread_mutex_unlock (&n); pthread_mutex_unlock (&m); }\n",
     {"a == 1", "b == 1", "c == 2", "threads() == 0"}},
    /* Once `a` is set, both ways are still open. */
    {C_HEAD "int main (void) { a = 1; if (__VERIFIER_nondet_bool ()) b = 1;"
            " else c = 1; a = 0; }\n",
     {"a", "b", "c", "threads() == 0"}},
    /* Others may come before a choice. */
    {C_HEAD "void *f (void *x) { a = 1; while (!b && !c); return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " if (__VERIFIER_nondet_bool ()) b = 1; else c = 2; }\n",
     {"a", "b", "c == 2", "c > b"}},
    /* What only main writes is seen all the same. */
    {C_HEAD "void *f (void *x) { a = 1; a = 2; return x; }\n"
            "int main (void) { pthread_t t; pthread_create (&t, 0, f, 0);"
            " b = 1; c = b; b = 2; c = 0; b = 3; pthread_join (t, 0); }\n",
     {"a == 1 && b == 1", "b + c == 3", "a + c > b", "a == 2 && b == 2"}},
};

/* The code of a program, as cohort-llvm writes it. */
static struct bytes
program_code (size_t n)
{
    static struct bytes made[MOST_PROGRAMS];
    char folder[] = "/tmp/cohort-ctl-XXXXXX", path[64];
    struct text command;
    if (made[n].size)
        return made[n];
    assert_non_null (mkdtemp (folder));
    text_init (&command);
    snprintf (path, sizeof path, "%s/program.c", folder);
    assert_true (
        text_save (path, programs[n].program, strlen (programs[n].program)));
    text_print (&command,
                "build/%s --bits=64 --machine=always --build=%s "
                "--out=%s/code --report=%s/report -- %s",
                "cohort-llvm", build_identity, folder, folder, path);
    assert_int_equal (system (text_view (&command)), 0);
    snprintf (path, sizeof path, "%s/code", folder);
    char *data = text_file (path, &made[n].size);
    assert_non_null (data);
    made[n].data = (const uint8_t *) data;
    text_reset (&command);
    text_print (&command, "rm -rf %s", folder);
    assert_int_equal (system (text_view (&command)), 0);
    text_clear (&command);
    return made[n];
}

static generator *
program_open (const struct subject *s, const struct ctl_formula *f,
              uint32_t reductions, uint32_t options)
{
    struct vm_code code;
    struct problem p = {0};
    struct reader r;
    vm_code_init (&code);
    reader_init (&r, program_code ((size_t) (s - programs)));
    reader_bytes (&r);
    assert_true (vm_code_read (&code, &r) && reader_done (&r));
    code.checks = VM_CHECK_ASSERT | VM_CHECK_ACCESS;
    code.reductions = reductions;
    code.options = options;
    generator *g = vm_machine_new (&code, &p);
    for (size_t i = 0; g && i < f->proposition.size; i++)
        assert_true (vm_machine_ask (g, f->proposition.at[i].text,
                                     (struct place) {0}, &p));
    vm_code_clear (&code);
    return g;
}

static generator *
program_machine (const struct subject *s, const struct ctl_formula *f)
{
    return program_open (s, f, VM_REDUCE_LOCAL, VM_NO_GUESS);
}

/* Every instruction is an edge. */
static generator *
program_full (const struct subject *s, const struct ctl_formula *f)
{
    return program_open (s, f, 0, VM_NO_GUESS | VM_SINGLE);
}

/* ---- MCS-51 firmware, the same */

#define MCS51_HEAD "#include <8052.h>\nvolatile unsigned char a, b, c;\n"

static const struct subject mcs51[] = {
    {MCS51_HEAD "void tick (void) __interrupt (0) { a = 1; }\n"
                "void main (void) { IT0 = 1; EX0 = 1; EA = 1; for (;;)"
                " if (a) { EA = 0; a = 0; b = 1; EA = 1; b = 0; } }\n",
     {"a", "b", "EA", "pc == tick"}},
    {MCS51_HEAD "void main (void) { for (;;) { a = P1 & 3; if (a == 2) b ^= 1;"
                " else if (a == 1) for (;;) c = 1; } }\n",
     {"a == 2", "b", "c", "a > b"}},
    {MCS51_HEAD "void tick (void) __interrupt (1) { a = 1; }\n"
                "void main (void) { ET0 = 1; TR0 = 1; EA = 1; while (!a) b = 1;"
                " EA = 0; c = 1; for (;;); }\n",
     {"a == 1", "b", "EA", "c"}},
    {MCS51_HEAD "void main (void) { for (a = 0; a < 5; a++) b += a;"
                " c = b == 10; for (;;) if (a < 9) a++; }\n",
     {"a == 3", "b > 3", "c", "a == 9"}},
    {MCS51_HEAD "void main (void) { for (;;) { if (P1_0) { P2_0 = 1; a = 1; }"
                " else { P2_0 = 0; a = 0; } b = a; } }\n",
     {"a", "reads(P1.0, 0)", "P2.0", "a == b"}},
};

static bool
mcs51_compile (const char *source, struct micro_image *image, struct problem *p)
{
    char folder[] = "/tmp/cohort-sdcc-XXXXXX", path[64];
    struct buffer symbols;
    struct text command;
    size_t size;
    bool good = mkdtemp (folder) != NULL;
    text_init (&command);
    buffer_init (&symbols);
    snprintf (path, sizeof path, "%s/x.c", folder);
    good = good && text_save (path, source, strlen (source));
    text_print (&command, "cd %s && sdcc -mmcs51 --debug x.c", folder);
    good = good && !system (text_view (&command));
    snprintf (path, sizeof path, "%s/x.ihx", folder);
    char *hex = good ? text_file (path, &size) : NULL;
    good = hex && hex_read (image, hex, size, path, "8052", &symbols, p);
    text_reset (&command);
    text_print (&command, "rm -rf %s", folder);
    good = !system (text_view (&command)) && good;
    memory_free (hex);
    text_clear (&command);
    buffer_clear (&symbols);
    return good;
}

/* A program of its own for each machine. */
static generator *
image_machine (const struct micro_image *image, const struct ctl_formula *f)
{
    struct problem p = {0};
    struct micro_program *program = image->class->make (image);
    program->memory = MICRO_EXACT;
    program->reductions = MICRO_PATH;
    for (size_t i = 0; i < f->proposition.size; i++) {
        struct micro_property one = {0};
        assert_true (micro_property_read_at (
            &one, image, f->proposition.at[i].text, "test", 1, &p));
        micro_proposition_add (program, &one);
    }
    program->class->finish (program);
    return micro_machine_new (program);
}

/* Compiled once. */
static generator *
mcs51_machine (const struct subject *s, const struct ctl_formula *f)
{
    static struct micro_image image[MOST_PROGRAMS];
    size_t n = (size_t) (s - mcs51);
    struct problem p = {0};
    if (!image[n].class && !mcs51_compile (s->program, &image[n], &p))
        return NULL;
    return image_machine (&image[n], f);
}

/* ---- XC167 firmware, the same */

#define XC167_HEAD                                                     \
    ".data a 0xf800 2\n.data b 0xf802 2\n.data c 0xf804 2\n.org 0x0\n" \
    "jmps start\n.org 0x200\nstart: diswdt\nmov R0, #0\nmov R1, #1\n"  \
    "mov a, R0\nmov b, R0\nmov c, R0\n"

static const struct subject xc167[] = {
    {XC167_HEAD "extr #1\nmov EXICON, #1\nmov CC8IC, #0x44\neinit\nbset IEN\n"
                "main: mov R2, a\njmpr cc_Z, main\nmov a, R0\nmov b, R1\n"
                "mov b, R0\njmpr cc_UC, main\n"
                "tick: mov a, R1\nreti\n.org 0x60\njmps tick\n",
     {"a", "b", "ILVL > 0", "pc == tick"}},
    {XC167_HEAD "einit\nmain: mov R2, #0\njnb P5.0, one\nadd R2, #1\n"
                "one: jnb P5.1, two\nadd R2, #2\ntwo: mov a, R2\n"
                "cmp R2, #2\njmpr cc_NZ, odd\nmov R3, b\nxor R3, #1\n"
                "mov b, R3\njmpr cc_UC, main\nodd: cmp R2, #1\n"
                "jmpr cc_NZ, main\nend: mov c, R1\njmpr cc_UC, end\n",
     {"a == 2", "b", "c", "a > b"}},
    {XC167_HEAD "mov T3CON, #0x40\nmov T3IC, #0x44\neinit\nbset IEN\n"
                "main: mov b, R1\nmov R2, a\njmpr cc_Z, main\nbclr IEN\n"
                "mov c, R1\nend: jmpr cc_UC, end\n"
                "tick: mov a, R1\nreti\n.org 0x8c\njmps tick\n",
     {"a == 1", "b", "IEN", "c"}},
    {XC167_HEAD "einit\nmain: mov R2, a\nmov R3, b\nadd R3, R2\nmov b, R3\n"
                "add R2, #1\nmov a, R2\ncmp R2, #5\njmpr cc_NZ, main\n"
                "cmp R3, #10\njmpr cc_NZ, on\nmov c, R1\non: cmp R2, #9\n"
                "jmpr cc_Z, on\nadd R2, #1\nmov a, R2\njmpr cc_UC, on\n",
     {"a == 3", "b > 3", "c", "a == 9"}},
    {XC167_HEAD "mov DP2, #0xff00\neinit\nmain: mov R2, #0\njnb P5.0, off\n"
                "bset P2.8\nmov a, R1\njmpr cc_UC, on\noff: bclr P2.8\n"
                "mov a, R0\non: mov R2, a\nmov b, R2\njmpr cc_UC, main\n",
     {"a", "b", "P2.8", "a == b"}},
};

static bool
xc167_assemble (const char *source, struct micro_image *image,
                struct problem *p)
{
    char folder[] = "/tmp/cohort-xc167-XXXXXX", path[64];
    struct text command;
    size_t size;
    bool good = mkdtemp (folder) != NULL;
    text_init (&command);
    snprintf (path, sizeof path, "%s/x.s", folder);
    good = good && text_save (path, source, strlen (source));
    text_print (&command, "test/xc167/assemble %s %s/x.elf", path, folder);
    good = good && !system (text_view (&command));
    snprintf (path, sizeof path, "%s/x.elf", folder);
    char *elf = good ? text_file (path, &size) : NULL;
    good = elf && elf_read (image, elf, size, path, NULL, p);
    text_reset (&command);
    text_print (&command, "rm -rf %s", folder);
    good = !system (text_view (&command)) && good;
    memory_free (elf);
    text_clear (&command);
    return good;
}

static generator *
xc167_machine (const struct subject *s, const struct ctl_formula *f)
{
    static struct micro_image image[MOST_PROGRAMS];
    size_t n = (size_t) (s - xc167);
    struct problem p = {0};
    if (!image[n].class && !xc167_assemble (s->program, &image[n], &p))
        return NULL;
    return image_machine (&image[n], f);
}

#define ROW(list) list, sizeof list / sizeof *list

static const struct machine_row machines[] = {
    {"graphs", 1000, model_machine, model_write, ROW (graphs), NULL},
    {"models", 200, model_machine, model_write, ROW (models), NULL},
    {"AVR", 200, avr_machine, micro_machine_write, ROW (avr), NULL},
    {"C", 200, program_machine, vm_machine_write, ROW (programs), program_full},
    {"MCS-51", 200, mcs51_machine, micro_machine_write, ROW (mcs51), NULL},
    {"XC167", 200, xc167_machine, micro_machine_write, ROW (xc167), NULL},
};

/* ---- what is said, by each way of deciding */

struct said {
    uint64_t
        answer; /* enum ctl_answer; without gaps, so that all can be compared */
    uint64_t states, edges, steps, layers;
    struct digest digest, story;
};

struct way {
    const char *name;
    unsigned threads, members; /* 0: on the fly; alone */
};

static const struct way ways[] = {
    {"on the fly", 0, 0}, {"1 thread", 1, 0}, {"2 threads", 2, 0},
    {"4 threads", 4, 0},  {"1 member", 1, 1}, {"2 members", 1, 2},
    {"3 members", 1, 3},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct gathering {
    unsigned members;
    uint64_t seed;
    struct log *log;
};

static bool
run_team (void *context, const struct member_class *class, member *master,
          struct problem *p)
{
    const struct gathering *g = context;
    struct simulated_options s = {.seed = g->seed,
                                  .members = g->members,
                                  .delay_ns = 70000,
                                  .jitter_ns = 500000,
                                  .unit_ns_x1024 = 300000,
                                  .late_percent = 20,
                                  .slow_percent = 20,
                                  .log = g->log};
    struct simulated_outcome outcome;
    return simulated_run (&s, class, master, &worker_class, worker_new,
                          worker_free, NULL, &outcome, p);
}

/* The story begins at the root, each step is an edge, a loop closes. */
static struct digest
story_walk (struct ctl_graph *g, const struct ctl_story *story)
{
    struct buffer b;
    uint32_t at = CTL_ROOT;
    const uint32_t *target;
    buffer_init (&b);
    for (size_t i = 0; i < story->size; i++) {
        const struct ctl_event *e = &story->at[i];
        buffer_uint (&b, e->kind);
        buffer_byte (&b, e->value);
        switch ((enum ctl_event_kind) e->kind) {
        case CTL_EVENT_STEP:
            assert_int_equal (at, e->state);
            assert_true (e->choice < ctl_graph_edges (g, at, &target));
            assert_int_equal (target[e->choice], e->target);
            at = e->target;
            buffer_uint (&b, e->choice);
            break;
        case CTL_EVENT_LOOP:
            assert_int_equal (at, e->state);
            assert_true (e->target < i);
            assert_int_equal (story->at[e->target].state, at);
            buffer_uint (&b, e->target);
            break;
        case CTL_EVENT_CLAIM:
            at = e->state;
            buffer_uint (&b, e->node);
        }
    }
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

static struct said
say (const struct machine_row *row, generator *m, const struct ctl_formula *f,
     const struct way *w, uint64_t seed)
{
    struct log log;
    struct gathering gathering = {w->members, seed, &log};
    struct engine_context engine = {
        .log = &log, .run_team = run_team, .context = &gathering};
    struct store_options kept = {.kind = "plain", .threads = 1};
    struct ctl_how how = {.threads = w->threads, .store = kept};
    struct ctl_graph g;
    struct ctl_result r;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    assert_true (ctl_graph_init (&g, m, &kept));
    if (w->members) {
        struct buffer program;
        buffer_init (&program);
        row->write (m, &program);
        struct ctl_team of = {.members = w->members,
                              .program = buffer_view (&program)};
        ctl_check_members (&engine, &g, f, &how, &of, &r);
        buffer_clear (&program);
    } else
        ctl_check (&engine, &g, f, &how, &r);
    if (r.answer == CTL_FAILED)
        fail_msg ("%s: %s", w->name, r.problem.message);
    struct said s = {.answer = r.answer,
                     .states = r.states,
                     .edges = r.edges,
                     .steps = r.steps,
                     .layers = r.layers,
                     .digest = r.digest,
                     .story = story_walk (&g, &r.story)};
    assert_true (r.answer != CTL_FAILS || r.story.size);
    ctl_result_clear (&r);
    ctl_graph_clear (&g);
    return s;
}

/* ---- a round */

struct tally {
    unsigned held, failed, unfair, fewer;
    uint64_t needed, all; /* states */
};

/* What the reference says of the states in which it is asked. */
static enum ctl_answer
reference (const struct meaning *m, const struct terms *t, unsigned top)
{
    const struct explicit_graph *g = m->graph;
    set seen = set_new (m), where = mean (m, t, top),
        fair = fair_always (m, all_states (m));
    struct VEC (uint32_t) open = {0};
    bool asked = false, all = true, path = false;
    for (uint32_t s = 0; s < g->state.size; s++)
        if (g->state.at[s].initial) {
            VEC_PUSH (open, s);
            seen[s] = 1;
        }
    while (open.size) {
        uint32_t s = VEC_POP (open);
        if (is_asked (m, s)) {
            asked = true;
            all &= where[s];
            path |= fair[s];
            continue;
        }
        for (size_t i = 0; i < g->state.at[s].to.size; i++)
            if (!seen[g->state.at[s].to.at[i]]++)
                VEC_PUSH (open, g->state.at[s].to.at[i]);
    }
    VEC_CLEAR (open);
    memory_free (seen);
    memory_free (where);
    memory_free (fair);
    return !asked  ? CTL_NOT_ASKED
           : !path ? CTL_UNFAIR
           : all   ? CTL_HOLDS
                   : CTL_FAILS;
}

/* Bit n of a label becomes what word n says. */
static void
labels_sort (struct explicit_graph *g, const struct subject *s,
             const struct ctl_formula *f)
{
    for (size_t i = 0; i < g->state.size; i++) {
        uint64_t old = g->state.at[i].label, new = old &GENERATOR_ASKED;
        for (unsigned k = 0; k < MOST_WORDS; k++)
            for (size_t q = 0; q < f->proposition.size; q++)
                if (!strcmp (f->proposition.at[q].text, s->word[k]))
                    new |= (old >> q & 1) << k;
        g->state.at[i].label = new;
    }
}

/* `known`: a formula as of term_read; null: any. */
static void
round_run (const struct machine_row *row, const struct subject *s,
           struct dice *d, unsigned round, const char *known,
           struct tally *tally)
{
    struct terms terms = {
        .word = s->word, .words = MOST_WORDS, .next = !row->full};
    unsigned top = known ? term_read (&terms, known)
                         : term_make (&terms, d, 1 + dice_roll (d, 3));
    unsigned constraints = known || dice_roll (d, 2) ? 0 : 1 + dice_roll (d, 2);
    unsigned fair[2] = {dice_roll (d, MOST_WORDS), dice_roll (d, MOST_WORDS)},
             when[2] = {MOST_WORDS, MOST_WORDS};
    struct text text, fairness;
    struct ctl_formula f = {.root = 0};
    struct problem p = {0};
    text_init (&text);
    text_init (&fairness);
    term_print (&terms, top, &text);
    for (unsigned i = 0; i < constraints; i++) {
        text_add (&fairness, i ? "; " : "");
        if (dice_roll (d, 2)) {
            when[i] = dice_roll (d, MOST_WORDS);
            text_print (&fairness, "%s ~> ", s->word[when[i]]);
        }
        text_add (&fairness, s->word[fair[i]]);
    }
    /* With all words, so that labels have them. */
    struct text with;
    text_init (&with);
    for (unsigned i = 0; i < MOST_WORDS; i++)
        text_print (&with, "((true -> %s) && false) || (", s->word[i]);
    text_print (&with, "true -> %s", text_view (&text));
    for (unsigned i = 0; i < MOST_WORDS; i++)
        text_add (&with, ")");
    if (!ctl_formula_read (
            &f, (struct ctl_source) {text_view (&with), "test"},
            (struct ctl_source) {constraints ? text_view (&fairness) : NULL,
                                 "fair"},
            &p))
        fail_msg ("%s: %s", text_view (&with), p.message);
    generator *m = row->open (s, &f);
    assert_non_null (m);
    struct explicit_graph graph = {.cut = false};
    generator *full = row->full ? row->full (s, &f) : NULL;
    assert_true (explicit_make (&graph, full ? full : m, MOST_STATES));
    assert_true (!full || !graph.cut);
    labels_sort (&graph, s, &f);
    struct meaning meaning = {&graph, fair, when, constraints, MOST_WORDS};
    enum ctl_answer is = reference (&meaning, &terms, top);
    struct said said[WAYS];
    for (unsigned i = 0; i < WAYS; i++) {
        /* All ways of labelling in turn; on the fly and one thread always. */
        bool skip = i > 1 && (round + i) % 3;
        said[i] = skip ? said[1] : say (row, m, &f, &ways[i], round);
        if (!graph.cut && said[i].answer != (uint64_t) is)
            fail_msg ("%s, %s: %s fair %s: said %d, is %d", row->name,
                      ways[i].name, text_view (&text), text_view (&fairness),
                      (int) said[i].answer, (int) is);
        if (graph.cut && said[i].answer != said[0].answer)
            fail_msg ("%s, %s: %s: said %d and %d", row->name, ways[i].name,
                      text_view (&text), (int) said[i].answer,
                      (int) said[0].answer);
        if (i > 1 && memcmp (&said[i], &said[1], sizeof said[1]))
            fail_msg (
                "%s, %s: %s: %u states, %u edges, %u layers, not %u, %u, %u",
                row->name, ways[i].name, text_view (&text),
                (unsigned) said[i].states, (unsigned) said[i].edges,
                (unsigned) said[i].layers, (unsigned) said[1].states,
                (unsigned) said[1].edges, (unsigned) said[1].layers);
    }
    assert_true (digest_equal (said[0].story, said[1].story));
    assert_true (said[0].states <= said[1].states);
    tally->held += is == CTL_HOLDS;
    tally->failed += is == CTL_FAILS;
    tally->unfair += is == CTL_UNFAIR;
    tally->fewer += said[0].states < said[1].states;
    tally->needed += said[0].states;
    tally->all += said[1].states;
    explicit_clear (&graph);
    m->class->free (m);
    if (full)
        full->class->free (full);
    ctl_formula_clear (&f);
    text_clear (&with);
    text_clear (&text);
    text_clear (&fairness);
}

static void
random_formulas (void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const struct machine_row *row = &machines[i];
        struct tally t = {0};
        struct dice d = {i + 1};
        unsigned rounds = effort (row->rounds);
        for (unsigned k = 0; k < rounds; k++)
            round_run (row, &row->subject[k % row->subjects], &d, k, NULL, &t);
        printf (
            "%s: %u formulas: %u hold, %u fail, %u unfair; on the fly %.0f%% "
            "of the states, fewer for %u\n",
            row->name, rounds, t.held, t.failed, t.unfair,
            100.0 * (double) t.needed / (double) (t.all ? t.all : 1), t.fewer);
        assert_true (rounds < 100
                     || (t.held > rounds / 8 && t.failed > rounds / 8
                         && t.fewer > rounds / 8));
    }
}

/* What chance seldom asks: a reduction of the C machine that goes too far makes it
 * fail (or hold). */
static const struct {
    const struct subject *subject;
    const char *formula; /* as of term_read */
    bool holds;
} known[] = {
    {&programs[5], "1 EF 2 EF & 0 & EF", true},
    {&programs[6], "1 EF 1 ! 2 EU & 0 & EF", true},
    {&programs[7], "1 EF 0 & EF 3 2 ! & EF &", true},
};

static void
known_formulas (void **state)
{
    const struct machine_row *row = machines;
    (void) state;
    while (row->subject != programs)
        row++;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct tally t = {0};
        struct dice d = {i + 1};
        round_run (row, known[i].subject, &d, i, known[i].formula, &t);
        assert_int_equal (t.held, known[i].holds);
        assert_int_equal (t.failed, !known[i].holds);
    }
}

/* On the fly, with so much memory; *labels of what was taken are labels. */
static enum ctl_answer
answer_within (generator *m, const struct ctl_formula *f, uint64_t bytes,
               uint64_t *all, uint64_t *labels)
{
    struct log log;
    struct engine_context engine = {.log = &log};
    struct store_options kept = {.kind = "plain", .threads = 1};
    struct ctl_how how = {.store = kept};
    struct ctl_graph g;
    struct ctl_result r;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    assert_true (ctl_graph_init (&g, m, &kept));
    g.memory_bytes = bytes;
    ctl_check (&engine, &g, f, &how, &r);
    enum ctl_answer answer = r.answer;
    *all = ctl_graph_memory (&g);
    *labels = g.label_bytes;
    ctl_result_clear (&r);
    ctl_graph_clear (&g);
    return answer;
}

static void
labels_count (void **state)
{
    uint64_t all, labels, of;
    struct ctl_formula f = {.root = 0};
    struct problem p = {0};
    (void) state;
    assert_true (ctl_formula_read (
        &f, (struct ctl_source) {"AG (EF w[0] || EG EF w[1])", "test"},
        (struct ctl_source) {NULL, "fair"}, &p));
    generator *m = model_machine (&graphs[7], &f);
    enum ctl_answer is = answer_within (m, &f, 0, &all, &labels);
    assert_true (is != CTL_FAILED && labels > 0);
    assert_int_equal (answer_within (m, &f, all, &of, &of), is);
    assert_int_equal (answer_within (m, &f, all - labels / 2, &of, &of),
                      CTL_FAILED);
    m->class->free (m);
    ctl_formula_clear (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (known_formulas),
        cmocka_unit_test (labels_count),
        cmocka_unit_test (random_formulas),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
