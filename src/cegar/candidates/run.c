/* run.c -- runs the system from its entry to collect reached states.
 *
 * First breadth first, then by walks that prefer to repeat themselves, so that
 * loops are seen both at their start and far inside.  Auxiliaries are drawn
 * one after the other, within the bounds that the guard's linear conjuncts give
 * once the others are known; the whole guard decides in the end, so all states
 * are really reached.  Draws come from a generator with a fixed seed, and cost
 * is counted in evaluated nodes: the same system gives the same states. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    EARLY_MOST = 120,    /* states of a location, found breadth first */
    SAMPLES_MOST = 300,  /* and all of them */
    FACTS_TRIED = 16,    /* draws for a transition from the entry */
    DRAWS = 6,           /* for another one, with auxiliaries */
    PREMISES_TRIED = 12, /* with further premises */
    WALKS = 40,
    WALK_STEPS = 250,
    LEAVING_TRIED = 64
};

/* A linear conjunct: the sum of parts and the constant is related to 0. */
struct limit {
    enum linear_relation relation;
    int64_t constant;
    struct limit_part {
        size_t slot;
        int64_t factor;
    } *part;
    size_t parts;
    uint32_t group, choice; /* holds if the group's disjunct is chosen; or 0 */
};

struct vec_limit VEC (struct limit);

/* How an auxiliary is drawn. */
struct candidates_run_draw {
    size_t slot;
    int64_t low, high;      /* what its sort has; low > high: it is not drawn */
    size_t defined;         /* slot of what it equals, or NO_SLOT */
    struct vec_index limit; /* those that mention it */
};

/* A transition, compiled. */
struct candidates_run_step {
    struct code code;
    int64_t *value;
    size_t guard;
    size_t *var, *update; /* slots of source variables, of updates */
    size_t *more;         /* and of those of further premises */
    struct vec_limit limit;
    struct candidates_run_draw *draw; /* in the order of drawing */
    size_t draws;
    struct vec_index group; /* per group, its disjuncts */
    bool staged;            /* some auxiliary is defined by a term */
    bool opaque;            /* some limit has a part that is no variable */
};

struct candidates_run_run {
    struct candidate_pool *pool;
    struct candidates_run_step **step; /* per transition; null until needed */
    struct map *known;                 /* per location, digests of states */
    int64_t *next;                     /* the state that a step leads to */
    uint64_t dice;
};

/* ---- dice (splitmix64) */

static uint64_t
dice_roll (uint64_t *dice, uint64_t sides)
{
    assert (sides);
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % sides;
}

/* ---- compiling */

static bool
factor_get (const mpq_t q, int64_t *n)
{
    if (mpz_cmp_ui (mpq_denref (q), 1) || !mpz_fits_slong_p (mpq_numref (q)))
        return false;
    *n = mpz_get_si (mpq_numref (q));
    return llabs (*n / 2) < NUMBER_MOST / 2;
}

static struct candidates_run_draw *
step_draw (struct candidates_run_step *p, size_t slot)
{
    for (size_t i = 0; i < p->draws; i++)
        if (p->draw[i].slot == slot)
            return &p->draw[i];
    return NULL;
}

static void
step_limit (struct candidates_run_step *p, const struct linear *form,
            enum linear_relation relation, uint32_t group, uint32_t choice)
{
    struct limit l = {.relation = relation, .group = group, .choice = choice};
    l.part = NEW_ARRAY (struct limit_part, form->size + 1);
    bool fits = factor_get (form->constant, &l.constant), any = false;
    for (size_t i = 0; fits && i < form->size; i++) {
        struct limit_part *part = &l.part[l.parts++];
        part->slot = code_slot (&p->code, form->part[i].var);
        fits = part->slot != NO_SLOT
               && factor_get (form->part[i].factor, &part->factor);
        any |= fits && step_draw (p, part->slot);
        p->opaque |= form->part[i].var->op != OP_VAR;
    }
    if (!fits || !any) {
        memory_free (l.part);
        return;
    }
    for (size_t i = 0; i < l.parts; i++) {
        struct candidates_run_draw *d = step_draw (p, l.part[i].slot);
        if (d)
            VEC_PUSH (d->limit, (uint32_t) p->limit.size);
    }
    VEC_PUSH (p->limit, l);
}

/* Notes a conjunct that may bound or define auxiliaries. */
static void
step_literal (struct candidates_run_step *p, terms *t, const term *literal,
              uint32_t group, uint32_t choice)
{
    const term *atom = literal->op == OP_NOT ? literal->arg[0] : literal;
    struct linear form;
    enum linear_relation relation;
    linear_init (&form);
    bool plain = true;
    if (atom->op == OP_VAR) {
        struct candidates_run_draw *d =
            step_draw (p, code_slot (&p->code, atom));
        const term *value = term_bool (t, atom == literal);
        if (d && !group)
            d->defined = code_slot (&p->code, value);
    } else if (linear_literal (t, literal, &form, &relation)) {
        for (size_t i = 0; i < form.size; i++)
            plain &= form.part[i].var->op == OP_VAR;
        step_limit (p, &form, relation, group, choice);
    }
    if (literal->op == OP_EQ && !group && (!plain || !form.size))
        for (int side = 0; side < 2; side++) {
            struct candidates_run_draw *d =
                step_draw (p, code_slot (&p->code, literal->arg[side]));
            if (d && d->defined == NO_SLOT) {
                d->defined = code_slot (&p->code, literal->arg[!side]);
                break;
            }
        }
    linear_clear (&form);
}

static void
step_conjunct (struct candidates_run_step *p, terms *t, const term *conjunct)
{
    if (conjunct->op != OP_OR) {
        step_literal (p, t, conjunct, 0, 0);
        return;
    }
    VEC_PUSH (p->group, conjunct->args);
    uint32_t group = (uint32_t) p->group.size;
    struct term_vec part = {0};
    for (uint32_t k = 0; k < conjunct->args; k++) {
        part.size = 0;
        term_conjuncts (t, conjunct->arg[k], &part);
        for (size_t i = 0; i < part.size; i++)
            step_literal (p, t, part.at[i], group, k);
    }
    VEC_CLEAR (part);
}

/* Those that a term defines come last: it must be known before. */
static void
step_order (struct candidates_run_step *p)
{
    struct candidates_run_draw *sorted =
        NEW_ARRAY (struct candidates_run_draw, p->draws + 1);
    size_t count = 0;
    for (int late = 0; late < 2; late++)
        for (size_t i = 0; i < p->draws; i++)
            if ((p->draw[i].defined != NO_SLOT) == late)
                sorted[count++] = p->draw[i];
    assert (count == p->draws);
    p->staged = p->draws && sorted[p->draws - 1].defined != NO_SLOT;
    memory_free (p->draw);
    p->draw = sorted;
}

static void
draw_range (struct candidates_run_draw *d, const sort *s)
{
    d->low = 0;
    d->high = -1;
    if (s->kind == SORT_BOOL)
        d->high = 1;
    else if (s->kind == SORT_BV && s->width <= 61)
        d->high = ((int64_t) 1 << s->width) - 1;
    else if (sort_is_number (s)) {
        d->low = -NUMBER_MOST;
        d->high = NUMBER_MOST;
    }
}

static struct candidates_run_step *
step_new (const struct system *s, const struct transition *t)
{
    struct candidates_run_step *p = NEW (struct candidates_run_step);
    struct term_vec root = {0};
    VEC_PUSH (root, t->guard);
    for (size_t i = 0; i < t->update.size; i++)
        VEC_PUSH (root, t->update.at[i]);
    const struct term_vec *vars = &s->location.at[t->from].vars;
    for (size_t i = 0; i < vars->size; i++)
        VEC_PUSH (root, vars->at[i]);
    for (size_t i = 0; i < t->aux.size; i++)
        VEC_PUSH (root, t->aux.at[i]);
    for (size_t p0 = 0; p0 < t->more.size; p0++)
        for (size_t i = 0; i < t->more.at[p0].vars.size; i++)
            VEC_PUSH (root, t->more.at[p0].vars.at[i]);
    VEC_PUSH (root, term_bool (s->terms, true));
    VEC_PUSH (root, term_bool (s->terms, false));
    code_init (&p->code, root.at, root.size);
    VEC_CLEAR (root);
    p->value = NEW_ARRAY (int64_t, p->code.node.size);
    code_forget (&p->code, p->value);
    p->guard = code_slot (&p->code, t->guard);
    p->var = NEW_ARRAY (size_t, vars->size + 1);
    for (size_t i = 0; i < vars->size; i++)
        p->var[i] = code_slot (&p->code, vars->at[i]);
    size_t more = 0;
    for (size_t i = 0; i < t->more.size; i++)
        more += t->more.at[i].vars.size;
    p->more = NEW_ARRAY (size_t, more + 1);
    more = 0;
    for (size_t i = 0; i < t->more.size; i++)
        for (size_t k = 0; k < t->more.at[i].vars.size; k++)
            p->more[more++] = code_slot (&p->code, t->more.at[i].vars.at[k]);
    p->update = NEW_ARRAY (size_t, t->update.size + 1);
    for (size_t i = 0; i < t->update.size; i++)
        p->update[i] = code_slot (&p->code, t->update.at[i]);
    p->draw = NEW_ARRAY (struct candidates_run_draw, t->aux.size + 1);
    for (size_t i = 0; i < t->aux.size; i++)
        p->draw[p->draws++] = (struct candidates_run_draw) {
            .slot = code_slot (&p->code, t->aux.at[i]), .defined = NO_SLOT};
    for (size_t i = 0; i < t->aux.size; i++)
        draw_range (&p->draw[i], t->aux.at[i]->sort);
    if (p->draws) {
        struct term_vec part = {0};
        term_conjuncts (s->terms, t->guard, &part);
        for (size_t i = 0; i < part.size; i++)
            step_conjunct (p, s->terms, part.at[i]);
        VEC_CLEAR (part);
        step_order (p);
    }
    return p;
}

static void
step_free (struct candidates_run_step *p)
{
    if (!p)
        return;
    code_clear (&p->code);
    memory_free (p->value);
    memory_free (p->var);
    memory_free (p->update);
    memory_free (p->more);
    for (size_t i = 0; i < p->limit.size; i++)
        memory_free (p->limit.at[i].part);
    VEC_CLEAR (p->limit);
    for (size_t i = 0; i < p->draws; i++)
        VEC_CLEAR (p->draw[i].limit);
    memory_free (p->draw);
    VEC_CLEAR (p->group);
    memory_free (p);
}

/* ---- drawing auxiliaries */

/* Narrows [low, high] by a limit whose other parts are known; false: empty. */
static bool
limit_apply (const struct candidates_run_step *p, const struct limit *l,
             size_t slot, int64_t *low, int64_t *high)
{
    assert (*low <= *high);
    int64_t rest = l->constant, factor = 0;
    for (size_t i = 0; i < l->parts; i++)
        if (l->part[i].slot == slot)
            factor = l->part[i].factor;
        else
            rest = number_plus (rest, number_times (l->part[i].factor,
                                                    p->value[l->part[i].slot]));
    if (rest == UNKNOWN || !factor)
        return true;
    if (l->relation == LINEAR_EQ) {
        if (rest % factor)
            return false;
        int64_t exact = -rest / factor;
        *low = exact > *low ? exact : *low;
        *high = exact < *high ? exact : *high;
    } else {
        rest += l->relation == LINEAR_LT;
        int64_t bound = number_floor (-rest, llabs (factor));
        if (factor > 0)
            *high = bound < *high ? bound : *high;
        else {
            bound = -bound; /* -|f| a + rest <= 0: a >= rest / |f| */
            *low = bound > *low ? bound : *low;
        }
    }
    return *low <= *high;
}

/* A number that tells: an end of the interval, or near, or small, or one of
 * the program's. */
static int64_t
number_draw (struct candidates_run_run *r, int64_t low, int64_t high)
{
    assert (low <= high);
    const struct candidates_number_vec *constant = &r->pool->constant;
    bool below = low > -NUMBER_MOST, above = high < NUMBER_MOST;
    int64_t n;
    switch (dice_roll (&r->dice, 8)) {
    case 0:
    case 1:
        n = below ? low : above ? high : 0;
        break;
    case 2:
        n = above ? high : below ? low + 1 : 1;
        break;
    case 3:
        n = below   ? low + (int64_t) dice_roll (&r->dice, 20)
            : above ? high - (int64_t) dice_roll (&r->dice, 20)
                    : (int64_t) dice_roll (&r->dice, 20);
        break;
    case 4:
        n = (int64_t) dice_roll (&r->dice, 201) - 100;
        break;
    case 5:
        if (constant->size) {
            n = constant->at[dice_roll (&r->dice, constant->size)];
            break;
        } /* fall through */
    default:
        n = (int64_t) dice_roll (&r->dice, 12) - 2;
    }
    return n < low ? low : n > high ? high : n;
}

/* False: no values were found. */
static bool
step_draws (struct candidates_run_run *r, struct candidates_run_step *p)
{
    uint32_t chosen[16] = {0};
    for (size_t g = 0; g < p->group.size && g < 16; g++)
        chosen[g] = (uint32_t) dice_roll (&r->dice, p->group.at[g]);
    for (size_t i = 0; i < p->draws; i++)
        p->value[p->draw[i].slot] = UNKNOWN;
    if (p->opaque)
        code_run (&p->code, p->value);
    for (size_t i = 0; i < p->draws; i++) {
        const struct candidates_run_draw *d = &p->draw[i];
        if (d->defined != NO_SLOT) {
            code_run (&p->code, p->value);
            p->value[d->slot] = p->value[d->defined];
            continue;
        }
        int64_t low = d->low, high = d->high;
        if (low > high)
            continue;
        for (size_t k = 0; k < d->limit.size; k++) {
            const struct limit *l = &p->limit.at[d->limit.at[k]];
            bool holds =
                !l->group
                || (l->group <= 16 && chosen[l->group - 1] == l->choice);
            if (holds && !limit_apply (p, l, d->slot, &low, &high))
                return false;
        }
        p->value[d->slot] = high - low == 1
                                ? low + (int64_t) dice_roll (&r->dice, 2)
                                : number_draw (r, low, high);
    }
    return true;
}

/* ---- steps */

static bool
run_spent (struct candidates_run_run *r, uint64_t cost)
{
    if (r->pool->work < cost) {
        r->pool->work = 0;
        return true;
    }
    r->pool->work -= cost;
    return false;
}

/* Reached states for the further premises; false: there is none. */
static bool
step_premises (struct candidates_run_run *r, struct candidates_run_step *p,
               const struct transition *t)
{
    size_t slot = 0;
    for (size_t i = 0; i < t->more.size; i++) {
        const struct samples *m =
            &r->pool->spot[t->more.at[i].location].samples;
        if (!m->size)
            return false;
        const int64_t *row = m->row + dice_roll (&r->dice, m->size) * m->vars;
        for (size_t k = 0; k < m->vars; k++)
            p->value[p->more[slot++]] = row[k];
    }
    return true;
}

/* Takes a transition from a state; false: its guard does not hold, or is not
 * known.  The new state is r->next. */
static bool
run_step (struct candidates_run_run *r, uint32_t transition,
          const int64_t *state)
{
    assert (transition < r->pool->system->transition.size);
    const struct system *s = r->pool->system;
    const struct transition *t = &s->transition.at[transition];
    if (!r->step[transition]) {
        r->step[transition] = step_new (s, t);
        /* compiling is dearer than running */
        if (run_spent (r, 40 * r->step[transition]->code.node.size))
            return false;
    }
    struct candidates_run_step *p = r->step[transition];
    uint64_t nodes = p->code.node.size;
    uint64_t runs = 1 + p->opaque + p->draws * p->staged;
    if (run_spent (r, nodes * runs + 4 * p->limit.size))
        return false;
    assert (p->guard != NO_SLOT);
    for (size_t i = 0; i < s->location.at[t->from].vars.size; i++)
        p->value[p->var[i]] = state[i];
    if (!step_premises (r, p, t) || (p->draws && !step_draws (r, p)))
        return false;
    code_run (&p->code, p->value);
    if (p->value[p->guard] != 1)
        return false;
    for (size_t i = 0; i < t->update.size; i++)
        r->next[i] = p->value[p->update[i]];
    return true;
}

/* Notes r->next as a state of the location; false: it is known, or enough. */
static bool
run_note (struct candidates_run_run *r, uint32_t location, size_t most)
{
    assert (most <= SAMPLES_MOST);
    struct samples *m = &r->pool->spot[location].samples;
    assert (location > SYSTEM_ERROR && m->row);
    struct bytes bytes = {(const uint8_t *) r->next, m->vars * sizeof *m->row};
    if (m->size >= most || !map_put (&r->known[location], digest_of (bytes), 1))
        return false;
    for (size_t i = 0; i < m->vars; i++)
        m->row[m->size * m->vars + i] = r->next[i];
    m->size++;
    return true;
}

static size_t
run_draws (const struct transition *t)
{
    if (t->more.size)
        return PREMISES_TRIED;
    if (!t->aux.size)
        return 1;
    return t->from == SYSTEM_ENTRY ? FACTS_TRIED : DRAWS;
}

struct reached {
    uint32_t location;
    uint32_t sample;
};

static void
run_breadth (struct candidates_run_run *r)
{
    const struct system *s = r->pool->system;
    struct VEC (struct reached) queue = {0};
    VEC_PUSH (queue, ((struct reached) {SYSTEM_ENTRY, 0}));
    uint64_t rest = r->pool->work / 2;
    for (size_t head = 0; head < queue.size && r->pool->work > rest; head++) {
        struct reached at = queue.at[head];
        const struct vec_index *leaving = &s->leaving[at.location];
        size_t tried = leaving->size;
        if (at.location != SYSTEM_ENTRY && tried > LEAVING_TRIED)
            tried = LEAVING_TRIED;
        size_t start =
            tried < leaving->size ? dice_roll (&r->dice, leaving->size) : 0;
        for (size_t i = 0; i < tried && r->pool->work > rest; i++) {
            assert (tried <= leaving->size);
            uint32_t index = leaving->at[(start + i) % leaving->size];
            const struct transition *t = &s->transition.at[index];
            struct samples *m = &r->pool->spot[t->to].samples;
            if (t->to == SYSTEM_ERROR || m->size >= EARLY_MOST)
                continue;
            for (size_t k = run_draws (t); k-- > 0;) {
                const struct samples *from =
                    &r->pool->spot[at.location].samples;
                if (run_step (r, index, from->row + at.sample * from->vars)
                    && run_note (r, t->to, EARLY_MOST))
                    VEC_PUSH (queue, ((struct reached) {
                                         t->to, (uint32_t) m->size - 1}));
            }
        }
    }
    VEC_CLEAR (queue);
    for (size_t l = 0; l < s->location.size; l++)
        r->pool->spot[l].samples.early = r->pool->spot[l].samples.size;
}

/* One walk: half of the time the last transition of a location goes first. */
static void
run_walk (struct candidates_run_run *r, int64_t *state, uint32_t *last)
{
    const struct system *s = r->pool->system;
    uint32_t at = SYSTEM_ENTRY;
    for (size_t k = 0; k < WALK_STEPS && r->pool->work; k++) {
        const struct vec_index *leaving = &s->leaving[at];
        if (!leaving->size)
            return;
        size_t tried =
            leaving->size < LEAVING_TRIED ? leaving->size : LEAVING_TRIED;
        size_t start = dice_roll (&r->dice, leaving->size);
        if (at != SYSTEM_ENTRY && dice_roll (&r->dice, 4))
            start = last[at] < leaving->size ? last[at] : start;
        uint32_t index = 0;
        bool moved = false;
        for (size_t i = 0; i < tried && !moved; i++) {
            size_t which = (start + i) % leaving->size;
            index = leaving->at[which];
            last[at] = (uint32_t) which;
            if (s->transition.at[index].to == SYSTEM_ERROR)
                continue;
            const struct transition *t = &s->transition.at[index];
            size_t draws = t->more.size ? 6 : t->aux.size ? 3 : 1;
            while (draws-- > 0 && !moved)
                moved = run_step (r, index, state);
        }
        if (!moved)
            return;
        at = s->transition.at[index].to;
        for (size_t i = 0; i < s->location.at[at].vars.size; i++)
            state[i] = r->next[i];
        if (k < 20 || !dice_roll (&r->dice, 6))
            run_note (r, at, SAMPLES_MOST);
    }
}

void
candidates_run (struct candidate_pool *pool)
{
    const struct system *s = pool->system;
    struct candidates_run_run r = {.pool = pool, .dice = 1};
    size_t most = 1;
    r.step = NEW_ARRAY (struct candidates_run_step *, s->transition.size + 1);
    r.known = NEW_ARRAY (struct map, s->location.size);
    for (size_t l = 0; l < s->location.size; l++) {
        size_t vars = s->location.at[l].vars.size;
        struct samples *m = &pool->spot[l].samples;
        m->vars = vars;
        map_init (&r.known[l]);
        if (location_live (s, (uint32_t) l))
            m->row = NEW_ARRAY (int64_t, SAMPLES_MOST *vars + 1);
        most = vars > most ? vars : most;
    }
    r.next = NEW_ARRAY (int64_t, most);
    int64_t none = 0;
    pool->spot[SYSTEM_ENTRY].samples.row = &none;
    run_breadth (&r);
    int64_t *state = NEW_ARRAY (int64_t, most);
    uint32_t *last = NEW_ARRAY (uint32_t, s->location.size);
    for (size_t w = 0; w < WALKS && pool->work; w++) {
        for (size_t l = 0; l < s->location.size; l++)
            last[l] = UINT32_MAX;
        run_walk (&r, state, last);
    }
    pool->spot[SYSTEM_ENTRY].samples.row = NULL;
    for (size_t i = 0; i < s->transition.size; i++)
        step_free (r.step[i]);
    for (size_t l = 0; l < s->location.size; l++)
        map_clear (&r.known[l]);
    memory_free (r.step);
    memory_free (r.known);
    memory_free (r.next);
    memory_free (state);
    memory_free (last);
}
