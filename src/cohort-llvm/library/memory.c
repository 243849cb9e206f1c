/* memory.c -- functions that make, free, copy and fill objects. */
#include "cohort-llvm/library/internal.h"

static const term *
size_product (translation *t, struct calling *c, unsigned a, unsigned b)
{
    const term *arg[] = {argument_bits (t, c, a, t->width),
                         argument_bits (t, c, b, t->width)};
    return term_make (t->terms, OP_BVMUL, arg, 2, 0, 0);
}

/* Whether the product is below 2^width, by a division if one is constant. */
static const term *
size_fits (translation *t, struct calling *c, unsigned a, unsigned b)
{
    terms *s = t->terms;
    const term *x = argument_bits (t, c, a, t->width),
               *y = argument_bits (t, c, b, t->width);
    const term *most = term_bits (
        s, t->width, t->width == 32 ? "4294967295" : "18446744073709551615");
    const term *zero = term_bits (s, t->width, "0");
    if (x->op == OP_BITS) {
        const term *other = x;
        x = y;
        y = other;
    }
    const term *divide[] = {most, y};
    const term *limit[] = {
        x, y == zero ? most : term_make (s, OP_BVUDIV, divide, 2, 0, 0)};
    return term_or2 (s, term_eq (s, y, zero),
                     term_make (s, OP_BVULE, limit, 2, 0, 0));
}

/* An object for a product of sizes: there is none if that does not fit. */
static struct translated_value
made_if_fits (translation *t, struct translated_value made, const term *fits)
{
    if (!t->unit->options.malloc_fails) {
        if (!term_is_true (fits))
            mark_assumes (t->program, "sizes of allocations do not overflow");
        emit_assume (t, fits);
        return made;
    }
    struct translated_value v = value_new (t, 2);
    v.leaf[0] = term_ite (t->terms, fits, pointer_object (made),
                          object_constant (t, 0));
    v.leaf[1] = pointer_offset (made);
    return v;
}

static void
call_malloc (translation *t, struct calling *c)
{
    result_set (
        c, memory_make (t, c->call, argument_bits (t, c, 0, t->width), false));
}

/* As a function it is freed with its caller, which is not followed. */
static void
call_alloca (translation *t, struct calling *c)
{
    if (t->unit->options.checks & ~(unsigned) CHECK_UNREACH)
        emit_cut (t, "alloca as a function");
    else
        call_malloc (t, c);
}

static void
call_aligned_alloc (translation *t, struct calling *c)
{
    result_set (
        c, memory_make (t, c->call, argument_bits (t, c, 1, t->width), false));
}

static void
call_calloc (translation *t, struct calling *c)
{
    const term *fits = size_fits (t, c, 0, 1);
    struct translated_value made =
        memory_make (t, c->call, size_product (t, c, 0, 1), true);
    result_set (c, made_if_fits (t, made, fits));
}

static void
call_realloc (translation *t, struct calling *c)
{
    if (!argument_is_pointer (c, 0)) {
        emit_cut (t, "realloc of a number");
        return;
    }
    result_set (c, memory_remake (t, c->call, argument_value (t, c, 0),
                                  argument_bits (t, c, 1, t->width)));
}

static void
call_reallocarray (translation *t, struct calling *c)
{
    if (!argument_is_pointer (c, 0)) {
        emit_cut (t, "realloc of a number");
        return;
    }
    const term *fits = size_fits (t, c, 1, 2);
    struct translated_value made = memory_remake (
        t, c->call, argument_value (t, c, 0), size_product (t, c, 1, 2));
    result_set (c, made_if_fits (t, made, fits));
}

static void
call_free (translation *t, struct calling *c)
{
    if (argument_is_pointer (c, 0))
        memory_free_object (t, argument_value (t, c, 0));
    else
        emit_cut (t, "free of a number");
}

/* Both ends of a copy are checked as prepare would check memcpy's. */
static void
copy_between (translation *t, struct calling *c, unsigned to, unsigned from)
{
    const term *bytes = argument_bits (t, c, 2, t->width);
    if (!argument_is_pointer (c, to) || !argument_is_pointer (c, from)) {
        emit_cut (t, "a copy from or to a number");
        return;
    }
    memory_check (t, argument_at (c, from), bytes, false);
    memory_check (t, argument_at (c, to), bytes, true);
    memory_move (t, argument_at (c, to), argument_at (c, from), bytes);
    result_set (c, argument_value (t, c, to));
}

static void
call_memcpy (translation *t, struct calling *c)
{
    copy_between (t, c, 0, 1);
}

static void
fill (translation *t, struct calling *c, const term *byte, const term *bytes)
{
    if (!argument_is_pointer (c, 0)) {
        emit_cut (t, "a number is set as memory");
        return;
    }
    memory_check (t, argument_at (c, 0), bytes, true);
    memory_set (t, argument_at (c, 0), byte, bytes);
    result_set (c, argument_value (t, c, 0));
}

static void
call_memset (translation *t, struct calling *c)
{
    fill (t, c, argument_bits (t, c, 1, 8), argument_bits (t, c, 2, t->width));
}

static void
call_memalign (translation *t, struct calling *c)
{
    (void) c;
    emit_cut (t, "posix_memalign");
}

/* cohort-llvm/alias/external.c has these names too: what they give is new, and what they
 * copy is the same. */
const struct library_entry library_memory[] = {
    {"malloc", call_malloc, 1},
    {"valloc", call_malloc, 1},
    {"alloca", call_alloca, 1},
    {"aligned_alloc", call_aligned_alloc, 2},
    {"memalign", call_aligned_alloc, 2},
    {"calloc", call_calloc, 2},
    {"realloc", call_realloc, 2},
    {"reallocarray", call_reallocarray, 3},
    {"free", call_free, 1},
    {"posix_memalign", call_memalign, 3},
    {"memcpy", call_memcpy, 3},
    {"memmove", call_memcpy, 3},
    {"__memcpy_chk", call_memcpy, 4},
    {"__memmove_chk", call_memcpy, 4},
    {"memset", call_memset, 3},
    {"__memset_chk", call_memset, 4},
    {NULL, NULL, 0},
};
