/* arith.c -- see arith.h. */
#include "logic/arith/arith.h"

#include <assert.h>
#include <gmp.h>
#include <string.h>

#include "base/map.h"
#include "logic/arith/linear.h"
#include "logic/arith/simplex.h"
#include "logic/term/sort.h"

/* Beyond this the dense tableau is slower than a solver. */
enum { ARITH_COLUMNS = 250, ARITH_SPLITS = 12 };

__extension__ typedef __int128 wide;

enum literal_kind {
    LITERAL_TRUE,
    LITERAL_FALSE,
    LITERAL_UPPER,
    LITERAL_LOWER,
    LITERAL_EQUAL,
    LITERAL_UNEQUAL,
    LITERAL_FOREIGN
};

/* form <= bound, >=, = or != */
struct arith_literal {
    enum literal_kind kind;
    uint32_t form;
    int64_t bound;
};

/* A linear form in lowest terms, first factor positive. */
struct arith_form {
    struct simplex_part *part; /* var: index into `var` */
    size_t size;
    uint32_t column; /* in this session: 1 + simplex variable, or 0 */
};

struct arith {
    terms *terms;
    struct arena arena;
    simplex *simplex;
    struct map literal_of; /* term -> literal */
    struct vec_literal {
        struct arith_literal *at;
        size_t size, room;
    } literal;
    struct map form_of; /* bytes -> form */
    struct vec_form {
        struct arith_form *at;
        size_t size, room;
    } form;
    struct map var_of; /* term -> var */
    struct vec_var {
        struct arith_var {
            const term *term;
            bool is_bool;
            uint32_t column; /* in this session: 1 + it, or 0 */
        } *at;
        size_t size, room;
    } var;
    struct vec_index32 {
        uint32_t *at;
        size_t size, room;
    } used_form, used_var;
    struct vec_split {
        uint32_t *at;
        size_t size, room;
    } unequal; /* literals */
    struct vec_level {
        struct arith_level {
            size_t unequal, foreign, reason;
        } *at;
        size_t size, room;
    } level;
    struct vec_reason {
        struct arith_reason {
            struct arith_literal literal;
            uint32_t mark;
        } *at;
        size_t size, room;
    } reason;       /* what was asserted; bounds name these */
    size_t foreign; /* conjuncts that did not fit */
    uint64_t units;
};

arith *
arith_new (terms *store)
{
    arith *a = NEW (arith);
    a->terms = store;
    arena_init (&a->arena);
    map_init (&a->literal_of);
    map_init (&a->form_of);
    map_init (&a->var_of);
    a->simplex = simplex_new ();
    return a;
}

void
arith_free (arith *a)
{
    simplex_free (a->simplex);
    map_clear (&a->literal_of);
    map_clear (&a->form_of);
    map_clear (&a->var_of);
    VEC_CLEAR (a->literal);
    VEC_CLEAR (a->form);
    VEC_CLEAR (a->var);
    VEC_CLEAR (a->used_form);
    VEC_CLEAR (a->used_var);
    VEC_CLEAR (a->unequal);
    VEC_CLEAR (a->level);
    VEC_CLEAR (a->reason);
    arena_clear (&a->arena);
    memory_free (a);
}

void
arith_reset (arith *a)
{
    for (size_t i = 0; i < a->used_form.size; i++)
        a->form.at[a->used_form.at[i]].column = 0;
    for (size_t i = 0; i < a->used_var.size; i++)
        a->var.at[a->used_var.at[i]].column = 0;
    a->used_form.size = a->used_var.size = 0;
    a->unequal.size = a->level.size = a->reason.size = 0;
    a->foreign = 0;
    simplex_reset (a->simplex);
}

uint64_t
arith_units (const arith *a)
{
    return a->units + simplex_steps (a->simplex) * 4;
}

/* ---- literals, once for all */

static uint32_t
arith_var_of (arith *a, const term *var)
{
    uint64_t *known = map_get (&a->var_of, var->digest);
    if (known)
        return (uint32_t) *known;
    struct arith_var v = {.term = var, .is_bool = var->sort->kind == SORT_BOOL};
    map_put (&a->var_of, var->digest, a->var.size);
    VEC_PUSH (a->var, v);
    return (uint32_t) a->var.size - 1;
}

static uint32_t
arith_form_of (arith *a, const struct simplex_part *part, size_t size)
{
    struct buffer b;
    buffer_init (&b);
    for (size_t i = 0; i < size; i++) {
        buffer_uint (&b, part[i].var);
        buffer_int (&b, part[i].factor);
    }
    struct digest key = digest_of (buffer_view (&b));
    buffer_clear (&b);
    uint64_t *known = map_get (&a->form_of, key);
    if (known)
        return (uint32_t) *known;
    struct arith_form f = {arena_copy (&a->arena, part, size * sizeof *part),
                           size, 0};
    map_put (&a->form_of, key, a->form.size);
    VEC_PUSH (a->form, f);
    return (uint32_t) a->form.size - 1;
}

static bool
arith_small (const mpz_t n)
{
    return mpz_sizeinbase (n, 2) <= 40;
}

/* form (<=, =) 0 with rational coefficients, to lowest terms; false: foreign. */
static bool
arith_normal (arith *a, const struct linear *l, enum linear_relation relation,
              bool negated, struct arith_literal *out)
{
    mpz_t scale, g, n;
    mpz_inits (scale, g, n, NULL);
    mpz_set_ui (scale, 1);
    bool good = l->size > 0;
    for (size_t i = 0; i < l->size; i++) {
        mpz_lcm (scale, scale, mpq_denref (l->part[i].factor));
        good = good && l->part[i].var->op == OP_VAR
               && l->part[i].var->sort->kind == SORT_INT;
    }
    for (size_t i = 0; good && i < l->size; i++) {
        mpz_divexact (n, scale, mpq_denref (l->part[i].factor));
        mpz_mul (n, n, mpq_numref (l->part[i].factor));
        mpz_gcd (g, g, n);
    }
    struct simplex_part *part = NEW_ARRAY (struct simplex_part, l->size);
    bool turned = false;
    for (size_t i = 0; good && i < l->size; i++) {
        mpz_divexact (n, scale, mpq_denref (l->part[i].factor));
        mpz_mul (n, n, mpq_numref (l->part[i].factor));
        mpz_divexact (n, n, g);
        good = arith_small (n);
        if (!good)
            break;
        int64_t factor = mpz_get_si (n);
        if (!i)
            turned = factor < 0;
        part[i] = (struct simplex_part) {arith_var_of (a, l->part[i].var),
                                         turned ? -factor : factor};
    }
    if (good) {
        /* form <= -constant, divided by g / scale; k = -constant * scale / g */
        mpq_t k, q;
        mpq_inits (k, q, NULL);
        mpq_neg (k, l->constant);
        mpz_set (mpq_numref (q), scale);
        mpz_set (mpq_denref (q), g);
        mpq_canonicalize (q);
        mpq_mul (k, k, q);
        bool whole = !mpz_cmp_ui (mpq_denref (k), 1);
        mpz_fdiv_q (n, mpq_numref (k), mpq_denref (k));
        good = mpz_sizeinbase (n, 2) <= 60;
        int64_t bound = good ? mpz_get_si (n) : 0;
        if (relation == LINEAR_EQ)
            out->kind = !whole    ? (negated ? LITERAL_TRUE : LITERAL_FALSE)
                        : negated ? LITERAL_UNEQUAL
                                  : LITERAL_EQUAL;
        else /* not (f <= b) is f >= b + 1 */
            out->kind = negated ? LITERAL_LOWER : LITERAL_UPPER;
        if (out->kind == LITERAL_LOWER)
            bound++;
        if (turned) {
            bound = -bound;
            if (out->kind == LITERAL_LOWER)
                out->kind = LITERAL_UPPER;
            else if (out->kind == LITERAL_UPPER)
                out->kind = LITERAL_LOWER;
        }
        out->bound = bound;
        out->form = arith_form_of (a, part, l->size);
        mpq_clears (k, q, NULL);
    }
    memory_free (part);
    mpz_clears (scale, g, n, NULL);
    return good;
}

static struct arith_literal
arith_parse (arith *a, const term *t)
{
    struct arith_literal out = {.kind = LITERAL_FOREIGN};
    bool negated = t->op == OP_NOT;
    const term *atom = negated ? t->arg[0] : t;
    if (term_is_true (t) || term_is_false (t)) {
        out.kind = term_is_true (t) ? LITERAL_TRUE : LITERAL_FALSE;
        return out;
    }
    if (atom->op == OP_VAR) {
        struct simplex_part part = {arith_var_of (a, atom), 1};
        out.kind = negated ? LITERAL_UPPER : LITERAL_LOWER;
        out.bound = negated ? 0 : 1;
        out.form = arith_form_of (a, &part, 1);
        return out;
    }
    bool numbers = (atom->op == OP_LE || atom->op == OP_LT || atom->op == OP_EQ)
                   && atom->arg[0]->sort->kind == SORT_INT;
    if (!numbers)
        return out;
    struct linear l;
    enum linear_relation relation;
    linear_init (&l);
    /* `<` over Int comes back as `<=`. */
    if (linear_literal (a->terms, atom, &l, &relation) && relation != LINEAR_LT
        && !arith_normal (a, &l, relation, negated, &out))
        out.kind = LITERAL_FOREIGN;
    linear_clear (&l);
    return out;
}

static struct arith_literal
arith_literal_of (arith *a, const term *t, uint32_t *index)
{
    uint64_t *known = map_get (&a->literal_of, t->digest);
    if (!known) {
        struct arith_literal l = arith_parse (a, t);
        map_put (&a->literal_of, t->digest, a->literal.size);
        VEC_PUSH (a->literal, l);
        known = map_get (&a->literal_of, t->digest);
    }
    *index = (uint32_t) *known;
    return a->literal.at[*index];
}

/* ---- a session */

static uint32_t
arith_var_column (arith *a, uint32_t var)
{
    struct arith_var *v = &a->var.at[var];
    if (!v->column) {
        v->column = 1
                    + (v->is_bool ? simplex_var_within (a->simplex, 0, 1)
                                  : simplex_var (a->simplex));
        VEC_PUSH (a->used_var, var);
    }
    return v->column - 1;
}

static uint32_t
arith_form_column (arith *a, uint32_t form)
{
    struct arith_form *f = &a->form.at[form];
    if (f->size == 1 && f->part[0].factor == 1)
        return arith_var_column (a, f->part[0].var);
    if (!f->column) {
        struct simplex_part *part = NEW_ARRAY (struct simplex_part, f->size);
        for (size_t i = 0; i < f->size; i++)
            part[i] = (struct simplex_part) {
                arith_var_column (a, f->part[i].var), f->part[i].factor};
        f->column = simplex_row (a->simplex, part, f->size) + 1;
        VEC_PUSH (a->used_form, form);
        memory_free (part);
    }
    return f->column - 1;
}

void
arith_push (arith *a)
{
    struct arith_level level = {a->unequal.size, a->foreign, a->reason.size};
    VEC_PUSH (a->level, level);
    simplex_push (a->simplex);
}

void
arith_pop (arith *a)
{
    struct arith_level level = VEC_POP (a->level);
    a->unequal.size = level.unequal;
    a->foreign = level.foreign;
    a->reason.size = level.reason;
    simplex_pop (a->simplex);
}

static void
arith_bound (arith *a, struct arith_literal l, uint32_t reason)
{
    uint32_t column = arith_form_column (a, l.form);
    if (l.kind != LITERAL_UPPER)
        simplex_lower (a->simplex, column, l.bound, reason);
    if (l.kind != LITERAL_LOWER)
        simplex_upper (a->simplex, column, l.bound, reason);
}

bool
arith_assert (arith *a, const term *t, uint32_t mark)
{
    struct term_vec part = {0};
    size_t foreign = a->foreign;
    term_conjuncts (a->terms, t, &part);
    for (size_t i = 0; i < part.size; i++) {
        uint32_t index;
        struct arith_literal l = arith_literal_of (a, part.at[i], &index);
        a->units++;
        if (l.kind == LITERAL_FOREIGN
            || simplex_size (a->simplex) > ARITH_COLUMNS)
            a->foreign++;
        else if (l.kind == LITERAL_UNEQUAL)
            VEC_PUSH (a->unequal, index);
        else if (l.kind == LITERAL_FALSE) {
            uint32_t column = simplex_var (a->simplex);
            simplex_lower (a->simplex, column, 1, UINT32_MAX);
            simplex_upper (a->simplex, column, 0, UINT32_MAX);
        } else if (l.kind != LITERAL_TRUE) {
            arith_bound (a, l, (uint32_t) a->reason.size);
            struct arith_reason r = {l, mark};
            VEC_PUSH (a->reason, r);
        }
    }
    VEC_CLEAR (part);
    return foreign == a->foreign;
}

static int64_t
arith_value (arith *a, uint32_t form, bool *known)
{
    const struct arith_form *f = &a->form.at[form];
    wide sum = 0;
    *known = true;
    for (size_t i = 0; i < f->size; i++) {
        uint32_t column = a->var.at[f->part[i].var].column;
        /* A variable that nothing constrains may be anything; 0 is a value. */
        if (column)
            sum += (wide) f->part[i].factor
                   * simplex_value (a->simplex, column - 1);
    }
    if (sum > INT64_MAX || sum < INT64_MIN)
        *known = false;
    return *known ? (int64_t) sum : 0;
}

/* Looks for a model that also keeps the disequalities, splitting those that the
 * model at hand breaks. */
static enum arith_answer
arith_search (arith *a, unsigned *splits)
{
    enum simplex_answer s = simplex_check (a->simplex);
    if (s == SIMPLEX_INFEASIBLE)
        return ARITH_UNSAT;
    if (s == SIMPLEX_UNDECIDED)
        return ARITH_UNDECIDED;
    for (size_t i = 0; i < a->unequal.size; i++) {
        struct arith_literal l = a->literal.at[a->unequal.at[i]];
        bool known;
        if (arith_value (a, l.form, &known) != l.bound || !known)
            continue;
        bool undecided = false;
        for (int up = 0; up < 2; up++) {
            if (!*splits)
                return ARITH_UNDECIDED;
            --*splits;
            struct arith_literal half = {up ? LITERAL_LOWER : LITERAL_UPPER,
                                         l.form,
                                         up ? l.bound + 1 : l.bound - 1};
            simplex_push (a->simplex);
            arith_bound (a, half, UINT32_MAX);
            enum arith_answer r = arith_search (a, splits);
            simplex_pop (a->simplex);
            if (r == ARITH_SAT)
                return r;
            undecided |= r == ARITH_UNDECIDED;
        }
        return undecided ? ARITH_UNDECIDED : ARITH_UNSAT;
    }
    return ARITH_SAT;
}

enum arith_answer
arith_check (arith *a)
{
    unsigned splits = ARITH_SPLITS;
    a->units++;
    enum arith_answer answer = arith_search (a, &splits);
    return answer == ARITH_SAT && a->foreign ? ARITH_UNDECIDED : answer;
}

enum arith_answer
arith_holds (arith *a, const term *t)
{
    uint32_t index;
    struct arith_literal l = arith_literal_of (a, t, &index);
    if (l.kind == LITERAL_FOREIGN)
        return ARITH_UNDECIDED;
    if (l.kind == LITERAL_TRUE || l.kind == LITERAL_FALSE)
        return l.kind == LITERAL_TRUE ? ARITH_SAT : ARITH_UNSAT;
    bool known;
    int64_t value = arith_value (a, l.form, &known);
    if (!known)
        return ARITH_UNDECIDED;
    bool holds = l.kind == LITERAL_UPPER   ? value <= l.bound
                 : l.kind == LITERAL_LOWER ? value >= l.bound
                 : l.kind == LITERAL_EQUAL ? value == l.bound
                                           : value != l.bound;
    return holds ? ARITH_SAT : ARITH_UNSAT;
}

/* ---- cuts */

/* Adds a reason's inequality `.. <= 0`, times its multiplier. */
static void
arith_add (arith *a, struct linear *sum, const struct simplex_reason *why)
{
    const struct arith_literal *l = &a->reason.at[why->reason].literal;
    const struct arith_form *f = &a->form.at[l->form];
    mpq_t factor, part;
    mpq_inits (factor, part, NULL);
    mpq_set_si (factor, why->factor, 1);
    if (why->lower)
        mpq_neg (factor, factor);
    for (size_t i = 0; i < f->size; i++) {
        mpq_set_si (part, f->part[i].factor, 1);
        mpq_mul (part, part, factor);
        linear_add (sum, a->terms, a->var.at[f->part[i].var].term, part, true);
    }
    mpq_set_si (part, l->bound, 1);
    mpq_mul (part, part, factor);
    mpq_sub (sum->constant, sum->constant, part);
    mpq_clears (factor, part, NULL);
}

bool
arith_cuts (arith *a, size_t marks, const term **cut)
{
    const struct simplex_reason *why;
    size_t size = simplex_conflict (a->simplex, &why);
    bool good = size > 0;
    for (size_t i = 0; good && i < size; i++)
        good = why[i].reason < a->reason.size;
    for (size_t i = 0; good && i < size; i++) {
        const struct arith_form *f =
            &a->form.at[a->reason.at[why[i].reason].literal.form];
        for (size_t p = 0; p < f->size; p++)
            good = good && !a->var.at[f->part[p].var].is_bool;
    }
    for (size_t k = 1; good && k < marks; k++) {
        struct linear sum;
        linear_init (&sum);
        for (size_t i = 0; i < size; i++)
            if (a->reason.at[why[i].reason].mark < k)
                arith_add (a, &sum, &why[i]);
        if (sum.size)
            cut[k] = term_le (a->terms,
                              linear_term (a->terms, &sum, sort_int (a->terms)),
                              term_int (a->terms, 0));
        else
            cut[k] = term_bool (a->terms, mpq_sgn (sum.constant) <= 0);
        linear_clear (&sum);
    }
    return good;
}
