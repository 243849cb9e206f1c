/* terms.h -- random formulas as people write them, over propositions of a machine, and
 * what they mean on an explicit graph: short fixpoints that read like the definition. */
#ifndef CTL_TERMS_H
#define CTL_TERMS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"
#include "machine/generator.h"

struct dice {
    uint64_t state;
};

static inline unsigned
dice_roll (struct dice *d, unsigned sides)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned) ((d->state >> 33) % sides);
}

enum word {
    WORD,
    FALSE_,
    NOT_,
    AND_,
    OR_,
    IMPLY,
    IFF,
    AX,
    AF,
    AG,
    EX,
    EF,
    EG,
    AU,
    AW,
    AR,
    EU,
    EW,
    ER,
    WORDS_
};

struct term {
    enum word word;
    unsigned left, right; /* of WORD: which */
};

enum { TERMS = 64 };

struct terms {
    struct term at[TERMS];
    unsigned size;
    const char *const *word; /* the propositions */
    unsigned words;
    bool next; /* X may occur */
};

static inline unsigned
term_make (struct terms *t, struct dice *d, unsigned depth)
{
    struct term n = {WORD, dice_roll (d, t->words), 0};
    if (depth && dice_roll (d, 5)) {
        do
            n.word = (enum word) (NOT_ + dice_roll (d, WORDS_ - NOT_));
        while (!t->next && (n.word == AX || n.word == EX));
        n.left = term_make (t, d, depth - 1);
        if ((n.word >= AND_ && n.word <= IFF) || n.word >= AU)
            n.right = term_make (t, d, depth - 1);
    } else if (!dice_roll (d, 12))
        n.word = FALSE_;
    assert (t->size < TERMS);
    t->at[t->size] = n;
    return t->size++;
}

/* One that is written behind what it is of: "1 EF 2 EF & 0 &" is EF word 1 && EF word 2
 * && word 0. */
static inline unsigned
term_read (struct terms *t, const char *text)
{
    static const char *const name[WORDS_] = {
        [NOT_] = "!", [AND_] = "&", [OR_] = "|", [IMPLY] = "->",
        [IFF] = "=",  [AF] = "AF",  [AG] = "AG", [EF] = "EF",
        [EG] = "EG",  [AU] = "AU",  [EU] = "EU"};
    unsigned open[TERMS], size = 0;
    char one[8];
    for (int n; sscanf (text, "%7s%n", one, &n) == 1; text += n) {
        struct term made = {WORD, (unsigned) (*one - '0'), 0};
        for (unsigned w = NOT_; w < WORDS_; w++)
            if (name[w] && !strcmp (name[w], one))
                made.word = (enum word) w;
        bool two = (made.word >= AND_ && made.word <= IFF) || made.word >= AU;
        assert (made.word != WORD || made.left < t->words);
        assert (t->size < TERMS
                && size >= (unsigned) (made.word != WORD) + two);
        if (two)
            made.right = open[--size];
        if (made.word != WORD)
            made.left = open[--size];
        t->at[t->size] = made;
        open[size++] = t->size++;
    }
    assert (size == 1);
    return *open;
}

static inline void
term_print (const struct terms *t, unsigned i, struct text *out)
{
    static const char *const name[] = {"",     "false", "! ",  " && ", " || ",
                                       " -> ", " <-> ", "AX ", "AF ",  "AG ",
                                       "EX ",  "EF ",   "EG ", "U",    "W",
                                       "R",    "U",     "W",   "R"};
    const struct term *n = &t->at[i];
    if (n->word == WORD)
        text_add (out, t->word[n->left]);
    else if (n->word == FALSE_)
        text_add (out, "false");
    else if (n->word >= AU) {
        text_print (out, "%c [", n->word < EU ? 'A' : 'E');
        term_print (t, n->left, out);
        text_print (out, " %s ", name[n->word]);
        term_print (t, n->right, out);
        text_add (out, "]");
    } else if (n->word >= AND_ && n->word <= IFF) {
        /* (w) && (w) would be an expression of the machine's. */
        text_add (out, "((true -> ");
        term_print (t, n->left, out);
        text_print (out, ")%s(", name[n->word]);
        term_print (t, n->right, out);
        text_add (out, "))");
    } else {
        text_print (out, "%s(true -> ", name[n->word]);
        term_print (t, n->left, out);
        text_add (out, ")");
    }
}

/* ---- an explicit graph */

struct explicit_state {
    uint8_t *bytes; /* owned */
    size_t size;
    uint64_t label;
    struct VEC (uint32_t) to;
    bool initial;
};

struct explicit_graph {
    struct VEC (struct explicit_state) state;
    bool cut; /* something is not modelled: no graph for this test */
};

/* False: there are more states than that. */
static inline bool
explicit_make (struct explicit_graph *g, generator *m, size_t most)
{
    struct map seen;
    map_init (&seen);
    for (size_t i = 0; i <= g->state.size && g->state.size <= most; i++) {
        struct edge e;
        struct bytes from = {0};
        if (i)
            from = (struct bytes) {g->state.at[i - 1].bytes,
                                   g->state.at[i - 1].size};
        generator_enter (m, from);
        while (generator_next (m, &e) == NEXT_EDGE) {
            g->cut |= e.marks & (EDGE_CUT | EDGE_FAULT);
            if (!e.target.size || e.marks & (EDGE_CUT | EDGE_FAULT))
                continue;
            struct digest d = digest_of (e.target);
            if (map_put (&seen, d, g->state.size)) {
                struct explicit_state s = {
                    .bytes = memory_copy (e.target.data, e.target.size),
                    .size = e.target.size};
                VEC_PUSH (g->state, s);
            } else {
                /* map_put has overwritten the number. */
                for (size_t k = 0; k < g->state.size; k++)
                    if (g->state.at[k].size == e.target.size
                        && !memcmp (g->state.at[k].bytes, e.target.data,
                                    e.target.size))
                        map_put (&seen, d, k);
            }
            uint32_t to = (uint32_t) *map_get (&seen, d);
            if (i)
                VEC_PUSH (g->state.at[i - 1].to, to);
            else
                g->state.at[to].initial = true;
        }
    }
    for (size_t s = 0; s < g->state.size; s++) {
        struct explicit_state *x = &g->state.at[s];
        x->label = m->class->label (m, (struct bytes) {x->bytes, x->size});
        if (!x->to.size)
            VEC_PUSH (x->to, (uint32_t) s);
    }
    map_clear (&seen);
    return g->state.size <= most;
}

static inline void
explicit_clear (struct explicit_graph *g)
{
    for (size_t s = 0; s < g->state.size; s++) {
        memory_free (g->state.at[s].bytes);
        VEC_CLEAR (g->state.at[s].to);
    }
    VEC_CLEAR (g->state);
}

/* ---- meaning: sets are arrays of bytes, made here and freed by who is given them */

struct meaning {
    const struct explicit_graph *graph;
    /* Words that hold again and again if others (of the number of words: true) do. */
    const unsigned *fair, *when;
    unsigned constraints, words;
};

typedef uint8_t *set;

static inline set
set_new (const struct meaning *m)
{
    return memory_new (m->graph->state.size + 1);
}

static inline set
set_word (const struct meaning *m, unsigned word)
{
    set a = set_new (m);
    for (size_t s = 0; s < m->graph->state.size; s++)
        a[s] = m->graph->state.at[s].label >> word & 1;
    return a;
}

static inline bool
some_step (const struct meaning *m, size_t s, const uint8_t *of)
{
    const struct explicit_state *x = &m->graph->state.at[s];
    for (size_t i = 0; i < x->to.size; i++)
        if (of[x->to.at[i]])
            return true;
    return false;
}

static inline bool
is_asked (const struct meaning *m, size_t s)
{
    return m->graph->state.at[s].label & GENERATOR_ASKED;
}

/* The least (greatest) x = b || (a && some step to x). */
static inline set
fixpoint (const struct meaning *m, const uint8_t *a, const uint8_t *b,
          bool greatest)
{
    set x = set_new (m);
    size_t n = m->graph->state.size;
    memset (x, greatest, n);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < n; k++) {
            size_t s = n - 1 - k;
            bool is = (b && b[s]) || (a[s] && some_step (m, s, x));
            changed |= is != x[s];
            x[s] = is;
        }
    }
    return x;
}

/* EG a on paths that meet each of the constraints in `which` again and again (Emerson,
 * Lei 1986): the greatest z, of a, from where every one can be met, in a, at a state of z,
 * in a step or more.  `a` is taken. */
static inline set
just_always (const struct meaning *m, set a, unsigned which)
{
    size_t n = m->graph->state.size;
    if (!which) {
        set x = fixpoint (m, a, NULL, true);
        memory_free (a);
        return x;
    }
    set z = memory_copy (a, n + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < m->constraints; i++) {
            if (!(which >> i & 1))
                continue;
            set goal = set_word (m, m->fair[i]);
            for (size_t s = 0; s < n; s++)
                goal[s] &= z[s];
            set comes = fixpoint (m, a, goal, false);
            for (size_t s = 0; s < n; s++)
                if (z[s] && !some_step (m, s, comes)) {
                    z[s] = 0;
                    changed = true;
                }
            memory_free (goal);
            memory_free (comes);
        }
    }
    memory_free (a);
    return z;
}

/* EG a on fair paths: of some constraints what they wait for stays away at last, the
 * others are met.  `a` is taken. */
static inline set
fair_always (const struct meaning *m, set a)
{
    size_t n = m->graph->state.size;
    set all = set_new (m);
    for (unsigned away = 0; away < 1u << m->constraints; away++) {
        set within = memory_copy (a, n + 1);
        for (unsigned i = 0; i < m->constraints; i++)
            for (size_t s = 0; away >> i & 1 && s < n; s++)
                within[s] &=
                    m->when[i] < m->words
                    && !(m->graph->state.at[s].label >> m->when[i] & 1);
        set stays =
            just_always (m, within, ~away & ((1u << m->constraints) - 1));
        set comes = fixpoint (m, a, stays, false);
        for (size_t s = 0; s < n; s++)
            all[s] |= comes[s];
        memory_free (stays);
        memory_free (comes);
    }
    memory_free (a);
    return all;
}

static inline set
all_states (const struct meaning *m)
{
    set a = set_new (m);
    memset (a, 1, m->graph->state.size);
    return a;
}

/* What E means on fair paths; A is its dual.  Takes a and b. */
static inline set
exists (const struct meaning *m, enum word word, set a, set b)
{
    size_t n = m->graph->state.size;
    set fair = fair_always (m, all_states (m)), goal = set_new (m),
        way = set_new (m), x;
    const uint8_t *last = word == EU || word == EW ? b : a;
    assert (last);
    for (size_t s = 0; s < n; s++) {
        bool asked = is_asked (m, s);
        goal[s] = last[s] && (word != ER || b[s]) && fair[s] && asked;
        way[s] = !asked
                 || (word == EF   ? 1
                     : word == ER ? b[s]
                     : word == EX ? 0
                                  : a[s]);
    }
    if (word == EG)
        x = fair_always (m, memory_copy (way, n + 1));
    else
        x = fixpoint (m, way, goal, false);
    if (word == EX) {
        set step = set_new (m);
        for (size_t s = 0; s < n; s++)
            step[s] = some_step (m, s, x);
        memory_free (x);
        x = step;
    } else if (word == EW || word == ER) {
        set always = fair_always (m, memory_copy (way, n + 1));
        for (size_t s = 0; s < n; s++)
            x[s] |= always[s];
        memory_free (always);
    }
    memory_free (fair);
    memory_free (goal);
    memory_free (way);
    memory_free (a);
    memory_free (b);
    return x;
}

static inline set
set_not (const struct meaning *m, set a)
{
    for (size_t s = 0; a && s < m->graph->state.size; s++)
        a[s] = !a[s];
    return a;
}

static inline set
mean (const struct meaning *m, const struct terms *t, unsigned i)
{
    /* of A: the E whose dual it is, with what stands in it negated */
    static const enum word dual[WORDS_] = {
        [AX] = EX, [AF] = EG, [AG] = EF, [AU] = ER, [AR] = EU};
    const struct term *n = &t->at[i];
    set a, b = NULL;
    if (n->word == WORD)
        return set_word (m, n->left);
    if (n->word == FALSE_)
        return set_new (m);
    a = mean (m, t, n->left);
    if ((n->word >= AND_ && n->word <= IFF) || n->word >= AU)
        b = mean (m, t, n->right);
    if (n->word == NOT_)
        return set_not (m, a);
    if (n->word >= EX && n->word != AU && n->word != AW && n->word != AR)
        return exists (m, n->word, a, b);
    if (n->word == AW) { /* no way with b false to where both are */
        for (size_t s = 0; s < m->graph->state.size; s++)
            a[s] |= b[s];
        set without = set_not (m, b);
        return set_not (m, exists (m, EU, without, set_not (m, a)));
    }
    if (n->word >= AX)
        return set_not (
            m, exists (m, dual[n->word], set_not (m, a), set_not (m, b)));
    for (size_t s = 0; s < m->graph->state.size; s++)
        a[s] = n->word == AND_    ? a[s] && b[s]
               : n->word == OR_   ? a[s] || b[s]
               : n->word == IMPLY ? !a[s] || b[s]
                                  : a[s] == b[s];
    memory_free (b);
    return a;
}

#endif
