/* independence.c -- see independence.h. */
#include "vm/reduce/independence.h"

#include <string.h>

#include "vm/library/native.h"
#include "vm/code/op.h"

/* ---- functions that threads run */

struct quiet_reach {
    const struct vm_code *code;
    bool *reached;
    struct VEC (uint32_t) todo;
};

static void
reach_function (struct quiet_reach *r, vm_id id)
{
    uint32_t f = vm_id_number (id);
    if (vm_id_kind (id) != VM_FUNCTION || r->reached[f])
        return;
    r->reached[f] = true;
    VEC_PUSH (r->todo, f);
}

static void
find_threaded (const struct vm_code *c, bool *threaded)
{
    struct quiet_reach r = {.code = c, .reached = threaded};
    for (size_t i = 0; i < c->constant.size; i++)
        reach_function (&r, c->constant.at[i].object);
    for (size_t i = 0; i < c->relocation.size; i++)
        reach_function (&r, c->relocation.at[i].object);
    for (size_t i = 0; i < c->destructor.size; i++) /* whoever calls exit */
        reach_function (&r, vm_id_of (VM_FUNCTION, c->destructor.at[i]));
    while (r.todo.size) {
        const struct vm_function *f = &c->function.at[VEC_POP (r.todo)];
        for (uint32_t i = f->first; i < f->end; i++)
            if (c->instruction.at[i].op == VM_CALL)
                reach_function (&r,
                                vm_id_of (VM_FUNCTION, c->instruction.at[i].a));
    }
    VEC_CLEAR (r.todo);
}

/* ---- natives */

bool
vm_independence_creates (const char *name)
{
    return !strcmp (name, "pthread_create") || !strcmp (name, "thrd_create");
}

/* Does it ask about locks, do away with them, or make them new? */
static bool
asks (const struct vm_code *c, const char *name)
{
    static const char *const words[] = {"try", "timed", "clock", "getvalue"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr (name, words[i]))
            return true;
    return (c->checks & VM_CHECK_LOCK)
           && (strstr (name, "destroy") || strstr (name, "_init"));
}

/* Does it ask whether somebody has the mutex, by its result? */
static bool
destroys (const char *name)
{
    return !strcmp (name, "pthread_mutex_destroy")
           || !strcmp (name, "mtx_destroy");
}

/* ---- ways within a function */

struct quiet_ways {
    bool *seen; /* by instruction of the function */
    struct VEC (uint32_t) todo;
};

static void
way_add (void *context, uint32_t target)
{
    struct quiet_ways *w = context;
    if (!w->seen[target])
        VEC_PUSH (w->todo, target);
    w->seen[target] = true;
}

/* Does the function come from there to an instruction of that kind? */
static bool
comes_to (const struct vm_code *c, const struct vm_function *f, uint32_t from,
          bool (*is) (const struct vm_instruction *))
{
    struct quiet_ways w = {.seen = NEW_ARRAY (bool, f->end - f->first)};
    bool found = false;
    way_add (&w, from - f->first);
    while (w.todo.size && !found) {
        uint32_t at = VEC_POP (w.todo);
        const struct vm_instruction *i = &c->instruction.at[f->first + at];
        found = is (i);
        vm_op_targets (c, i, way_add, &w);
        if (vm_op_falls (i->op))
            way_add (&w, at + 1);
    }
    VEC_CLEAR (w.todo);
    memory_free (w.seen);
    return found;
}

static bool
is_return (const struct vm_instruction *i)
{
    return i->op == VM_RETURN;
}

/* May threads be created or joined there? */
static bool
is_threading (const struct vm_instruction *i)
{
    if (i->op != VM_NATIVE)
        return i->op == VM_CALL || i->op == VM_CALL_POINTER;
    const char *name = vm_native_at (i->a)->name;
    return vm_independence_creates (name) || strstr (name, "join");
}

/* Where a function cannot return, threads are created for ever; they should run
 * before there are too many. */
static bool
may_return (const struct vm_code *c, const struct vm_function *f, uint32_t from)
{
    return comes_to (c, f, from, is_return);
}

/* A mutex is destroyed at the end of main, when all is joined: as far as one can
 * see here.  (What comes when others run yet is a cut: vm/library/pthread_mutex.c.) */
static bool
is_last (const struct vm_code *c, uint32_t function, uint32_t at)
{
    return function == c->entry
           && !comes_to (c, &c->function.at[function], at, is_threading);
}

static void
look_at_natives (struct vm_independence *q, const struct vm_code *c)
{
    q->main_creates = q->release = q->ends = true;
    q->awaits = q->detaches = q->joins = false;
    bool any = false, last = true; /* mutexes are destroyed */
    for (uint32_t f = 0; f < c->function.size; f++)
        for (uint32_t i = c->function.at[f].first; i < c->function.at[f].end;
             i++) {
            if (c->instruction.at[i].op != VM_NATIVE)
                continue;
            const char *name = vm_native_at (c->instruction.at[i].a)->name;
            bool creates = vm_independence_creates (name);
            /* The end of a detached thread gives its number back. */
            bool threaded = creates || strstr (name, "join");
            if ((threaded && q->threaded[f]) || strstr (name, "detach")
                || (creates && !may_return (c, &c->function.at[f], i)))
                q->main_creates = false;
            q->detaches |= strstr (name, "detach") != NULL;
            q->joins |= strstr (name, "join") != NULL;
            if (destroys (name)) {
                any = true;
                last &= is_last (c, f, i);
            }
            if (asks (c, name))
                q->release = false;
            if (strstr (name, "tryjoin") || strstr (name, "timedjoin"))
                q->ends = false;
            q->awaits |= !strcmp (name, "__cohort_await");
        }
    q->release = q->release && (!any || (last && q->joins));
}

/* ---- atomic sections */

static bool
section_ends (const struct vm_instruction *i)
{
    const char *name = i->op == VM_NATIVE ? vm_native_at (i->a)->name : "";
    return !strcmp (name, "__cohort_end_atomic")
           || !strcmp (name, "__VERIFIER_atomic_end");
}

/* Registers alone. */
static bool
only_computes (const struct vm_instruction *i)
{
    return i->op <= VM_OFFSET && i->op != VM_FREEZE;
}

static void
find_hollow (struct vm_independence *q, const struct vm_code *c)
{
    for (size_t f = 0; f < c->function.size; f++)
        for (uint32_t i = c->function.at[f].first; i < c->function.at[f].end;
             i++) {
            const struct vm_instruction *at = &c->instruction.at[i];
            uint32_t k = i + 1;
            if (at->op != VM_NATIVE
                || !(vm_native_at (at->a)->flags & VM_NATIVE_SECTION))
                continue;
            while (k < c->function.at[f].end
                   && only_computes (&c->instruction.at[k]))
                k++;
            q->hollow[i] = k < c->function.at[f].end
                           && section_ends (&c->instruction.at[k]);
        }
}

/* ---- globals */

struct globals {
    const struct vm_code *code;
    const struct vm_independence *quiet;
    bool *escapes, *read, *written, *shared;
    uint32_t function;
    /* Of the function's registers: how often they are set, and 1 + the global
     * whose address they hold (with an offset). */
    uint32_t *sets, *base;
    uint32_t address; /* an operand that is looked through: no use of it */
};

/* 1 + the global that an operand is the address of; 0: none. */
static uint32_t
base_of (const struct globals *g, uint32_t operand)
{
    if (!(operand & VM_CONSTANT))
        return g->base[operand];
    vm_id id = g->code->constant.at[operand & ~VM_CONSTANT].object;
    return vm_id_kind (id) == VM_GLOBAL ? vm_id_number (id) + 1 : 0;
}

static void
touch (struct globals *g, uint32_t operand, bool read, bool write)
{
    uint32_t base = base_of (g, operand);
    if (!base)
        return;
    g->written[base - 1] |= write;
    g->read[base - 1] |= read;
    g->shared[base - 1] |= g->quiet->threaded[g->function];
}

static void
escape (void *context, uint32_t operand)
{
    struct globals *g = context;
    uint32_t base = base_of (g, operand);
    if (base && operand != g->address)
        g->escapes[base - 1] = true;
}

static void
count_set (void *context, uint32_t operand)
{
    struct globals *g = context;
    g->sets[operand]++;
}

/* Registers that hold an address and an offset; false: nothing new. */
static bool
derive (struct globals *g, const struct vm_function *f)
{
    bool more = false;
    for (uint32_t i = f->first; i < f->end; i++) {
        const struct vm_instruction *in = &g->code->instruction.at[i];
        if ((in->op != VM_OFFSET && in->op != VM_MOVE)
            || g->sets[in->result] != 1 || g->base[in->result])
            continue;
        g->base[in->result] = base_of (g, in->a);
        more |= g->base[in->result] != 0;
    }
    return more;
}

/* Where the number of a new thread goes is written, no more. */
static void
use_identifier (struct globals *g, struct vm_call call)
{
    if (!call.arguments)
        return;
    for (uint32_t i = 1; i < call.arguments; i++)
        if (call.argument[i] == call.argument[0])
            return;
    g->address = call.argument[0];
    touch (g, g->address, false, true);
}

static void
use (struct globals *g, const struct vm_instruction *in)
{
    g->address = VM_NOWHERE;
    switch ((enum vm_op) in->op) {
    case VM_ICMP:
        return;
    case VM_OFFSET:
    case VM_MOVE:
        if (g->sets[in->result] == 1)
            g->address = in->a;
        break;
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        touch (g, in->a, in->op != VM_STORE, in->op != VM_LOAD);
        if (in->op == VM_LOAD || (in->b != in->a && in->c != in->a))
            g->address = in->a;
        break;
    case VM_NATIVE:
        if (vm_independence_creates (vm_native_at (in->a)->name))
            use_identifier (g, vm_call_of (g->code, in));
        break;
    default:
        break;
    }
    vm_op_reads (g->code, in, escape, g);
}

static void
look_at_function (struct globals *g, uint32_t function)
{
    const struct vm_function *f = &g->code->function.at[function];
    g->function = function;
    g->sets = NEW_ARRAY (uint32_t, f->registers + 1);
    g->base = NEW_ARRAY (uint32_t, f->registers + 1);
    for (uint32_t i = 0; i < f->parameters; i++)
        g->sets[i] = 2; /* by callers */
    for (uint32_t i = f->first; i < f->end; i++)
        vm_op_sets (g->code, &g->code->instruction.at[i], count_set, g);
    while (derive (g, f))
        ;
    for (uint32_t i = f->first; i < f->end; i++)
        use (g, &g->code->instruction.at[i]);
    memory_free (g->sets);
    memory_free (g->base);
}

static void
find_quiet (struct vm_independence *q, const struct vm_code *c)
{
    size_t n = c->global.size;
    struct globals g = {.code = c, .quiet = q};
    g.escapes = NEW_ARRAY (bool, n + 1);
    g.written = NEW_ARRAY (bool, n + 1);
    g.read = NEW_ARRAY (bool, n + 1);
    g.shared = NEW_ARRAY (bool, n + 1);
    for (size_t i = 0; i < c->relocation.size; i++)
        if (vm_id_kind (c->relocation.at[i].object) == VM_GLOBAL)
            g.escapes[vm_id_number (c->relocation.at[i].object)] = true;
    for (uint32_t f = 0; f < c->function.size; f++)
        look_at_function (&g, f);
    for (size_t i = 0; i < n; i++) {
        q->global[i] = !g.escapes[i] && (!g.written[i] || !g.shared[i]);
        q->unread[i] = !g.escapes[i] && !g.read[i];
    }
    memory_free (g.escapes);
    memory_free (g.written);
    memory_free (g.read);
    memory_free (g.shared);
}

void
vm_independence_init (struct vm_independence *q, const struct vm_code *c)
{
    q->threaded = NEW_ARRAY (bool, c->function.size + 1);
    q->global = NEW_ARRAY (bool, c->global.size + 1);
    q->unread = NEW_ARRAY (bool, c->global.size + 1);
    q->hollow = NEW_ARRAY (bool, c->instruction.size + 1);
    find_threaded (c, q->threaded);
    look_at_natives (q, c);
    find_hollow (q, c);
    find_quiet (q, c);
}

void
vm_independence_clear (struct vm_independence *q)
{
    memory_free (q->threaded);
    memory_free (q->global);
    memory_free (q->unread);
    memory_free (q->hollow);
    *q = (struct vm_independence) {0};
}
