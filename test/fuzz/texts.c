/* texts.c -- libFuzzer target: any bytes read as one of the texts that users, other
 * tools and run directories hand over.
 *
 * The first byte is the letter of the reader.  Whatever follows, the reader must
 * answer; what it refuses, it says why, and what it can also write reads again as
 * the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/yaml.h"
#include "bounded/proof.h"
#include "dap/message.h"
#include "dap/session.h"
#include "frontend/boogie/boogie.h"
#include "frontend/task/task.h"
#include "journal/manifest.h"
#include "journal/run.h"
#include "avr/device/image.h"
#include "frontend/hex/cdb.h"
#include "frontend/hex/ihex.h"
#include "mcs51/device/image.h"
#include "micro/property/environment.h"
#include "vm/replay/walk.h"
#include "program/trail/trail.h"
#include "report/replay_plan.h"
#include "report/witness_yaml.h"
#include "texts.h"

/* What trails and proofs are about. */
static const char program_text[] =
    "type T; const c: T; function f (x: int) returns (int);\n"
    "var g: int; var m: [int]int;\n"
    "procedure {:entrypoint} main () modifies g, m;\n"
    "{ var l: int;\n"
    " start: havoc l; call p (l); goto one, two;\n"
    " one: assume l > 0; m[l] := f (l); call p (3); goto two;\n"
    " two: assert g < 7; return; }\n"
    "procedure p (x: int) modifies g; { g := g + x; }\n";
/* What Horn witnesses are about. */
static const char clauses_text[] =
    "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"
    "(assert (forall ((x Int)) (=> (= x 0) (P x))))\n"
    "(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))\n"
    "(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))\n";

void
require (bool good, const char *what)
{
    if (good)
        return;
    fprintf (stderr, "broken: %s\n", what);
    abort ();
}

void
refused (const struct problem *p)
{
    require (p->kind == PROBLEM_INPUT || p->kind == PROBLEM_UNSUPPORTED
                 || p->kind == PROBLEM_USAGE,
             "a refusal without a problem");
}

static void
read_yaml (const char *text, size_t size)
{
    struct yaml y;
    struct problem p = {0};
    if (yaml_read (&y, text, size, "fuzz", &p))
        yaml_clear (&y);
    else
        refused (&p);
}

static void
read_task (const char *text, size_t size)
{
    struct task t;
    struct problem p = {0};
    if (!task_read (&t, text, size, "dir/fuzz.yml", &p)) {
        refused (&p);
        return;
    }
    for (size_t i = 0; i < t.file.size; i++)
        require (!strchr ("-@", t.file.at[i][0]), "a name like an option");
    task_clear (&t);
}

static void
read_property (const char *text, size_t size)
{
    struct property t;
    struct problem p = {0};
    if (property_read (&t, text, size, "fuzz", &p))
        property_clear (&t);
    else
        refused (&p);
}

static void
read_witness (const char *text, size_t size)
{
    struct witness w;
    struct problem p = {0};
    witness_recognise (text, size);
    if (witness_read (&w, text, size, "fuzz", &p))
        witness_clear (&w);
    else
        refused (&p);
}

static void
read_environment (const char *text, size_t size)
{
    struct micro_environment e, again;
    struct micro_image image = {0};
    avr_image_init (&image, avr_device_find ("atmega16"));
    struct problem p = {0};
    micro_environment_init (&e);
    if (micro_environment_read (&e, &image, text, size, "fuzz", &p)) {
        struct buffer one, two;
        struct reader r;
        buffer_init (&one);
        buffer_init (&two);
        micro_environment_write (&e, &one);
        reader_init (&r, buffer_view (&one));
        micro_environment_init (&again);
        require (micro_environment_get (&again, &r), "an environment, sent");
        micro_environment_write (&again, &two);
        require (bytes_equal (buffer_view (&one), buffer_view (&two)),
                 "an environment that changes on its way");
        micro_environment_clear (&again);
        buffer_clear (&one);
        buffer_clear (&two);
    } else
        refused (&p);
    micro_environment_clear (&e);
}

static void
read_hex (const char *text, size_t size)
{
    struct ihex h;
    struct problem p = {0};
    ihex_recognise (text, size);
    if (!ihex_read (&h, text, size, MCS51_CODE, "fuzz", &p)) {
        refused (&p);
        return;
    }
    require (h.end && h.end <= MCS51_CODE, "code that ends outside");
    require (h.loaded[(h.end - 1) >> 3] >> ((h.end - 1) & 7) & 1,
             "an end that was not loaded");
    ihex_clear (&h);
}

/* Names of all that is there. */
static void
read_cdb (const char *text, size_t size)
{
    struct micro_image image = {0};
    struct problem p = {0};
    micro_symbols_init (&image.symbols);
    mcs51_image_init (&image, mcs51_device_find ("8052"));
    if (cdb_read (&image, text, size, "fuzz", &p)) {
        const struct micro_symbols *s = &image.symbols;
        micro_symbols_sort (&image.symbols);
        for (size_t i = 0; i < s->variable.size; i++) {
            const struct micro_variable *v = &s->variable.at[i];
            struct micro_leaf leaf;
            struct text name;
            require (v->address < image.data_size, "a variable outside");
            text_init (&name);
            micro_symbols_leaf (s, v->address, 0xff, &leaf, &name);
            text_clear (&name);
        }
    } else
        refused (&p);
    micro_image_clear (&image);
}

static void
read_walk (const char *text, size_t size)
{
    struct vm_walk w = {0}, again = {0};
    struct text one, two;
    (void) size;
    text_init (&one);
    text_init (&two);
    if (vm_walk_read (&w, text)) {
        vm_walk_write (&w, &one);
        require (vm_walk_read (&again, text_view (&one)), "a walk, written");
        vm_walk_write (&again, &two);
        require (!strcmp (text_view (&one), text_view (&two)),
                 "a walk that changes when it is written");
    }
    vm_walk_clear (&w);
    vm_walk_clear (&again);
    text_clear (&one);
    text_clear (&two);
}

enum { INPUTS = 1000 }; /* then the program is read anew: terms only grow */

static struct program *
program_get (void)
{
    static struct program program;
    static unsigned inputs;
    struct problem p = {0};
    if (inputs++ % INPUTS)
        return &program;
    if (inputs > 1)
        program_clear (&program);
    program_init (&program, "fuzz.bpl");
    require (boogie_read (&program, program_text, sizeof program_text - 1,
                          "fuzz.bpl", &p),
             "the program");
    return &program;
}

static void
read_trail (const char *text, size_t size)
{
    struct program *program = program_get ();
    struct trail t, again;
    struct text one, two;
    struct problem p = {0};
    (void) size;
    trail_init (&t);
    trail_init (&again);
    text_init (&one);
    text_init (&two);
    if (trail_read (&t, program, text, "fuzz", &p)) {
        trail_write (&t, program, &one);
        require (trail_read (&again, program, text_view (&one), "fuzz", &p),
                 "a trail, written");
        trail_write (&again, program, &two);
        require (!strcmp (text_view (&one), text_view (&two)),
                 "a trail that changes when it is written");
    } else
        refused (&p);
    trail_clear (&t);
    trail_clear (&again);
    text_clear (&one);
    text_clear (&two);
}

static void
read_proof (const char *text, size_t size)
{
    struct prepared prepared;
    struct options options;
    struct vec_partition leaves = {0};
    struct problem p = {0};
    char entry[256];
    (void) size;
    options_init (&options);
    if (!proof_recognise (text)
        || !proof_options (text, "fuzz", &options, entry, sizeof entry, &p))
        return;
    if (prepare (&prepared, program_get (), &options, &p)) {
        if (proof_read (&prepared, text, "fuzz", &leaves, &p)) {
            proof_covers (&leaves);
            proof_clear (&leaves);
        } else
            refused (&p);
        prepared_clear (&prepared);
    }
}

static void
read_horn (const char *text, bool proof)
{
    struct replay_input input;
    struct replay_text witness;
    struct replay_plan plan;
    struct problem p = {0};
    require (replay_input_read (&input, clauses_text, "fuzz.smt2", &p),
             "the clauses");
    replay_plan_init (&plan);
    if (replay_text_read (&witness, text, "fuzz", &p)) {
        if (!(proof ? replay_proof : replay_derivation) (&plan, &input,
                                                         &witness, &p))
            refused (&p);
    } else
        refused (&p);
    replay_text_clear (&witness); /* in any case, as replay.c does */
    replay_plan_clear (&plan);
    replay_input_clear (&input);
}

static void
read_model (const char *text, size_t size)
{
    (void) size;
    read_horn (text, true);
}

static void
read_derivation (const char *text, size_t size)
{
    (void) size;
    read_horn (text, false);
}

static void
read_manifest (const char *text, size_t size)
{
    struct options o;
    struct problem p = {0};
    options_init (&o);
    struct run_identity id = {.version = "1",
                              .solver = "z3",
                              .input = "fuzz",
                              .digest = digest_string (""),
                              .options = &o};
    if (!manifest_agrees ("fuzz", text, size, &id, &p))
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
}

/* What an editor steps through. */
static bool
load_trace (void *context, const struct dap_launch *launch, struct outcome *o,
            struct text *said, struct problem *p)
{
    (void) context;
    (void) launch;
    (void) said;
    (void) p;
    outcome_hear_trace (
        o, "a.c:1:1\tcall f (n = 2)\t\t0\tmain\tcall\t0\t0\tmain\n"
           "a.c:7:1\ts.at[3] = 4, m = [1 := {p = 5}]\t\t0\tmain\tstep\t1\t1"
           "\tf\nb.c:5:1\tit fails\t\t0\tother\tfault\t0\t0\tg\n");
    return true;
}

/* All that a client sends. */
static void
read_session (const char *text, size_t size)
{
    const struct dap_loader loader = {.load = load_trace, .directory = "/w"};
    dap_session *s = dap_session_new (&loader);
    struct dap_input in;
    struct buffer body;
    struct text out;
    const char *why = NULL;
    dap_input_init (&in);
    buffer_init (&body);
    text_init (&out);
    dap_input_add (&in, (struct bytes) {(const uint8_t *) text, size});
    bool goes_on = true;
    enum dap_got got;
    while (goes_on && (got = dap_input_take (&in, &body, &why)) != DAP_MORE) {
        text_reset (&out);
        if (got == DAP_MESSAGE)
            goes_on = dap_session_take (s, buffer_view (&body), &out);
        else
            dap_session_refuse (s, why, &out);
        require (out.size > 0, "a message without an answer");
        buffer_reset (&body);
    }
    text_clear (&out);
    buffer_clear (&body);
    dap_input_clear (&in);
    dap_session_free (s);
}

static const struct {
    char queued_message;
    void (*read) (const char *text, size_t size); /* ends with 0 */
} readers[] = {
    {'y', read_yaml},
    {'t', read_task},
    {'p', read_property},
    {'w', read_witness},
    {'l', read_walk},
    {'e', read_environment},
    {'r', read_trail},
    {'f', read_proof},
    {'m', read_model},
    {'d', read_derivation},
    {'j', read_manifest},
    {'a', read_session},
    {'x', read_hex},
    {'c', read_cdb},
    {'q', read_formula},
    {'n', read_program_name},
    {'i', read_firmware_expression},
    {'o', read_model_expression},
};

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    char *text = memory_new (size);
    memcpy (text, data + 1, size - 1);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i].queued_message == (char) data[0])
            readers[i].read (text, size - 1);
    memory_free (text);
    return 0;
}
