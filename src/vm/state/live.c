/* live.c -- liveness by backward dataflow over the blocks of each function.
 */
#include "vm/state/live.h"

#include <string.h>

#include "vm/code/op.h"

/* A set of the registers of one function. */
typedef uint64_t word;

struct live_flow {
    const struct vm_code *code;
    const struct vm_function *function;
    uint32_t size;   /* instructions */
    size_t words;    /* of a set */
    uint32_t *block; /* of each instruction that begins one: which; else
                        VM_NOWHERE */
    uint32_t *begin; /* of each block, and the end */
    uint32_t blocks;
    word *in;          /* of each block: live at its beginning */
    word *now, *after; /* after: of calls; of moves, while they are looked at */
};

static void
set_add (void *context, uint32_t operand)
{
    if (!(operand & VM_CONSTANT))
        ((word *) context)[operand / 64] |= UINT64_C (1) << operand % 64;
}

static void
set_drop (void *context, uint32_t r)
{
    ((word *) context)[r / 64] &= ~(UINT64_C (1) << r % 64);
}

static bool
set_join (word *to, const word *from, size_t words)
{
    word more = 0;
    for (size_t i = 0; i < words; i++) {
        more |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return more;
}

static void
target_mark (void *context, uint32_t target)
{
    ((struct live_flow *) context)->block[target] = 0;
}

static void
target_join (void *context, uint32_t target)
{
    struct live_flow *f = context;
    uint32_t b = f->block[target];
    assert (b < f->blocks);
    set_join (f->now, f->in + b * f->words, f->words);
}

static const struct vm_instruction *
flow_at (const struct live_flow *f, uint32_t i)
{
    assert (i < f->size);
    return &f->code->instruction.at[f->function->first + i];
}

static void
blocks_find (struct live_flow *f)
{
    memset (f->block, 0xff, f->size * sizeof *f->block);
    f->block[0] = 0;
    for (uint32_t i = 0; i < f->size; i++) {
        const struct vm_instruction *at = flow_at (f, i);
        vm_op_targets (f->code, at, target_mark, f);
        if (!vm_op_falls (at->op) && i + 1 < f->size)
            f->block[i + 1] = 0;
    }
    f->blocks = 0;
    for (uint32_t i = 0; i < f->size; i++)
        if (f->block[i] != VM_NOWHERE) {
            f->block[i] = f->blocks;
            f->begin[f->blocks++] = i;
        }
    f->begin[f->blocks] = f->size;
}

static bool
set_has (const word *set, uint32_t r)
{
    return set[r / 64] >> r % 64 & 1;
}

/* What goes to a dead register is not read: a phi that nobody needs keeps
 * nothing. */
static void
moves_back (struct live_flow *f, const struct vm_instruction *at)
{
    const uint32_t single[] = {at->result, at->a};
    bool many = at->op == VM_MOVES;
    const uint32_t *pair = many ? f->code->list.at + at->a : single;
    uint32_t pairs = many ? at->b : 1;
    memcpy (f->after, f->now, f->words * sizeof *f->now);
    vm_op_sets (f->code, at, set_drop, f->now);
    for (uint32_t i = 0; i < pairs; i++)
        if (set_has (f->after, pair[2 * i]))
            set_add (f->now, pair[2 * i + 1]);
}

/* `now` is what is live behind instruction i if it is left to the next one;
 * makes it what is live before.  Of calls, `after` is what the caller keeps. */
static void
step_back (struct live_flow *f, uint32_t i)
{
    const struct vm_instruction *at = flow_at (f, i);
    if (!vm_op_falls (at->op))
        memset (f->now, 0, f->words * sizeof *f->now);
    if (at->op == VM_MOVES || at->op == VM_MOVE) {
        moves_back (f, at);
        return;
    }
    vm_op_sets (f->code, at, set_drop, f->now);
    /* Results are not set on the way to a landing pad. */
    vm_op_targets (f->code, at, target_join, f);
    if (vm_op_calls (at->op))
        memcpy (f->after, f->now, f->words * sizeof *f->now);
    vm_op_reads (f->code, at, set_add, f->now);
}

/* What is live at the end of a block, if it falls into the next. */
static void
block_leave (struct live_flow *f, uint32_t b)
{
    memset (f->now, 0, f->words * sizeof *f->now);
    if (b + 1 < f->blocks)
        set_join (f->now, f->in + (b + 1) * f->words, f->words);
}

static void
flow_solve (struct live_flow *f)
{
    bool changed = true;
    memset (f->in, 0, f->blocks * f->words * sizeof *f->in);
    while (changed) {
        changed = false;
        for (uint32_t b = f->blocks; b-- > 0;) {
            block_leave (f, b);
            for (uint32_t i = f->begin[b + 1]; i-- > f->begin[b];)
                step_back (f, i);
            changed |= set_join (f->in + b * f->words, f->now, f->words);
        }
    }
}

/* ---- as lists */

static struct vm_kept
kept_of (struct vm_live *l, const struct live_flow *f, const word *set)
{
    struct vm_kept k = {.first = (uint32_t) l->list.size};
    const uint8_t *width = f->code->width.at + f->function->first_width;
    for (size_t w = 0; w < f->words; w++)
        for (word rest = set[w]; rest; rest &= rest - 1) {
            uint32_t r =
                (uint32_t) (w * 64) + (uint32_t) __builtin_ctzll (rest);
            VEC_PUSH (l->list, r);
            k.bytes += vm_width_bytes (width[r]);
            k.pointers |= !width[r];
        }
    k.size = (uint32_t) (l->list.size - k.first);
    k.bytes = (k.bytes + 3) & ~3u;
    return k;
}

static void
flow_keep (struct vm_live *l, struct live_flow *f)
{
    uint32_t first = f->function->first;
    for (uint32_t b = f->blocks; b-- > 0;) {
        block_leave (f, b);
        for (uint32_t i = f->begin[b + 1]; i-- > f->begin[b];) {
            step_back (f, i);
            l->at[first + i] = kept_of (l, f, f->now);
            if (flow_at (f, i)->op == VM_NATIVE)
                l->after[first + i] = l->at[first + i];
            else if (vm_op_calls (flow_at (f, i)->op))
                l->after[first + i] = kept_of (l, f, f->after);
        }
    }
}

static void
function_live (struct vm_live *l, const struct vm_code *c, uint32_t number)
{
    const struct vm_function *fn = &c->function.at[number];
    struct live_flow f = {
        .code = c, .function = fn, .size = fn->end - fn->first};
    if (!f.size)
        return;
    f.words = (fn->registers + 63) / 64;
    f.block = NEW_ARRAY (uint32_t, f.size);
    f.begin = NEW_ARRAY (uint32_t, f.size + 1);
    blocks_find (&f);
    f.in = NEW_ARRAY (word, f.blocks * f.words);
    f.now = NEW_ARRAY (word, f.words);
    f.after = NEW_ARRAY (word, f.words);
    flow_solve (&f);
    flow_keep (l, &f);
    for (uint32_t i = fn->first; i < fn->end; i++)
        l->function[i] = number;
    memory_free (f.block);
    memory_free (f.begin);
    memory_free (f.in);
    memory_free (f.now);
    memory_free (f.after);
}

void
vm_live_init (struct vm_live *l, const struct vm_code *c)
{
    size_t n = c->instruction.size;
    assert (n <= VM_INSTRUCTIONS_MOST);
    *l = (struct vm_live) {.at = NEW_ARRAY (struct vm_kept, n),
                           .after = NEW_ARRAY (struct vm_kept, n),
                           .function = NEW_ARRAY (uint32_t, n),
                           .blank = NEW_ARRAY (struct vm_value, c->width.size)};
    for (size_t i = 0; i < c->function.size; i++)
        function_live (l, c, (uint32_t) i);
    for (size_t i = 0; i < c->width.size; i++) {
        unsigned width = c->width.at[i];
        l->blank[i] = vm_unwritten (width ? width : 8 * c->pointer_bytes);
    }
}

void
vm_live_clear (struct vm_live *l)
{
    memory_free (l->at);
    memory_free (l->after);
    memory_free (l->function);
    memory_free (l->blank);
    VEC_CLEAR (l->list);
    *l = (struct vm_live) {0};
}
