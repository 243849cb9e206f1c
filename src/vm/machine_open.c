/* machine_open.c -- a generator of the C machine: made, cloned, told. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "vm/guide/estimate.h"
#include "vm/machine_internal.h"

static const struct generator_class vm_class;

vm_machine *
vm_machine_of (generator *g)
{
    assert (g->class == &vm_class);
    return (vm_machine *) g;
}

static const vm_machine *
machine_const (const generator *g)
{
    assert (g->class == &vm_class);
    return (const vm_machine *) g;
}

static generator *
machine_make (struct vm_program *p)
{
    vm_machine *m = NEW (vm_machine);
    m->base.class = &vm_class;
    m->program = p;
    atomic_fetch_add_explicit (&p->users, 1, memory_order_relaxed);
    vm_state_init (&m->state, &p->code, &p->live);
    m->state.crowd = p->crowd;
    vm_run_init (&m->run, &m->state);
    m->run.quiet = &p->quiet;
    vm_machine_ask_open (m);
    return &m->base;
}

static generator *
machine_clone (const generator *g)
{
    return machine_make (machine_const (g)->program);
}

static void
program_free (struct vm_program *p)
{
    /* Release and acquire: whoever frees it sees that nobody reads it. */
    if (atomic_fetch_sub_explicit (&p->users, 1, memory_order_acq_rel) > 1)
        return;
    vm_question_clear (&p->question);
    vm_independence_clear (&p->quiet);
    vm_live_clear (&p->live);
    vm_code_clear (&p->code);
    memory_free (p);
}

static void
machine_free (generator *g)
{
    vm_machine *m = vm_machine_of (g);
    VEC_CLEAR (m->script);
    memory_free (m->view);
    vm_run_clear (&m->run);
    vm_state_clear (&m->state);
    if (m->other) {
        vm_run_clear (m->other_run);
        vm_state_clear (m->other);
    }
    memory_free (m->other);
    memory_free (m->other_run);
    program_free (m->program);
    memory_free (m);
}

generator *
vm_machine_new (struct vm_code *adopted, struct problem *problem)
{
    if (adopted->entry >= adopted->function.size) {
        problem_set (problem, (struct place) {0}, "the program has no main");
        return NULL;
    }
    struct vm_program *p = NEW (struct vm_program);
    p->code = *adopted;
    vm_code_init (adopted);
    vm_live_init (&p->live, &p->code);
    vm_independence_init (&p->quiet, &p->code);
    p->identity = vm_code_identity (&p->code);
    return machine_make (p);
}

const struct vm_code *
vm_machine_code (const generator *g)
{
    return &machine_const (g)->program->code;
}

void
vm_machine_crowd (generator *g, struct vm_abstract_threads *crowd)
{
    vm_machine *m = vm_machine_of (g);
    m->program->crowd = m->state.crowd = crowd;
}

void
vm_machine_write (const generator *g, struct buffer *b)
{
    const struct vm_question *q = &machine_const (g)->program->question;
    buffer_string (b, "vm");
    vm_code_write (vm_machine_code (g), b);
    buffer_uint (b, q->text.size);
    for (size_t i = 0; i < q->text.size; i++)
        buffer_string (b, q->text.at[i]);
}

/* The propositions that follow the code. */
static bool
questions_read (generator *g, struct reader *r, struct problem *problem)
{
    uint64_t count = reader_uint (r);
    bool good = !r->failed;
    for (uint64_t i = 0; good && i < count; i++) {
        char *text = reader_string (r);
        good =
            !r->failed && vm_machine_ask (g, text, (struct place) {0}, problem);
        memory_free (text);
    }
    return good && reader_done (r);
}

generator *
vm_open (struct bytes program, struct problem *problem)
{
    struct reader r;
    struct vm_code code;
    reader_init (&r, program);
    struct bytes kind = reader_bytes (&r);
    vm_code_init (&code);
    generator *g = NULL;
    if (bytes_equal (kind, bytes_of ("vm")) && vm_code_read (&code, &r))
        g = vm_machine_new (&code, problem);
    if (g && !questions_read (g, &r, problem)) {
        machine_free (g);
        g = NULL;
    }
    if (!g)
        problem_set (problem, (struct place) {0},
                     "no program of the C machine");
    vm_code_clear (&code);
    return g;
}

static struct digest
machine_identity (const generator *g)
{
    const struct vm_program *p = machine_const (g)->program;
    struct digest d = p->identity;
    for (size_t i = 0; i < p->question.text.size; i++)
        d = digest_chain (d, bytes_of (p->question.text.at[i]));
    return d;
}

/* ---- for people */

static void
place_print (const struct vm_code *c, uint32_t pc, struct text *t)
{
    const struct vm_place *p = &c->place.at[pc];
    if (p->line)
        text_print (t, "%s:%u: ", c->text.at[p->file], p->line);
}

void
vm_machine_tell (vm_machine *m, bool place)
{
    const struct vm_run *r = &m->run;
    const struct vm_thread *t = vm_self (r);
    struct text text;
    text_init (&text);
    if (place && t->frames) {
        char room[VM_THREAD_NAME];
        text_print (&text, "%s, ", vm_thread_name (r->thread, room));
        place_print (r->code, vm_frame_top (t)->pc, &text);
    }
    text_add (&text, r->message);
    snprintf (m->message, sizeof m->message, "%s", text_view (&text));
    text_clear (&text);
}

const char *
vm_machine_message (const generator *g)
{
    return machine_const (g)->message;
}

bool
vm_machine_guessed (const generator *g)
{
    return machine_const (g)->guessed;
}

/* The state beside the one that was entered. */
static struct vm_run *
machine_other (vm_machine *m, struct bytes state)
{
    if (!m->other) {
        m->other = NEW (struct vm_state);
        m->other_run = NEW (struct vm_run);
        vm_state_init (m->other, &m->program->code, &m->program->live);
        vm_run_init (m->other_run, m->other);
        m->other_run->quiet = &m->program->quiet;
    }
    vm_state_open (m->other, state);
    vm_share_opened (m->other);
    m->other_run->living = vm_count_living (m->other);
    return m->other_run;
}

static void
thread_print (struct vm_run *r, uint32_t thread, FILE *file)
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    if (t->status == VM_ENDED || !t->frames) {
        fprintf (file, "ended");
        return;
    }
    const struct vm_frame *f = vm_frame_top (t);
    struct text text;
    text_init (&text);
    place_print (r->code, f->pc, &text);
    fprintf (file, "%s%s", text_view (&text),
             r->code->text.at[r->code->function.at[f->function].name]);
    text_clear (&text);
}

static void
machine_print (generator *g, struct bytes state, const struct edge *e,
               FILE *file)
{
    if (vm_machine_is_excluded (state)) {
        fprintf (file, "an assumption does not hold");
        return;
    }
    struct vm_run *r = machine_other (vm_machine_of (g), state);
    if (!state.size) {
        fprintf (file, e ? "start" : "before the start");
        return;
    }
    const char *between = "";
    for (uint32_t t = 0; t < r->state->thread.size; t++) {
        bool told =
            e ? t == e->process : r->state->thread.at[t].status != VM_ABSENT;
        if (!told)
            continue;
        fprintf (file, "%sthread %u: ", between, t);
        thread_print (r, t, file);
        between = "; ";
    }
    if (!*between)
        fprintf (file, "the end");
}

static const char *
machine_fault_name (const generator *g, uint32_t fault)
{
    (void) g;
    return vm_fault_name (fault);
}

static int64_t
machine_estimate (generator *g, struct bytes state, int kind)
{
    return vm_estimate (machine_other (vm_machine_of (g), state), kind);
}

static uint64_t
machine_label (generator *g, struct bytes state)
{
    vm_machine *m = vm_machine_of (g);
    return vm_machine_label (
        m, vm_machine_is_excluded (state) ? NULL : machine_other (m, state));
}

static uint64_t
machine_partial (const generator *g, struct bytes state, int what)
{
    (void) g;
    return vm_state_partial (state, what);
}

static const struct generator_class vm_class = {
    .name = "vm",
    .identity = machine_identity,
    .clone = machine_clone,
    .free = machine_free,
    .enter = vm_machine_enter,
    .next = vm_machine_next,
    .parts_of = vm_state_parts,
    .print = machine_print,
    .fault_name = machine_fault_name,
    .estimate = machine_estimate,
    .label = machine_label,
    .partial = machine_partial,
    .estimates = vm_estimates,
    .message = vm_machine_message,
};
