/* ctl.c -- random formulas on random graphs: local, global and a reference that reads
 * like the definition agree; where something is cut off, what is said holds whatever
 * follows there; every story is a way through the graph that ends as it says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/memory.h"
#include "ctl/check.h"
#include "effort.h"

struct dice {
    uint64_t state;
};

static unsigned
dice_roll (struct dice *d, unsigned sides)
{
    assert_true (sides > 0);
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned) ((d->state >> 33) % sides);
}

enum { MOST_STATES = 24, MOST_EDGES = 4, WORDS = 3, TERMS = 64 };

/* ---- a graph of a few states */

struct toy {
    generator base;
    unsigned states, edges[MOST_STATES], to[MOST_STATES][MOST_EDGES];
    bool cut[MOST_STATES][MOST_EDGES]; /* this edge leads to the unknown */
    uint64_t label[MOST_STATES];
    unsigned before; /* states below this are not asked */
    bool initial[MOST_STATES];
    unsigned now, at; /* state entered (states: the root), edge */
    uint8_t bytes[1];
    const struct ctl_formula *formula; /* propositions: w[N] & 1 */
};

static void
toy_enter (generator *g, struct bytes state)
{
    struct toy *t = (struct toy *) g;
    t->now = state.size ? *state.data : t->states;
    t->at = 0;
}

static enum next
toy_next (generator *g, struct edge *e)
{
    struct toy *t = (struct toy *) g;
    *e = (struct edge) {.steps = 1};
    if (t->now < t->states) {
        if (t->at == t->edges[t->now])
            return NEXT_END;
        e->choice = t->at;
        t->bytes[0] = (uint8_t) t->to[t->now][t->at];
        if (t->cut[t->now][t->at])
            e->marks = EDGE_CUT;
        else
            e->target = (struct bytes) {t->bytes, 1};
        t->at++;
        return NEXT_EDGE;
    }
    unsigned found = 0;
    for (unsigned s = 0; s < t->states; s++)
        if (t->initial[s] && found++ == t->at) {
            t->bytes[0] = (uint8_t) s;
            e->choice = t->at++;
            e->target = (struct bytes) {t->bytes, 1};
            return NEXT_EDGE;
        }
    return NEXT_END;
}

static uint64_t
toy_label (generator *g, struct bytes state)
{
    const struct toy *t = (struct toy *) g;
    uint64_t all = t->label[*state.data], label = all & GENERATOR_ASKED;
    for (size_t i = 0; i < t->formula->proposition.size; i++)
        label |= (all >> (t->formula->proposition.at[i].text[2] - '0') & 1)
                 << i;
    return label;
}

static generator *toy_clone (const generator *g);

static void
toy_free (generator *g)
{
    memory_free (g);
}

static const struct generator_class toy_class = {.name = "toy",
                                                 .clone = toy_clone,
                                                 .free = toy_free,
                                                 .enter = toy_enter,
                                                 .next = toy_next,
                                                 .label = toy_label};

static generator *
toy_clone (const generator *g)
{
    return memory_copy (g, sizeof (struct toy));
}

static void
toy_make (struct toy *t, struct dice *d, bool cuts)
{
    *t = (struct toy) {.base.class = &toy_class};
    t->states = 1 + dice_roll (d, MOST_STATES);
    t->before = dice_roll (d, 3) ? 0 : dice_roll (d, t->states);
    for (unsigned s = 0; s < t->states; s++) {
        t->edges[s] = dice_roll (d, 1 + (dice_roll (d, 2) ? 2 : MOST_EDGES));
        for (unsigned e = 0; e < t->edges[s]; e++) {
            t->to[s][e] = dice_roll (d, t->states);
            t->cut[s][e] = cuts && !dice_roll (d, 8);
        }
        t->label[s] = dice_roll (d, 1 << WORDS);
        if (s >= t->before)
            t->label[s] |= GENERATOR_ASKED;
        t->initial[s] = !dice_roll (d, 4);
    }
    t->initial[dice_roll (d, t->states)] = true;
}

/* ---- formulas as people write them, and what they mean */

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

struct terms {
    struct term at[TERMS];
    unsigned size;
};

static unsigned
term_make (struct terms *t, struct dice *d, unsigned depth)
{
    struct term n = {WORD, dice_roll (d, WORDS), 0};
    if (depth && dice_roll (d, 5)) {
        n.word = (enum word) (NOT_ + dice_roll (d, WORDS_ - NOT_));
        n.left = term_make (t, d, depth - 1);
        if ((n.word >= AND_ && n.word <= IFF) || n.word >= AU)
            n.right = term_make (t, d, depth - 1);
    } else if (!dice_roll (d, 12))
        n.word = FALSE_;
    assert_true (t->size < TERMS);
    t->at[t->size] = n;
    return t->size++;
}

static void
term_print (const struct terms *t, unsigned i, struct text *out)
{
    static const char *const name[] = {"",     "false", "! ",  " && ", " || ",
                                       " -> ", " <-> ", "AX ", "AF ",  "AG ",
                                       "EX ",  "EF ",   "EG ", "U",    "W",
                                       "R",    "U",     "W",   "R"};
    const struct term *n = &t->at[i];
    if (n->word == WORD)
        text_print (out, "w[%u] & 1", n->left);
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

typedef uint32_t set; /* of states */

struct meaning {
    const struct toy *toy;
    unsigned states; /* more than the toy's: what was cut off, made up */
    set to[2 * MOST_STATES];
    uint64_t label[2 * MOST_STATES];
    /* Words that hold again and again if others (WORDS: true) do. */
    unsigned when[2], fair[2], constraints;
    set fair_path;
    set asked;
};

/* Successors, with a loop where there is none; what is cut off leads to one of some
 * further states that look anyhow. */
static void
meaning_make (struct meaning *m, const struct toy *t, struct dice *d)
{
    unsigned more =
        MOST_STATES < 32 - t->states ? MOST_STATES / 3 : 32 - t->states;
    *m = (struct meaning) {.toy = t, .states = t->states + more};
    for (unsigned s = 0; s < m->states; s++) {
        m->label[s] = s < t->states
                          ? t->label[s]
                          : (dice_roll (d, 1 << WORDS) | GENERATOR_ASKED);
        m->asked |= (set) !!(m->label[s] & GENERATOR_ASKED) << s;
        if (s >= t->states)
            m->to[s] = (set) 1 << dice_roll (d, m->states);
        for (unsigned e = 0; s < t->states && e < t->edges[s]; e++)
            m->to[s] |= (set) 1
                        << (t->cut[s][e] ? t->states + dice_roll (d, more)
                                         : t->to[s][e]);
        if (!m->to[s])
            m->to[s] = (set) 1 << s;
    }
}

static set
before (const struct meaning *m, set of)
{
    set result = 0;
    for (unsigned s = 0; s < m->states; s++)
        if (m->to[s] & of)
            result |= (set) 1 << s;
    return result;
}

/* The least (greatest) x = b || (a && some step to x). */
static set
fixpoint (const struct meaning *m, set a, set b, set from)
{
    for (set x = from, next;; x = next)
        if ((next = b | (a & before (m, x))) == x)
            return x;
}

static set
words_of (const struct meaning *m, unsigned word)
{
    set a = 0;
    for (unsigned s = 0; s < m->states; s++)
        a |= (set) (m->label[s] >> word & 1) << s;
    return a;
}

/* EG a on paths that meet each of the constraints in `which` again and again (Emerson,
 * Lei 1986): the greatest z, of a, from where every one can be met, in a, at a state of z,
 * in a step or more. */
static set
just_always (const struct meaning *m, set a, unsigned which)
{
    set full = (set) (((uint64_t) 1 << m->states) - 1), z = a, last;
    if (!which)
        return fixpoint (m, a, 0, full);
    do {
        last = z;
        for (unsigned i = 0; i < m->constraints; i++)
            if (which >> i & 1)
                z &= before (
                    m, fixpoint (m, a, last & words_of (m, m->fair[i]), 0));
    } while (z != last);
    return z;
}

/* EG a on fair paths: of some constraints what they wait for stays away at last, the
 * others are met. */
static set
fair_always (const struct meaning *m, set a)
{
    set all = 0;
    for (unsigned away = 0; away < 1u << m->constraints; away++) {
        set within = a;
        for (unsigned i = 0; i < m->constraints; i++)
            if (away >> i & 1)
                within &= m->when[i] == WORDS ? 0 : ~words_of (m, m->when[i]);
        unsigned met = ~away & ((1u << m->constraints) - 1);
        all |= fixpoint (m, a, just_always (m, within, met), 0);
    }
    return all;
}

/* What E means on fair paths; A is its dual. */
static set
exists (const struct meaning *m, enum word word, set a, set b)
{
    set full = (set) (((uint64_t) 1 << m->states) - 1);
    set pass = full & ~m->asked, goal = m->fair_path & m->asked;
    switch (word) {
    case EX:
        return before (m, fixpoint (m, pass, a & goal, 0));
    case EF:
        return fixpoint (m, full, a & goal, 0);
    case EG:
        return fair_always (m, a | pass);
    case EU:
        return fixpoint (m, a | pass, b & goal, 0);
    case EW:
        return fixpoint (m, a | pass, b & goal, 0) | fair_always (m, a | pass);
    case ER: /* b until a and b, or for ever */
        return fixpoint (m, b | pass, a & b & goal, 0)
               | fair_always (m, b | pass);
    default:
        break;
    }
    fail ();
    return 0;
}

static set
mean (const struct meaning *m, const struct terms *t, unsigned i)
{
    const struct term *n = &t->at[i];
    set full = (set) (((uint64_t) 1 << m->states) - 1), a = 0, b = 0;
    if (n->word == WORD)
        return words_of (m, n->left);
    if (n->word == FALSE_)
        return 0;
    a = mean (m, t, n->left);
    if ((n->word >= AND_ && n->word <= IFF) || n->word >= AU)
        b = mean (m, t, n->right);
    switch (n->word) {
    case NOT_:
        return full & ~a;
    case AND_:
        return a & b;
    case OR_:
        return a | b;
    case IMPLY:
        return (full & ~a) | b;
    case IFF:
        return full & ~(a ^ b);
    case EX:
    case EF:
    case EG:
    case EU:
    case EW:
    case ER:
        return exists (m, n->word, a, b);
    case AX:
        return full & ~exists (m, EX, full & ~a, 0);
    case AF:
        return full & ~exists (m, EG, full & ~a, 0);
    case AG:
        return full & ~exists (m, EF, full & ~a, 0);
    case AU:
        return full & ~exists (m, ER, full & ~a, full & ~b);
    case AR:
        return full & ~exists (m, EU, full & ~a, full & ~b);
    case AW: /* no way with b false to where both are */
        return full & ~exists (m, EU, full & ~b, full & ~(a | b));
    default:
        break;
    }
    fail ();
    return 0;
}

/* The states in which the formula is asked. */
static set
asked (const struct toy *t)
{
    set at = 0, found = 0, seen = 0;
    for (unsigned s = 0; s < t->states; s++)
        at |= (set) t->initial[s] << s;
    while (at) {
        set next = 0;
        for (unsigned s = 0; s < t->states; s++)
            if (at >> s & 1 && t->label[s] & GENERATOR_ASKED)
                found |= (set) 1 << s;
            else if (at >> s & 1)
                for (unsigned e = 0; e < t->edges[s]; e++)
                    next |= (set) !t->cut[s][e] << t->to[s][e];
        seen |= at;
        at = next & ~seen;
    }
    return found;
}

/* Is something cut off before? */
static bool
cut_before (const struct toy *t)
{
    set at = 0, seen = 0;
    for (unsigned s = 0; s < t->states; s++)
        at |= (set) t->initial[s] << s;
    while (at) {
        set next = 0;
        for (unsigned s = 0; s < t->states; s++)
            for (unsigned e = 0; at >> s & 1 && e < t->edges[s]
                                 && !(t->label[s] & GENERATOR_ASKED);
                 e++) {
                if (t->cut[s][e])
                    return true;
                next |= (set) 1 << t->to[s][e];
            }
        seen |= at;
        at = next & ~seen;
    }
    return false;
}

/* ---- both algorithms */

/* What must be the same for every number of threads, and for the most part for both
 * algorithms. */
struct said {
    enum ctl_answer answer;
    uint64_t states, edges, layers;
    struct digest digest, story;
};

static bool
said_alike (const struct said *a, const struct said *b)
{
    return a->answer == b->answer && a->states == b->states
           && a->edges == b->edges && a->layers == b->layers
           && digest_equal (a->digest, b->digest)
           && digest_equal (a->story, b->story);
}

static struct digest
story_digest (const struct ctl_story *story)
{
    struct buffer b;
    buffer_init (&b);
    for (size_t i = 0; i < story->size; i++) {
        const struct ctl_event *e = &story->at[i];
        buffer_uint (&b, e->kind);
        buffer_uint (&b, e->kind == CTL_EVENT_STEP   ? e->choice
                         : e->kind == CTL_EVENT_LOOP ? e->target
                                                     : e->node);
        buffer_byte (&b, e->value);
    }
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

/* Threads 0: on the fly. */
static struct said
answer (struct toy *t, const struct ctl_formula *f, unsigned threads,
        bool has_cuts)
{
    struct log log;
    log_init (&log, LOG_SAY, PROGRESS_NONE, NULL);
    struct engine_context engine = {.log = &log};
    struct store_options so = {.kind = "plain", .threads = 1};
    struct ctl_graph g;
    struct ctl_result r;
    assert_true (ctl_graph_init (&g, &t->base, &so));
    struct ctl_how how = {.threads = threads, .store = so};
    ctl_check (&engine, &g, f, &how, &r);
    enum ctl_answer a = r.answer;
    struct said said = {.answer = a,
                        .states = r.states,
                        .edges = r.edges,
                        .layers = r.layers,
                        .digest = r.digest,
                        .story = story_digest (&r.story)};
    assert_true (a != CTL_FAILED && (has_cuts || a != CTL_DEPENDS));
    /* The story begins at the root, each step is an edge, a loop closes. */
    uint32_t at = CTL_ROOT;
    for (size_t i = 0; i < r.story.size; i++) {
        const struct ctl_event *e = &r.story.at[i];
        const uint32_t *target;
        if (e->kind == CTL_EVENT_CLAIM) {
            at = e->state;
            continue;
        }
        assert_int_equal (at, e->state);
        if (e->kind == CTL_EVENT_LOOP) {
            size_t k = i;
            uint64_t seen = 0;
            do {
                assert_true (k-- > 0 && r.story.at[k].kind == CTL_EVENT_STEP);
                seen |= ctl_graph_label (&g, r.story.at[k].state);
            } while (k > e->target);
            assert_true (k == e->target && r.story.at[k].state == e->state);
            for (size_t c = 0; c < f->fair.size; c++) {
                const struct ctl_node *when = &f->node.at[f->fair.at[c].when];
                uint32_t then = f->node.at[f->fair.at[c].then].left;
                assert_true (seen >> then & 1
                             || (when->operator== CTL_PROPOSITION && !(
                                 seen >> when->left & 1)));
            }
            continue;
        }
        assert_true (e->choice < ctl_graph_edges (&g, at, &target));
        assert_int_equal (target[e->choice], e->target);
        at = e->target;
    }
    assert_true (a != CTL_FAILS || r.story.size);
    ctl_result_clear (&r);
    ctl_graph_clear (&g);
    return said;
}

static void
read_or_fail (struct ctl_formula *f, const char *text, const char *fair)
{
    struct problem p = {0};
    if (!ctl_formula_read (f, (struct ctl_source) {text, "test"},
                           (struct ctl_source) {fair, "fair"}, &p))
        fail_msg ("%s: %s", text, p.message);
}

static void
formulas_agree (bool cuts, unsigned rounds)
{
    struct dice d = {cuts ? 2 : 1};
    unsigned fewer = 0, held = 0, failed = 0, depends = 0;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy t;
        struct terms terms = {.size = 0};
        struct ctl_formula f = {0};
        struct text text;
        toy_make (&t, &d, cuts);
        unsigned top = term_make (&terms, &d, 1 + dice_roll (&d, 3));
        text_init (&text);
        term_print (&terms, top, &text);
        unsigned constraints = dice_roll (&d, 2) ? 0 : 1 + dice_roll (&d, 2);
        unsigned fair[2] = {dice_roll (&d, WORDS), dice_roll (&d, WORDS)};
        unsigned when[2] = {WORDS, WORDS};
        struct text words;
        text_init (&words);
        for (unsigned i = 0; i < constraints; i++) {
            if (i)
                text_add (&words, "; ");
            if (dice_roll (&d, 2)) {
                when[i] = dice_roll (&d, WORDS);
                text_print (&words, "w[%u] & 1 ~> ", when[i]);
            }
            text_print (&words, "w[%u] & 1", fair[i]);
        }
        read_or_fail (&f, text_view (&text),
                      constraints ? text_view (&words) : NULL);
        text_clear (&words);
        t.formula = &f;
        struct said by[] = {
            answer (&t, &f, 0, cuts), answer (&t, &f, 1, cuts),
            answer (&t, &f, round % 16 ? 1 : 2 + round / 16 % 3, cuts)};
        enum ctl_answer local = by[0].answer;
        if (local != by[1].answer)
            fail_msg ("round %u: %s: local %d, global %d", round,
                      text_view (&text), local, by[1].answer);
        assert_true (digest_equal (by[0].story, by[1].story));
        assert_true (said_alike (&by[1], &by[2]));
        for (unsigned again = 0; again < (cuts ? 8 : 1); again++) {
            struct meaning m;
            meaning_make (&m, &t, &d);
            m.constraints = constraints;
            memcpy (m.fair, fair, sizeof fair);
            memcpy (m.when, when, sizeof when);
            m.fair_path =
                fair_always (&m, (set) (((uint64_t) 1 << m.states) - 1));
            set in = asked (&t), where = mean (&m, &terms, top);
            if (!in)
                assert_true (local == CTL_NOT_ASKED || local == CTL_DEPENDS);
            else if (local == CTL_UNFAIR)
                assert_true (constraints && !(in & m.fair_path));
            else if (!cuts && constraints)
                assert_true (in & m.fair_path);
            if (!in || local == CTL_UNFAIR)
                continue;
            if (!cuts || local == CTL_HOLDS || local == CTL_FAILS)
                if ((local == CTL_HOLDS) != !(in & ~where))
                    fail_msg ("round %u: %s: said %d", round, text_view (&text),
                              local);
            assert_true (local != CTL_HOLDS || !cut_before (&t));
        }
        assert_true (by[0].states <= by[1].states);
        fewer += by[0].states < by[1].states;
        held += local == CTL_HOLDS;
        failed += local == CTL_FAILS;
        depends += local == CTL_DEPENDS;
        text_clear (&text);
        ctl_formula_clear (&f);
    }
    assert_true (fewer > rounds / 8 && held > rounds / 8
                 && failed > rounds / 8);
    assert_true (!cuts || (depends && depends < rounds / 2));
}

static void
random_formulas (void **state)
{
    (void) state;
    formulas_agree (false, effort (4000));
}

static void
random_formulas_with_cuts (void **state)
{
    (void) state;
    formulas_agree (true, effort (4000));
}

/* ---- reading */

static void
reads (const char *text, const char *as)
{
    struct ctl_formula f = {0};
    struct text t;
    text_init (&t);
    read_or_fail (&f, text, NULL);
    ctl_formula_print (&f, f.root, &t);
    assert_string_equal (text_view (&t), as);
    text_clear (&t);
    ctl_formula_clear (&f);
}

static void
reading (void **state)
{
    (void) state;
    reads ("x == 1 && !y || z", "(x == 1 && !y || z)");
    reads ("EF x && y", "(E [true U (x)] && (y))");
    reads ("EF (x && y)", "E [true U (x && y)]");
    reads ("a -> b -> EX c", "! ((a) && ((b) && ! EX (c)))");
    reads ("(x) && (y)", "((x) && (y))");
    reads ("((EX (x)))", "EX (x)");
    reads ("A[3] == 1", "(A[3] == 1)");
    reads ("E [A[3] U R == 1]", "E [(A[3]) U (R == 1)]");
    reads ("! EG U", "! EG (U)");
    reads ("AG (request -> AF grant)",
           "! E [true U ((request) && EG ! (grant))]");
}

static void
complains (const char *text, const char *message)
{
    struct ctl_formula f = {0};
    struct problem p = {0};
    assert_false (ctl_formula_read (&f, (struct ctl_source) {text, "--ctl"},
                                    (struct ctl_source) {NULL, NULL}, &p));
    assert_string_equal (p.message, message);
}

static void
complaints (void **state)
{
    (void) state;
    complains ("", "--ctl:1:1: a formula is missing here");
    complains ("AG", "--ctl:1:3: a formula is missing here");
    complains ("AG (x -> AF y", "--ctl:1:4: this bracket is not closed");
    complains ("E [x U y", "--ctl:1:3: this bracket is not closed");
    complains ("x -> ", "--ctl:1:5: a formula is missing here");
    complains (
        "(AF x) + 1",
        "--ctl:1:8: a formula has no value that this could be done with");
    complains ("x + AF y",
               "--ctl:1:1: expected a formula: !, (, AG, AF, AX, EG, "
               "EF, EX, A [f U g] or E [f U g]");
}

static void
complains_of_fair (const char *fair, const char *message)
{
    struct ctl_formula f = {0};
    struct problem p = {0};
    assert_false (ctl_formula_read (&f, (struct ctl_source) {"x", "--ctl"},
                                    (struct ctl_source) {fair, "--fair"}, &p));
    assert_string_equal (p.message, message);
}

static void
complaints_of_fairness (void **state)
{
    (void) state;
    complains_of_fair ("", "--fair:1:1: a proposition is missing here");
    complains_of_fair ("x; ", "--fair:1:4: a proposition is missing here");
    complains_of_fair ("x ~>; y", "--fair:1:5: a proposition is missing here");
    complains_of_fair ("~> y", "--fair:1:1: a proposition is missing here");
    complains_of_fair ("x ~> AF y",
                       "--fair:1:6: fairness is asked of propositions, not of "
                       "formulas");
}

static void
kinds_of_formulas (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        bool universal, has_next;
    } known[] = {{"AG (x -> AF y)", true, false}, {"AG EF x", false, false},
                 {"! EF x", true, false},         {"AX x", true, true},
                 {"A [x U EG y]", false, false},  {"x <-> AG y", false, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ctl_formula f = {0};
        read_or_fail (&f, known[i].text, NULL);
        assert_int_equal (f.universal, known[i].universal);
        assert_int_equal (f.has_next, known[i].has_next);
        ctl_formula_clear (&f);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_formulas),
        cmocka_unit_test (random_formulas_with_cuts),
        cmocka_unit_test (reading),
        cmocka_unit_test (complaints),
        cmocka_unit_test (complaints_of_fairness),
        cmocka_unit_test (kinds_of_formulas),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
