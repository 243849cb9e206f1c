/* model.c -- protocols as generators: reading, edges, printing. */
#include "model/internal.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "machine/expression.h"

#define MODEL_MAGIC "cohort-model"
enum {
    COPY = 16,
    LONGEST_WORD = 32,
    PARTIALS = PARTIAL_THREADS + PARTIAL_THREADS_MOST + 1,
    MODEL_WORDS = MODEL_BYTES / sizeof (uint64_t)
};

typedef struct model {
    generator base;
    const struct protocol *protocol;
    struct model_shape shape;
    struct model_propositions *asked; /* those of clones, too; may be null */
    size_t size;
    bool root;
    unsigned process; /* who is asked next */
    uint32_t choice;
    bool dirty;                           /* target is unlike source */
    uint64_t kept[PARTIALS][MODEL_WORDS]; /* what `forget` leaves of all ones */
    _Alignas (COPY) uint8_t source[MODEL_BYTES];
    _Alignas (COPY) uint8_t target[MODEL_BYTES];
} model;

static const struct protocol *const protocols[] = {
    &protocol_phil, &protocol_bakery, &protocol_peterson, &protocol_deep,
    &protocol_graph};
enum { PROTOCOLS = sizeof protocols / sizeof *protocols };

static const struct generator_class model_class;

static const model *
model_of (const generator *g)
{
    assert (g->class == &model_class);
    return (const model *) g;
}

/* ---- propositions */

/* A name in them: which variable, of which process. */
struct model_name {
    const struct model_variable *variable;
    unsigned process;
};

struct model_propositions {
    struct VEC (struct expression) expression;
    struct VEC (struct model_name) name;
    struct VEC (char *) text; /* owned */
    atomic_uint users;
};

static void
propositions_drop (struct model_propositions *p)
{
    /* Whoever frees it sees that nobody reads it. */
    if (!p
        || atomic_fetch_sub_explicit (&p->users, 1, memory_order_acq_rel) > 1)
        return;
    for (size_t i = 0; i < p->expression.size; i++) {
        expression_clear (&p->expression.at[i]);
        memory_free (p->text.at[i]);
    }
    VEC_CLEAR (p->expression);
    VEC_CLEAR (p->text);
    VEC_CLEAR (p->name);
    memory_free (p);
}

/* "name", or "name[3]". */
static bool
name_find (void *context, const char *name, size_t size, uint32_t *number,
           struct problem *problem)
{
    const model *m = context;
    struct model_name found = {.variable = m->protocol->variable};
    struct text known;
    size_t n = 0;
    while (n < size && name[n] != '[')
        n++;
    for (; found.variable->name; found.variable++)
        if (strlen (found.variable->name) == n
            && !strncmp (found.variable->name, name, n))
            break;
    if (found.variable->name && found.variable->own == (n < size)) {
        char *end = NULL;
        unsigned long process = n < size ? strtoul (name + n + 1, &end, 10) : 0;
        bool whole = n == size
                     || (isdigit ((unsigned char) name[n + 1]) && *end == ']'
                         && end + 1 == name + size);
        if (whole && process < m->shape.processes) {
            found.process = (unsigned) process;
            *number = (uint32_t) m->asked->name.size;
            VEC_PUSH (m->asked->name, found);
            return true;
        }
    }
    text_init (&known);
    for (const struct model_variable *v = m->protocol->variable; v->name; v++)
        text_print (&known, "%s%s%s", known.size ? ", " : "", v->name,
                    v->own ? "[PROCESS]" : "");
    problem_set (problem, (struct place) {0},
                 "`%.*s` is no variable of this model; there are %s",
                 (int) size, name, text_view (&known));
    text_clear (&known);
    return false;
}

bool
model_ask (generator *g, const char *text, struct place place,
           struct problem *problem)
{
    model *m = (model *) g;
    struct expression e = {.word = {.at = NULL}};
    struct expression_names names = {name_find, m};
    if (!m->asked) {
        m->asked = NEW (struct model_propositions);
        atomic_init (&m->asked->users, 1);
    }
    assert (atomic_load (&m->asked->users) == 1);
    if (!expression_read (&e, text, place, &names, problem)) {
        expression_clear (&e);
        return false;
    }
    VEC_PUSH (m->asked->expression, e);
    VEC_PUSH (m->asked->text, memory_string (text));
    return true;
}

struct model_view {
    const model *model;
    const uint8_t *state;
};

static bool
name_value (void *context, uint32_t number, int64_t *value)
{
    const struct model_view *v = context;
    const struct model_name *n = &v->model->asked->name.at[number];
    *value = n->variable->value (&v->model->shape, v->state, n->process);
    return true;
}

static uint64_t
model_label (generator *g, struct bytes state)
{
    const model *m = (const model *) g;
    struct model_view view = {m, state.data};
    uint64_t label = GENERATOR_ASKED;
    assert (state.size == m->size);
    for (size_t i = 0; m->asked && i < m->asked->expression.size; i++)
        label |= (uint64_t) expression_holds (&m->asked->expression.at[i],
                                              name_value, &view)
                 << i;
    return label;
}

/* ---- made and freed */

static void
model_partials (model *m)
{
    for (int what = 0; what < PARTIALS; what++) {
        uint8_t rest[MODEL_BYTES] = {0};
        memset (rest, 0xff, m->size);
        if (m->protocol->forget)
            m->protocol->forget (&m->shape, rest, what);
        memcpy (m->kept[what], rest, sizeof rest);
    }
}

static generator *
model_new (const struct protocol *p, struct model_shape shape)
{
    model *m = NEW (model);
    m->base.class = &model_class;
    m->protocol = p;
    m->shape = shape;
    m->size = p->bytes (&m->shape);
    assert (m->size <= MODEL_BYTES);
    model_partials (m);
    return &m->base;
}

static generator *
model_clone (const generator *g)
{
    const model *m = model_of (g);
    generator *made = model_new (m->protocol, m->shape);
    ((model *) made)->asked = m->asked;
    if (m->asked)
        atomic_fetch_add_explicit (&m->asked->users, 1, memory_order_relaxed);
    return made;
}

static void
model_free (generator *g)
{
    propositions_drop (((model *) g)->asked);
    memory_free (g);
}

/* ---- edges */

static void
model_enter (generator *g, struct bytes state)
{
    model *m = (model *) g;
    assert (state.size == 0 || state.size == m->size);
    m->root = !state.size;
    m->process = 0;
    m->choice = 0;
    m->dirty = true;
    if (state.size)
        memcpy (m->source, state.data, state.size);
}

static enum next
model_start (model *m, struct edge *e)
{
    if (m->process++)
        return NEXT_END;
    memset (m->target, 0, sizeof m->target);
    *e = (struct edge) {.target = {m->target, m->size}, .steps = 1};
    return NEXT_EDGE;
}

static inline void
model_restore (model *m)
{
    if (!m->dirty)
        return;
    for (size_t i = 0; i < m->size; i += COPY)
        memcpy (m->target + i, m->source + i, COPY);
    m->dirty = false;
}

static enum next
model_next (generator *g, struct edge *e)
{
    model *m = (model *) g;
    if (m->root)
        return model_start (m, e);
    while (m->process < m->shape.processes) {
        unsigned process = m->process++;
        model_restore (m);
        enum model_step step =
            m->protocol->step (&m->shape, m->target, process);
        if (step == STEP_BLOCKED)
            continue;
        m->dirty = true;
        *e = (struct edge) {.target = {m->target, m->size},
                            .choice = m->choice++,
                            .process = process,
                            .steps = 1,
                            .marks = step == STEP_FAULT ? EDGE_FAULT : 0};
        return NEXT_EDGE;
    }
    return NEXT_END;
}

static size_t
model_parts (const generator *g, uint32_t ends[], size_t most)
{
    const model *m = model_of (g);
    size_t each = m->protocol->process_bytes;
    size_t parts = each ? m->shape.processes + 1 : 1;
    if (parts > most)
        parts = 1;
    for (size_t i = 0; i + 1 < parts; i++)
        ends[i] = (uint32_t) ((i + 1) * each);
    ends[parts - 1] = (uint32_t) m->size;
    return parts;
}

/* The first bytes, with zeros behind the last; without a call. */
static inline uint64_t
word_at (const uint8_t *at, size_t size)
{
    uint64_t word;
    uint32_t low, high;
    if (size >= sizeof word) {
        memcpy (&word, at, sizeof word);
        return word;
    }
    if (size >= sizeof low) {
        memcpy (&low, at, sizeof low);
        memcpy (&high, at + size - sizeof high, sizeof high);
        return low | (uint64_t) high << 8 * (size - sizeof high);
    }
    return at[0] | (uint64_t) at[size / 2] << 8 * (size / 2)
           | (uint64_t) at[size - 1] << 8 * (size - 1);
}

/* It is asked for every edge, so no more is done than to mix words. */
static uint64_t
model_partial (const generator *g, struct bytes state, int what)
{
    const uint64_t mixer = UINT64_C (0x9e3779b97f4a7c15);
    const model *m = model_of (g);
    uint64_t hash = 0;
    assert (state.size == m->size && what >= 0 && what < PARTIALS);
    for (size_t at = 0, i = 0; at < state.size; at += sizeof (uint64_t), i++) {
        uint64_t word = word_at (state.data + at, state.size - at);
        hash = (hash ^ (word & m->kept[what][i])) * mixer;
        hash ^= hash >> 32;
    }
    hash *=
        mixer; /* or the high bits of a word would not show in the low ones */
    return hash >> 32;
}

/* Processes that can move: the fewer, the nearer to a deadlock. */
static int64_t
model_estimate (generator *g, struct bytes state, int kind)
{
    const model *m = model_of (g);
    uint8_t next[MODEL_BYTES];
    int64_t moving = 0;
    (void) kind;
    assert (state.size == m->size);
    for (unsigned i = 0; i < m->shape.processes; i++) {
        memcpy (next, state.data, state.size);
        moving += m->protocol->step (&m->shape, next, i) != STEP_BLOCKED;
    }
    return moving;
}

/* ---- for people */

static void
model_print_state (const model *m, struct bytes state, FILE *file)
{
    const struct protocol *p = m->protocol;
    if (!state.size) {
        fprintf (file, "before the start");
        return;
    }
    for (unsigned i = 0; i < m->shape.processes; i++) {
        fprintf (file, "%u: %s [", i, p->statement (&m->shape, state.data, i));
        p->print (&m->shape, state.data, i, file);
        fprintf (file, "] ");
    }
    p->print (&m->shape, state.data, m->shape.processes, file);
}

static void
model_print (generator *g, struct bytes state, const struct edge *e, FILE *file)
{
    const model *m = model_of (g);
    if (!e)
        model_print_state (m, state, file);
    else if (!state.size)
        fprintf (file, "start");
    else
        fprintf (file, "process %u: %s", e->process,
                 m->protocol->statement (&m->shape, state.data, e->process));
}

static const char *
model_fault_name (const generator *g, uint32_t fault)
{
    (void) g;
    assert (fault == 0);
    (void) fault;
    return "assertion failed";
}

/* ---- reading and writing */

static void
model_text (const model *m, struct buffer *b)
{
    char line[128];
    int n = snprintf (line, sizeof line, MODEL_MAGIC " %s %u",
                      m->protocol->name, m->shape.processes);
    buffer_put (b, line, (size_t) n);
    if (m->protocol->most_tickets) {
        n = snprintf (line, sizeof line, " %u", m->shape.tickets);
        buffer_put (b, line, (size_t) n);
    }
    if (m->shape.bug)
        buffer_put (b, " bug", 4);
}

static struct digest
model_identity (const generator *g)
{
    struct buffer b;
    buffer_init (&b);
    const struct model_propositions *asked = model_of (g)->asked;
    model_text (model_of (g), &b);
    for (size_t i = 0; asked && i < asked->text.size; i++)
        buffer_string (&b, asked->text.at[i]);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

static const char *const model_estimates[] = {"none", "active", NULL};

static const struct generator_class model_class = {
    .name = "model",
    .identity = model_identity,
    .clone = model_clone,
    .free = model_free,
    .enter = model_enter,
    .next = model_next,
    .parts = model_parts,
    .print = model_print,
    .fault_name = model_fault_name,
    .estimate = model_estimate,
    .estimates = model_estimates,
    .label = model_label,
    .partial = model_partial,
};

void
model_write (const generator *g, struct buffer *b)
{
    struct buffer line;
    buffer_init (&line);
    model_text (model_of (g), &line);
    buffer_string (b, "model");
    buffer_bytes (b, buffer_view (&line));
    const struct model_propositions *asked = model_of (g)->asked;
    buffer_uint (b, asked ? asked->text.size : 0);
    for (size_t i = 0; asked && i < asked->text.size; i++)
        buffer_string (b, asked->text.at[i]);
    buffer_clear (&line);
}

bool
model_recognise (const char *text, size_t size)
{
    size_t n = strlen (MODEL_MAGIC);
    return size > n && !memcmp (text, MODEL_MAGIC, n) && text[n] == ' ';
}

struct words {
    const char *text;
    size_t size, at;
    char word[LONGEST_WORD];
    struct place place; /* of the word */
};

/* The next word; false: the line is at its end. */
static bool
words_next (struct words *w)
{
    while (w->at < w->size && (w->text[w->at] == ' ' || w->text[w->at] == '\t'))
        w->at++;
    w->place.column = (unsigned) w->at + 1;
    size_t n = 0;
    for (; w->at < w->size && !isspace ((unsigned char) w->text[w->at]);
         w->at++)
        if (n + 1 < LONGEST_WORD)
            w->word[n++] = w->text[w->at];
    w->word[n] = 0;
    return n > 0;
}

static bool
words_number (struct words *w, const char *what, unsigned least, unsigned most,
              unsigned *number, struct problem *problem)
{
    unsigned value = 0;
    bool good = words_next (w) && strlen (w->word) < 6;
    for (const char *c = w->word; good && *c; c++) {
        good = *c >= '0' && *c <= '9';
        value = value * 10 + (unsigned) (*c - '0');
    }
    if (!good || value < least || value > most)
        return problem_set (problem, w->place,
                            "the number of %s must be from %u to %u", what,
                            least, most);
    *number = value;
    return true;
}

static bool
words_protocol (struct words *w, const struct protocol **protocol,
                struct problem *problem)
{
    words_next (w);
    for (size_t i = 0; i < PROTOCOLS; i++)
        if (!strcmp (w->word, protocols[i]->name)) {
            *protocol = protocols[i];
            return true;
        }
    return problem_set (problem, w->place,
                        "\"%s\" is no model; there are phil, bakery, "
                        "peterson, deep and graph",
                        w->word);
}

static bool
words_end (struct words *w, struct model_shape *shape, struct problem *problem)
{
    while (words_next (w)) {
        if (strcmp (w->word, "bug"))
            return problem_set (problem, w->place,
                                "\"%s\" is not understood; only \"bug\" may "
                                "stand here",
                                w->word);
        shape->bug = true;
    }
    for (; w->at < w->size; w->at++)
        if (!isspace ((unsigned char) w->text[w->at]))
            return problem_set (problem, w->place,
                                "a model is one line of text");
    return true;
}

generator *
model_read (const char *text, size_t size, const char *file,
            struct problem *problem)
{
    struct words w = {
        .text = text, .size = size, .place = {.file = file, .line = 1}};
    const struct protocol *p = NULL;
    struct model_shape shape = {0};
    if (!words_next (&w) || strcmp (w.word, MODEL_MAGIC)) {
        problem_set (problem, w.place, "no " MODEL_MAGIC);
        return NULL;
    }
    if (!words_protocol (&w, &p, problem)
        || !words_number (&w, "processes", p->least, p->most, &shape.processes,
                          problem))
        return NULL;
    if (p->most_tickets
        && !words_number (&w, "tickets", 1, p->most_tickets, &shape.tickets,
                          problem))
        return NULL;
    return words_end (&w, &shape, problem) ? model_new (p, shape) : NULL;
}

generator *
model_open (struct bytes program, struct problem *problem)
{
    struct reader r;
    reader_init (&r, program);
    struct bytes kind = reader_bytes (&r);
    struct bytes line = reader_bytes (&r);
    uint64_t asked = reader_uint (&r);
    if (r.failed || !bytes_equal (kind, bytes_of ("model"))) {
        problem_set (problem, (struct place) {0}, "no program of a model");
        return NULL;
    }
    generator *g =
        model_read ((const char *) line.data, line.size, "model", problem);
    for (uint64_t i = 0; g && i < asked; i++) {
        char *text = reader_string (&r);
        bool good =
            !r.failed && model_ask (g, text, (struct place) {0}, problem);
        memory_free (text);
        if (!good) {
            model_free (g);
            return NULL;
        }
    }
    return g;
}
