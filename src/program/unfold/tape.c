/* tape.c -- terms evaluated with what is known of the variables. */
#include <stdlib.h>

#include "logic/term/sort.h"
#include "program/unfold/internal.h"

enum { TAPE_CELLS = 4000, REFINE_DEPTH = 64 };

static const struct unfold_value nothing = {0, KNOWN_NOTHING};

unsigned
value_width (const sort *s)
{
    if (s->kind == SORT_BOOL)
        return 1;
    return s->kind == SORT_BV && s->width <= 64 ? s->width : 0;
}

bool
value_is_map (const sort *s)
{
    for (; s->kind == SORT_ARRAY; s = s->element)
        if (value_width (s->element))
            return value_width (s->index);
        else if (!value_width (s->index))
            return false;
    return false;
}

uint64_t
value_mask (unsigned width)
{
    assert (width && width <= 64);
    return UINT64_MAX >> (64 - width);
}

static struct unfold_value
value_is (uint64_t bits)
{
    return (struct unfold_value) {bits, KNOWN_IS};
}

void
tapes_clear (struct tapes *t)
{
    term_map_clear (&t->at);
    VEC_CLEAR (t->tape);
    VEC_CLEAR (t->scratch);
    arena_clear (&t->arena);
}

/* ---- making tapes */

static struct unfold_cell
cell_make (struct tapes *t, const term *e)
{
    struct unfold_cell c = {.op = e->op,
                            .width = value_width (e->sort),
                            .map = t->maps && value_is_map (e->sort),
                            .args = e->args,
                            .index = {e->index[0], e->index[1]}};
    if (e->op == OP_TRUE)
        c.bits = 1;
    else if (e->op == OP_BITS && c.width)
        c.bits = strtoull (e->text, NULL, 10);
    else if (e->op == OP_VAR)
        c.bits = live_number (t->live, e);
    return c;
}

static struct tape
tape_make (struct tapes *t, const term *e)
{
    struct tape tape = {0};
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&e, 1, &place, &order);
    size_t args = 0;
    for (size_t i = 0; i < order.size; i++)
        args += order.at[i]->args;
    if (order.size <= TAPE_CELLS && args <= 4 * TAPE_CELLS) {
        tape.cells = (uint32_t) order.size;
        tape.cell = arena_new (&t->arena, order.size * sizeof *tape.cell);
        tape.arg = arena_new (&t->arena, (args + 1) * sizeof *tape.arg);
        uint32_t next = 0;
        for (size_t i = 0; i < order.size; i++) {
            tape.cell[i] = cell_make (t, order.at[i]);
            tape.cell[i].first = next;
            for (uint32_t k = 0; k < order.at[i]->args; k++)
                tape.arg[next++] =
                    (uint32_t) *term_map_get (&place, order.at[i]->arg[k]);
        }
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
    return tape;
}

static uint32_t
tapes_find (struct tapes *t, const term *e)
{
    bool added;
    uintptr_t *at = term_map_at (&t->at, e, &added);
    if (added) {
        *at = t->tape.size;
        struct tape made = tape_make (t, e);
        VEC_PUSH (t->tape, made);
        VEC_ROOM (t->scratch, made.cells + 1);
        t->scratch.size = t->scratch.room;
        return (uint32_t) t->tape.size - 1;
    }
    return (uint32_t) *at;
}

/* ---- evaluation */

static int64_t
sign_extend (uint64_t bits, unsigned width)
{
    uint64_t top = (uint64_t) 1 << (width - 1);
    return (int64_t) ((bits ^ top) - top);
}

static uint64_t
shifted (enum op op, uint64_t a, uint64_t b, unsigned width)
{
    bool far = b >= width;
    if (op == OP_BVSHL)
        return far ? 0 : a << b;
    if (op == OP_BVLSHR)
        return far ? 0 : a >> b;
    uint64_t ones = sign_extend (a, width) < 0 ? UINT64_MAX : 0;
    if (far)
        return ones;
    return b ? a >> b | ones << (width - b) : a;
}

/* Signed division truncates; by magnitudes, which cannot overflow. */
static uint64_t
divided (enum op op, uint64_t a, uint64_t b, unsigned width)
{
    if (op == OP_BVUDIV)
        return a / b;
    if (op == OP_BVUREM)
        return a % b;
    bool minus_a = sign_extend (a, width) < 0;
    bool minus_b = sign_extend (b, width) < 0;
    uint64_t mask = value_mask (width);
    uint64_t x = minus_a ? (0 - a) & mask : a, y = minus_b ? (0 - b) & mask : b;
    if (op == OP_BVSDIV)
        return minus_a != minus_b ? 0 - x / y : x / y;
    return minus_a ? 0 - x % y : x % y;
}

/* Of two known arguments of the given width; false: not treated. */
static bool
binary (enum op op, uint64_t a, uint64_t b, unsigned width, uint64_t *r)
{
    switch (op) {
    case OP_BVAND:
        return *r = a & b, true;
    case OP_BVOR:
        return *r = a | b, true;
    case OP_BVXOR:
        return *r = a ^ b, true;
    case OP_BVADD:
        return *r = a + b, true;
    case OP_BVSUB:
        return *r = a - b, true;
    case OP_BVMUL:
        return *r = a * b, true;
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
        return b ? *r = divided (op, a, b, width), true : false;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        return *r = shifted (op, a, b, width), true;
    case OP_BVULE:
        return *r = a <= b, true;
    case OP_BVULT:
        return *r = a < b, true;
    case OP_BVSLE:
        return *r = sign_extend (a, width) <= sign_extend (b, width), true;
    case OP_BVSLT:
        return *r = sign_extend (a, width) < sign_extend (b, width), true;
    default:
        return false;
    }
}

static bool
unary (const struct unfold_cell *c, uint64_t a, unsigned width, uint64_t *r)
{
    switch (c->op) {
    case OP_BVNOT:
        return *r = ~a, true;
    case OP_BVNEG:
        return *r = 0 - a, true;
    case OP_EXTRACT:
        return *r = a >> c->index[1], true;
    case OP_ZERO_EXTEND:
        return *r = a, true;
    case OP_SIGN_EXTEND:
        return *r = (uint64_t) sign_extend (a, width), true;
    default:
        return false;
    }
}

static struct unfold_value
connective (const struct unfold_cell *c, const uint32_t *arg,
            const struct unfold_value *v)
{
    uint64_t decides = c->op == OP_OR;
    bool all = true;
    for (uint32_t i = 0; i < c->args; i++) {
        struct unfold_value x = v[arg[i]];
        if (x.known == KNOWN_IS && x.bits == decides)
            return x;
        all = all && x.known == KNOWN_IS;
    }
    return all ? value_is (!decides) : nothing;
}

static struct unfold_value
choice (const uint32_t *arg, const struct unfold_value *v)
{
    struct unfold_value if_so = v[arg[1]], if_not = v[arg[2]];
    if (v[arg[0]].known == KNOWN_IS)
        return v[arg[0]].bits ? if_so : if_not;
    bool same = if_so.known == KNOWN_IS && if_not.known == KNOWN_IS
                && if_so.bits == if_not.bits;
    return same ? if_so : nothing;
}

static struct unfold_value
equality (const struct tape *t, const uint32_t *arg,
          const struct unfold_value *v)
{
    struct unfold_value a = v[arg[0]], b = v[arg[1]];
    if (arg[0] == arg[1])
        return value_is (1);
    if (!t->cell[arg[0]].width || !a.known || !b.known)
        return nothing;
    if (a.known == KNOWN_IS && b.known == KNOWN_IS)
        return value_is (a.bits == b.bits);
    return a.known != b.known && a.bits == b.bits ? value_is (0) : nothing;
}

static struct unfold_value
operation (const struct tape *t, const struct unfold_cell *c,
           const struct unfold_value *v)
{
    const uint32_t *arg = t->arg + c->first;
    unsigned width = c->args ? t->cell[arg[0]].width : 0;
    uint64_t r = 0;
    for (uint32_t i = 0; i < c->args; i++)
        if (!t->cell[arg[i]].width || v[arg[i]].known != KNOWN_IS)
            return nothing;
    bool fine = c->args > 0;
    if (c->op == OP_CONCAT)
        for (uint32_t i = 0; i < c->args; i++) {
            unsigned more = t->cell[arg[i]].width;
            r = (more < 64 ? r << more : 0) | v[arg[i]].bits;
        }
    else if (c->args == 1)
        fine = unary (c, v[arg[0]].bits, width, &r);
    else if (fine) {
        r = v[arg[0]].bits;
        for (uint32_t i = 1; i < c->args && fine; i++) {
            fine = binary (c->op, r, v[arg[i]].bits, width, &r);
            r &= value_mask (c->width);
        }
    }
    return fine ? value_is (r & value_mask (c->width)) : nothing;
}

/* ---- maps */

static struct unfold_value
value_map (uint32_t map)
{
    return map ? value_is (map) : nothing;
}

static struct unfold_value
selected (const struct maps *m, struct unfold_value map,
          struct unfold_value index)
{
    uint64_t bits;
    return map.known == KNOWN_IS && index.known == KNOWN_IS
                   && maps_select (m, (uint32_t) map.bits, index.bits, &bits)
               ? value_is (bits)
               : nothing;
}

static struct unfold_value
stored (struct maps *m, struct unfold_value map, struct unfold_value index,
        struct unfold_value v)
{
    if (index.known != KNOWN_IS)
        return nothing; /* it may be any of them */
    uint32_t before = map.known == KNOWN_IS ? (uint32_t) map.bits : 0;
    return value_map (
        maps_store (m, before, index.bits, v.known == KNOWN_IS, v.bits));
}

static struct unfold_value
map_operation (struct maps *m, const struct tape *t,
               const struct unfold_cell *c, const struct unfold_value *v)
{
    const uint32_t *arg = t->arg + c->first;
    switch (c->op) {
    case OP_SELECT:
        return selected (m, v[arg[0]], v[arg[1]]);
    case OP_STORE:
        return stored (m, v[arg[0]], v[arg[1]], v[arg[2]]);
    default: /* what is known of a part of its values is not kept */
        return t->cell[arg[0]].width && v[arg[0]].known == KNOWN_IS
                   ? value_map (maps_fill (m, v[arg[0]].bits))
                   : nothing;
    }
}

static struct unfold_value
cell_value (struct maps *m, const struct tape *t, const struct unfold_cell *c,
            const struct unfold_value *v, const struct unfold_value *now)
{
    const uint32_t *arg = t->arg + c->first;
    if (!c->width && !c->map)
        return nothing;
    switch (c->op) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_BITS:
        return value_is (c->bits);
    case OP_VAR:
        return c->bits == PROGRAM_NONE ? nothing : now[c->bits];
    case OP_NOT:
        return v[arg[0]].known == KNOWN_IS ? value_is (!v[arg[0]].bits)
                                           : nothing;
    case OP_AND:
    case OP_OR:
        return connective (c, arg, v);
    case OP_ITE:
        return choice (arg, v);
    case OP_EQ:
        return equality (t, arg, v);
    case OP_SELECT:
    case OP_STORE:
    case OP_CONST_ARRAY:
        return m ? map_operation (m, t, c, v) : nothing;
    default:
        return operation (t, c, v);
    }
}

struct unfold_value
tapes_value (struct tapes *t, const term *e, const struct unfold_value *now)
{
    uint32_t at = tapes_find (t, e);
    struct tape tape = t->tape.at[at];
    struct unfold_value *v = t->scratch.at;
    for (uint32_t i = 0; i < tape.cells; i++)
        v[i] = cell_value (t->maps, &tape, &tape.cell[i], v, now);
    return tape.cells ? v[tape.cells - 1] : nothing;
}

/* ---- assumptions */

static void
value_learn (struct unfold_value *now, unsigned width, uint64_t bits, bool is)
{
    if (width == 1 && !is) {
        bits = !bits;
        is = true;
    }
    if (is)
        *now = value_is (bits);
    else if (now->known == KNOWN_NOTHING)
        *now = (struct unfold_value) {bits, KNOWN_IS_NOT};
}

static void refine (struct tapes *, const term *, bool holds,
                    struct unfold_value *now, unsigned depth);

/* That an entry of a variable is a constant. */
static void
refine_entry (struct tapes *t, const term *e, uint64_t bits, bool is,
              struct unfold_value *now)
{
    uint32_t number = e->arg[0]->op == OP_VAR ? live_number (t->live, e->arg[0])
                                              : PROGRAM_NONE;
    if (value_width (e->sort) == 1 && !is) {
        bits = !bits;
        is = true;
    }
    if (!t->maps || !is || number == PROGRAM_NONE
        || !value_is_map (e->arg[0]->sort))
        return;
    struct unfold_value index = tapes_value (t, e->arg[1], now);
    if (index.known == KNOWN_IS)
        now[number] = stored (t->maps, now[number], index, value_is (bits));
}

/* That a term is, or is not, a constant. */
static void
refine_equal (struct tapes *t, const term *e, uint64_t bits, bool is,
              struct unfold_value *now, unsigned depth)
{
    if (e->op == OP_VAR) {
        uint32_t number = live_number (t->live, e);
        if (number != PROGRAM_NONE)
            value_learn (&now[number], value_width (e->sort), bits, is);
    } else if (e->op == OP_ITE) {
        struct unfold_value a = tapes_value (t, e->arg[1], now);
        struct unfold_value b = tapes_value (t, e->arg[2], now);
        if (a.known != KNOWN_IS || b.known != KNOWN_IS || a.bits == b.bits)
            return;
        if (a.bits == bits)
            refine (t, e->arg[0], is, now, depth + 1);
        else if (b.bits == bits)
            refine (t, e->arg[0], !is, now, depth + 1);
    } else if (e->op == OP_SELECT)
        refine_entry (t, e, bits, is, now);
    else if (e->op == OP_ZERO_EXTEND) {
        unsigned width = value_width (e->arg[0]->sort);
        if (width && bits <= value_mask (width) && depth < REFINE_DEPTH)
            refine_equal (t, e->arg[0], bits, is, now, depth + 1);
    }
}

static void
refine (struct tapes *t, const term *e, bool holds, struct unfold_value *now,
        unsigned depth)
{
    if (depth > REFINE_DEPTH)
        return;
    if (e->op == OP_NOT)
        refine (t, e->arg[0], !holds, now, depth + 1);
    else if (e->op == (holds ? OP_AND : OP_OR))
        for (uint32_t i = 0; i < e->args; i++)
            refine (t, e->arg[i], holds, now, depth + 1);
    else if (e->op == OP_VAR || e->op == OP_SELECT)
        refine_equal (t, e, 1, holds, now, depth);
    else if (e->op == OP_EQ && value_width (e->arg[0]->sort)) {
        struct unfold_value a = tapes_value (t, e->arg[0], now);
        struct unfold_value b = tapes_value (t, e->arg[1], now);
        if (b.known == KNOWN_IS)
            refine_equal (t, e->arg[0], b.bits, holds, now, depth);
        if (a.known == KNOWN_IS)
            refine_equal (t, e->arg[1], a.bits, holds, now, depth);
    }
}

void
tapes_refine (struct tapes *t, const term *e, bool holds,
              struct unfold_value *now)
{
    refine (t, e, holds, now, 0);
}
