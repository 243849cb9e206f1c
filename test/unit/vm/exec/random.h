/* random.h -- random programs of threads, and all that they can come to, by
 * a plain interpreter that tries every order. */
#ifndef VM_RANDOM_H
#define VM_RANDOM_H

#include <string.h>

#include "base/map.h"
#include "base/vec.h"

enum {
    THREADS = 3,
    LENGTH = 8,
    GLOBALS = 2,
    SEEN = GLOBALS + THREADS, /* of an end: what each thread has in the end */
    LOCKS = 2,
    REGISTERS = 2,
    ROUNDS = 300
};

/* ---- programs */

enum what {
    GET,    /* register a = global b */
    PUT,    /* global b = register a */
    SET,    /* register a = b */
    ADD,    /* register a += register b, mod 4 */
    KEEP,   /* the local variable = register a */
    RECALL, /* register a = the local variable */
    SKIP,   /* if register a is not 0: over b operations */
    ASSERT, /* register a is not b */
    ASSUME, /* register a is not b */
    LOCK,
    TRY,    /* lock a, if it is free: register 0 = 0; else register 0 = 1 */
    UNLOCK, /* only if the thread holds it, else nothing */
    RANGE,  /* register a = 0 or 1 */
    BEGIN,  /* an atomic section */
    END,
    PUBLISH, /* the shared pointer points to the thread's cell */
    CELL,    /* the cell = register a */
    THROUGH, /* if the shared pointer is not null: register a = *it */
    WHATS
};

static bool
is_lock (enum what what)
{
    return what == LOCK || what == TRY || what == UNLOCK;
}

struct op {
    enum what what;
    uint8_t a, b;
};

struct program {
    unsigned threads, length;
    struct op op[THREADS][LENGTH];
};

static uint32_t
random_below (uint64_t *seed, uint32_t n)
{
    *seed = *seed * UINT64_C (6364136223846793005) + 1442695040888963407u;
    return (uint32_t) (*seed >> 33) % n;
}

/* What a program may use, the more often the better the machine is tested. */
static enum what
random_what (uint64_t *seed, uint32_t kind)
{
    static const enum what often[] = {GET,  GET,     GET,  PUT,     PUT,
                                      PUT,  THROUGH, CELL, PUBLISH, ADD,
                                      SKIP, RANGE,   KEEP, RECALL,  THROUGH};
    static const enum what rare[][4] = {
        {ASSERT, ASSERT, GET, PUT},   {ASSUME, ASSERT, PUT, CELL},
        {LOCK, UNLOCK, LOCK, UNLOCK}, {LOCK, UNLOCK, TRY, UNLOCK},
        {LOCK, UNLOCK, BEGIN, END},   {BEGIN, END, BEGIN, END},
        {SET, PUT, GET, SKIP}};
    if (random_below (seed, 4))
        return often[random_below (seed, sizeof often / sizeof *often)];
    return rare[kind][random_below (seed, 4)];
}

static struct op
random_op (uint64_t *seed, uint32_t kind)
{
    struct op o = {.what = random_what (seed, kind)};
    o.a = (uint8_t) random_below (seed, REGISTERS);
    switch (o.what) {
    case GET:
    case PUT:
        o.b = (uint8_t) random_below (seed, GLOBALS);
        break;
    case ADD:
        o.b = (uint8_t) random_below (seed, REGISTERS);
        break;
    case SKIP:
        o.b = (uint8_t) (1 + random_below (seed, 2));
        break;
    case LOCK:
    case TRY:
    case UNLOCK:
        o.a = (uint8_t) random_below (seed, LOCKS);
        break;
    default:
        o.b = (uint8_t) random_below (seed, 4);
    }
    return o;
}

static struct program
random_program (uint64_t seed)
{
    struct program p = {.threads = 2 + random_below (&seed, THREADS - 1)};
    p.length = p.threads == 3 ? 4 + random_below (&seed, 2)
                              : 5 + random_below (&seed, LENGTH - 4);
    uint32_t kind = random_below (&seed, 7);
    for (unsigned t = 0; t < p.threads; t++)
        for (unsigned i = 0; i < p.length; i++) {
            p.op[t][i] = random_op (&seed, kind);
            /* Nothing skips over the end. */
            if (p.op[t][i].what == SKIP && i + 3 >= p.length)
                p.op[t][i].what = GET, p.op[t][i].b = 0;
        }
    return p;
}

/* ---- the interpreter */

struct thread_now {
    uint8_t pc, reg[REGISTERS], local, cell, atomic, holds[LOCKS];
};
struct now {
    struct thread_now thread[THREADS];
    uint8_t global[GLOBALS], owner[LOCKS],
        shared; /* 0: null, else thread + 1 */
};

/* What a program comes to. */
struct found {
    struct map ends; /* of global valuations */
    size_t count;
    bool asserts, deadlock, other;
};

static void
found_add (struct found *f, const uint8_t seen[SEEN])
{
    f->count += map_put (&f->ends, digest_of ((struct bytes) {seen, SEEN}), 1);
}

enum step { STEPPED, STUCK, DIED, FAULTY };

static enum step
interpret (const struct op *o, unsigned t, unsigned choice, struct now *n)
{
    struct thread_now *x = &n->thread[t];
    uint8_t *r = &x->reg[is_lock (o->what) ? 0 : o->a];
    x->pc++;
    switch (o->what) {
    case GET:
        *r = n->global[o->b];
        break;
    case PUT:
        n->global[o->b] = *r;
        break;
    case SET:
        *r = o->b;
        break;
    case ADD:
        *r = (*r + x->reg[o->b]) & 3;
        break;
    case KEEP:
        x->local = *r;
        break;
    case RECALL:
        *r = x->local;
        break;
    case SKIP:
        x->pc = (uint8_t) (x->pc + (*r ? o->b : 0));
        break;
    case ASSERT:
        return *r == o->b ? FAULTY : STEPPED;
    case ASSUME:
        return *r == o->b ? DIED : STEPPED;
    case LOCK:
        if (n->owner[o->a])
            return STUCK;
        n->owner[o->a] = (uint8_t) (t + 1);
        x->holds[o->a] = 1;
        break;
    case TRY:
        *r = n->owner[o->a] != 0;
        if (*r)
            break;
        n->owner[o->a] = (uint8_t) (t + 1);
        x->holds[o->a] = 1;
        break;
    case UNLOCK:
        if (x->holds[o->a])
            n->owner[o->a] = x->holds[o->a] = 0;
        break;
    case RANGE:
        *r = (uint8_t) choice;
        break;
    case BEGIN:
        x->atomic = 1;
        break;
    case END:
        x->atomic = 0;
        break;
    case PUBLISH:
        n->shared = (uint8_t) (t + 1);
        break;
    case CELL:
        x->cell = *r;
        break;
    default:
        if (n->shared)
            *r = n->thread[n->shared - 1].cell;
    }
    return STEPPED;
}

struct brute {
    const struct program *program;
    struct found *found;
    struct map seen;
};

static bool
thread_can (const struct brute *b, const struct now *n, unsigned t)
{
    struct now copy = *n;
    if (n->thread[t].pc >= b->program->length)
        return false;
    return interpret (&b->program->op[t][n->thread[t].pc], t, 0, &copy)
           != STUCK;
}

static void
brute_end (struct brute *b, const struct now *n)
{
    bool done = true;
    for (unsigned t = 0; t < b->program->threads; t++)
        done &= n->thread[t].pc >= b->program->length;
    if (!done) {
        b->found->deadlock = true;
        return;
    }
    uint8_t seen[SEEN] = {0};
    memcpy (seen, n->global, GLOBALS);
    for (unsigned t = 0; t < b->program->threads; t++)
        seen[GLOBALS + t] =
            (uint8_t) (n->thread[t].reg[0] << 4 | n->thread[t].reg[1]);
    found_add (b->found, seen);
}

/* A ring of two, or a thread that waits for itself, or for one that ended (main
 * waits for the first of these in turn). */
static bool
in_ring (const struct brute *b, const struct now *n, unsigned t)
{
    unsigned first = t;
    for (unsigned i = 0; i <= b->program->threads; i++) {
        if (n->thread[t].pc >= b->program->length)
            return false;
        const struct op *o = &b->program->op[t][n->thread[t].pc];
        if (o->what != LOCK || !n->owner[o->a])
            return false;
        t = n->owner[o->a] - 1u;
        if (t == first)
            return true;
    }
    return false;
}

static void brute_visit (struct brute *, const struct now *);

static void
brute_step (struct brute *b, const struct now *n, unsigned t)
{
    const struct op *o = &b->program->op[t][n->thread[t].pc];
    for (unsigned choice = 0; choice < (o->what == RANGE ? 2u : 1u); choice++) {
        struct now next = *n;
        enum step s = interpret (o, t, choice, &next);
        b->found->asserts |= s == FAULTY;
        if (s == STEPPED)
            brute_visit (b, &next);
    }
}

static void
brute_visit (struct brute *b, const struct now *n)
{
    struct digest d =
        digest_of ((struct bytes) {(const uint8_t *) n, sizeof *n});
    if (map_get (&b->seen, d))
        return;
    map_put (&b->seen, d, 1);
    unsigned can = 0, alone = THREADS;
    for (unsigned t = 0; t < b->program->threads; t++) {
        bool able = thread_can (b, n, t);
        can += able;
        if (able && n->thread[t].atomic && alone == THREADS)
            alone = t;
        if (in_ring (b, n, t)) {
            b->found->deadlock = true;
            return;
        }
    }
    if (!can)
        brute_end (b, n);
    for (unsigned t = 0; t < b->program->threads; t++)
        if (thread_can (b, n, t) && (alone == THREADS || alone == t))
            brute_step (b, n, t);
}

static struct found
brute (const struct program *p)
{
    struct found f = {0};
    struct brute b = {p, &f, {0}};
    struct now n;
    memset (&n, 0, sizeof n);
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < REGISTERS; i++)
            n.thread[t].reg[i] = (uint8_t) (t + 1 + i);
    map_init (&f.ends);
    map_init (&b.seen);
    brute_visit (&b, &n);
    map_clear (&b.seen);
    return f;
}

#endif
