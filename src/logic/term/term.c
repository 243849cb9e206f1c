/* term.c -- the store: hash-consing, structural digests, the total order.
 *
 * One hash serves both: the table is addressed by the structural digest, which
 * is made from the arguments' digests and so costs the size of one node. */
#include "logic/term/term.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "logic/term/store.h"

terms *
terms_new (void)
{
    terms *t = NEW (terms);
    arena_init (&t->arena);
    t->mask = t->text_mask = 255;
    t->slot = NEW_ARRAY (struct term_slot, t->mask + 1);
    t->text = NEW_ARRAY (struct text_slot, t->text_mask + 1);
    map_init (&t->sort_index);
    buffer_init (&t->scratch);
    const sort *s = sort_bool (t);
    t->truth[0] = term_intern (t, OP_FALSE, s, NULL, NULL, 0, 0, 0);
    t->truth[1] = term_intern (t, OP_TRUE, s, NULL, NULL, 0, 0, 0);
    return t;
}

void
terms_free (terms *t)
{
    if (!t)
        return;
    memory_free (t->slot);
    memory_free (t->text);
    map_clear (&t->sort_index);
    VEC_CLEAR (t->sorts);
    buffer_clear (&t->scratch);
    map_tables_clear (&t->tables);
    arena_clear (&t->arena);
    memory_free (t);
}

size_t
terms_count (const terms *t)
{
    return t->count;
}

bool
name_sound (const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char) name[i];
        if (c == '|' || c == '\\' || c == 127
            || (c < 32 && c != '\t' && c != '\n' && c != '\r'))
            return false;
    }
    return true;
}

/* ---- values */

bool
term_is_element (const term *t)
{
    return t->op == OP_VAR && t->sort->kind == SORT_NAMED && t->text[0] == '@';
}

bool
term_is_value (const term *t)
{
    return t->value;
}

static bool
node_is_value (const struct term *t)
{
    bool parts = t->op == OP_STORE || t->op == OP_CONST_ARRAY;
    for (uint32_t i = 0; i < t->args && parts; i++)
        parts = t->arg[i]->value;
    return parts || term_is_constant (t) || term_is_element (t);
}

/* The slot where a text is or belongs. */
static size_t
text_slot_of (const terms *t, const char *text, uint64_t hash)
{
    size_t i = hash & t->text_mask;
    while (t->text[i].text
           && (t->text[i].hash != hash || strcmp (t->text[i].text, text)))
        i = (i + 1) & t->text_mask;
    return i;
}

static void
texts_grow (terms *t)
{
    size_t mask = t->text_mask * 2 + 1;
    struct text_slot *slot = NEW_ARRAY (struct text_slot, mask + 1);
    for (size_t i = 0; i <= t->text_mask; i++) {
        if (!t->text[i].text)
            continue;
        size_t j = t->text[i].hash & mask;
        while (slot[j].text)
            j = (j + 1) & mask;
        slot[j] = t->text[i];
    }
    memory_free (t->text);
    t->text = slot;
    t->text_mask = mask;
}

const char *
text_find (const terms *t, const char *text)
{
    return t->text[text_slot_of (t, text, digest_string (text).low)].text;
}

static const char *
text_intern (terms *t, const char *text)
{
    uint64_t hash = digest_string (text).low;
    size_t i = text_slot_of (t, text, hash);
    if (!t->text[i].text) {
        assert (name_sound (text, strlen (text)));
        t->text[i].hash = hash;
        t->text[i].text = arena_string (&t->arena, text);
        const char *result = t->text[i].text;
        if (++t->texts * 2 > t->text_mask)
            texts_grow (t);
        return result;
    }
    return t->text[i].text;
}

static void
terms_grow (terms *t)
{
    size_t mask = t->mask * 2 + 1;
    struct term_slot *slot = NEW_ARRAY (struct term_slot, mask + 1);
    for (size_t i = 0; i <= t->mask; i++) {
        if (!t->slot[i].term)
            continue;
        size_t j = t->slot[i].low & mask;
        while (slot[j].term)
            j = (j + 1) & mask;
        slot[j] = t->slot[i];
    }
    memory_free (t->slot);
    t->slot = slot;
    t->mask = mask;
}

static uint8_t *
put_u32 (uint8_t *to, uint32_t n)
{
    n = htole32 (n);
    memcpy (to, &n, 4);
    return to + 4;
}

static uint8_t *
put_digest (uint8_t *to, struct digest d)
{
    uint64_t half[2] = {htole64 (d.low), htole64 (d.high)};
    memcpy (to, half, 16);
    return to + 16;
}

/* Hashed: op, number of arguments, indices (4 bytes each, low first), the
 * sort's digest, the arguments' digests, the text. */
static struct digest
digest_make (terms *t, const struct term *node)
{
    size_t text = node->text ? strlen (node->text) : 0;
    size_t size = 32 + 16 * (size_t) node->args + text;
    uint8_t small[256], *data = small;
    if (size > sizeof small) {
        if (size > t->scratch.room) {
            t->scratch.room = size * 2;
            t->scratch.data = memory_resize (t->scratch.data, size * 2);
        }
        data = t->scratch.data;
    }
    uint8_t *to = put_u32 (data, node->op);
    to = put_u32 (to, node->args);
    to = put_u32 (to, node->index[0]);
    to = put_u32 (to, node->index[1]);
    to = put_digest (to, sort_digest (node->sort));
    for (uint32_t i = 0; i < node->args; i++)
        to = put_digest (to, node->arg[i]->digest);
    if (text)
        memcpy (to, node->text, text);
    return digest_of ((struct bytes) {data, size});
}

static bool
node_equal (const term *a, const struct term *b)
{
    return a->op == b->op && a->sort == b->sort && a->args == b->args
           && a->text == b->text && a->index[0] == b->index[0]
           && a->index[1] == b->index[1]
           && (!a->args || !memcmp (a->arg, b->arg, a->args * sizeof *a->arg));
}

const term *
term_intern (terms *t, enum op op, const sort *s, const char *text,
             const term *const *arg, size_t args, uint32_t index0,
             uint32_t index1)
{
    assert (s && op < OP_COUNT && args < UINT32_MAX);
    struct term node = {.op = op,
                        .sort = s,
                        .args = (uint32_t) args,
                        .arg = arg,
                        .text = text ? text_intern (t, text) : NULL,
                        .index = {index0, index1}};
    node.digest = digest_make (t, &node);
    size_t i = node.digest.low & t->mask;
    for (; t->slot[i].term; i = (i + 1) & t->mask)
        if (t->slot[i].low == node.digest.low
            && node_equal (t->slot[i].term, &node))
            return t->slot[i].term;
    struct term *made =
        arena_new (&t->arena, sizeof *made + args * sizeof *arg);
    const term **copy = (const term **) (made + 1);
    if (args)
        memcpy (copy, arg, args * sizeof *arg);
    node.arg = args ? copy : NULL;
    if (t->count >= UINT32_MAX - 1)
        memory_exhausted ();
    node.id = (uint32_t) t->count++;
    node.value = node_is_value (&node);
    *made = node;
    t->slot[i] = (struct term_slot) {node.digest.low, made};
    if (t->count * 2 > t->mask)
        terms_grow (t);
    return made;
}

const term *
term_fresh (terms *t, const char *hint, const sort *s)
{
    struct text name;
    text_init (&name);
    do {
        text_reset (&name);
        text_print (&name, "%s!%llu", hint, (unsigned long long) t->fresh++);
    } while (text_find (t, text_view (&name)));
    const term *result = term_var (t, text_view (&name), s);
    text_clear (&name);
    return result;
}

/* Constants last, so that sums and equations read as people write them. */
static unsigned
op_rank (enum op op)
{
    return op <= OP_BITS ? OP_COUNT + op : op;
}

/* Shorter texts first, so that 9 is before 10 and x2 before x10. */
static int
text_compare (const char *a, const char *b)
{
    size_t size_a = strlen (a), size_b = strlen (b);
    if (size_a != size_b)
        return size_a < size_b ? -1 : 1;
    int order = strcmp (a, b);
    return (order > 0) - (order < 0);
}

int
term_compare (const term *a, const term *b)
{
    /* Equal arguments have equal digests, so only the first pair that differs
     * is entered: no recursion, and no exponential walk over a DAG. */
    while (a != b && !digest_equal (a->digest, b->digest)) {
        if (a->op != b->op)
            return op_rank (a->op) < op_rank (b->op) ? -1 : 1;
        if (a->text) {
            int order = text_compare (a->text, b->text);
            if (order)
                return order;
        }
        for (int i = 0; i < 2; i++)
            if (a->index[i] != b->index[i])
                return a->index[i] < b->index[i] ? -1 : 1;
        if (a->args != b->args)
            return a->args < b->args ? -1 : 1;
        uint32_t i = 0;
        while (i < a->args
               && digest_equal (a->arg[i]->digest, b->arg[i]->digest))
            i++;
        if (i == a->args)
            return sort_compare (a->sort, b->sort);
        a = a->arg[i];
        b = b->arg[i];
    }
    return 0;
}
