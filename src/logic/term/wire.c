/* wire.c -- terms as bytes.
 *
 *     sorts:  count, then each: kind; BV: width; ARRAY: index and element, as
 *             distances back; NAMED: name
 *     nodes:  count, then each: op; NUMBER, BITS, VAR, APPLY, CONST_ARRAY: sort;
 *             the first four: text; indexed ones: their indices; those with any
 *             number of arguments: how many; the arguments, as distances back
 *     roots:  count, then each as index of a node
 *
 * Kind and op are single bytes, all else LEB128.  Every node comes after its
 * arguments, so reading needs no stack.  A reader believes nothing: distances,
 * sorts, and that constants are written in their one way, are checked. */
#include <assert.h>
#include <string.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

static bool
op_has_sort (enum op op)
{
    return (op >= OP_NUMBER && op <= OP_APPLY) || op == OP_CONST_ARRAY;
}

static bool
op_has_text (enum op op)
{
    return op >= OP_NUMBER && op <= OP_APPLY;
}

static unsigned
op_indices (enum op op)
{
    if (op == OP_EXTRACT)
        return 2;
    return op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND || op == OP_INT_TO_BV;
}

enum { ANY_NUMBER = 255 };

static unsigned
op_args (enum op op)
{
    switch (op) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_NUMBER:
    case OP_BITS:
    case OP_VAR:
        return 0;
    case OP_NOT:
    case OP_TO_REAL:
    case OP_TO_INT:
    case OP_IS_INT:
    case OP_BVNOT:
    case OP_BVNEG:
    case OP_EXTRACT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
    case OP_INT_TO_BV:
    case OP_BV_TO_NAT:
    case OP_CONST_ARRAY:
        return 1;
    case OP_ITE:
    case OP_STORE:
        return 3;
    case OP_APPLY:
    case OP_AND:
    case OP_OR:
    case OP_ADD:
    case OP_MUL:
    case OP_FORALL:
    case OP_EXISTS:
    case OP_PATTERN:
        return ANY_NUMBER;
    default:
        return 2;
    }
}

/* The sorts that are written, each once; found by digest. */
struct sort_table {
    struct sort_vec list;
    struct map index;
};

static bool
table_has (const struct sort_table *t, const sort *s, size_t *index)
{
    uint64_t *found = map_get (&t->index, sort_digest (s));
    if (found)
        *index = *found;
    return found != NULL;
}

static void
table_add (struct sort_table *t, const sort *s)
{
    struct sort_vec stack = {0};
    VEC_PUSH (stack, s);
    while (stack.size) {
        s = VEC_LAST (stack);
        size_t index;
        if (table_has (t, s, &index))
            stack.size--;
        else if (s->kind == SORT_ARRAY && !table_has (t, s->index, &index))
            VEC_PUSH (stack, s->index);
        else if (s->kind == SORT_ARRAY && !table_has (t, s->element, &index))
            VEC_PUSH (stack, s->element);
        else {
            map_put (&t->index, sort_digest (s), t->list.size);
            VEC_PUSH (t->list, s);
            stack.size--;
        }
    }
    VEC_CLEAR (stack);
}

static size_t
table_index (const struct sort_table *t, const sort *s)
{
    size_t index = 0;
    bool found = table_has (t, s, &index);
    assert (found);
    (void) found;
    return index;
}

static void
table_write (struct buffer *b, const struct sort_table *t)
{
    buffer_uint (b, t->list.size);
    for (size_t i = 0; i < t->list.size; i++) {
        const sort *s = t->list.at[i];
        buffer_byte (b, (uint8_t) s->kind);
        if (s->kind == SORT_BV)
            buffer_uint (b, s->width);
        if (s->kind == SORT_NAMED)
            buffer_string (b, s->name);
        if (s->kind == SORT_ARRAY) {
            buffer_uint (b, i - table_index (t, s->index));
            buffer_uint (b, i - table_index (t, s->element));
        }
    }
}

void
term_write (struct buffer *b, const term *const *root, size_t roots)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    struct sort_table table = {0};
    map_init (&table.index);
    term_postorder (root, roots, &place, &order);
    for (size_t i = 0; i < order.size; i++)
        if (op_has_sort (order.at[i]->op))
            table_add (&table, order.at[i]->sort);
    table_write (b, &table);
    buffer_uint (b, order.size);
    for (size_t i = 0; i < order.size; i++) {
        const term *t = order.at[i];
        buffer_byte (b, (uint8_t) t->op);
        if (op_has_sort (t->op))
            buffer_uint (b, table_index (&table, t->sort));
        if (op_has_text (t->op))
            buffer_string (b, t->text);
        for (unsigned j = 0; j < op_indices (t->op); j++)
            buffer_uint (b, t->index[j]);
        if (op_args (t->op) == ANY_NUMBER)
            buffer_uint (b, t->args);
        else
            assert (op_args (t->op) == t->args);
        for (uint32_t j = 0; j < t->args; j++)
            buffer_uint (b, i - *term_map_get (&place, t->arg[j]));
    }
    buffer_uint (b, roots);
    for (size_t i = 0; i < roots; i++)
        buffer_uint (b, *term_map_get (&place, root[i]));
    map_clear (&table.index);
    VEC_CLEAR (table.list);
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* A count of things that take at least a byte each. */
static bool
count_read (struct reader *r, uint64_t *count)
{
    *count = reader_uint (r);
    return !r->failed && *count <= (uint64_t) (r->end - r->at);
}

/* A name that can be printed, or null; the caller frees it. */
static char *
name_read (struct reader *r)
{
    struct bytes b = reader_bytes (r);
    if (r->failed || (b.size && memchr (b.data, 0, b.size))
        || !name_sound ((const char *) b.data, b.size))
        return NULL;
    char *name = memory_new (b.size + 1);
    if (b.size)
        memcpy (name, b.data, b.size);
    return name;
}

/* What lies `distance` before the end of a list, or null. */
static const sort *
sort_back (const struct sort_vec *list, struct reader *r)
{
    uint64_t distance = reader_uint (r);
    return distance && distance <= list->size ? list->at[list->size - distance]
                                              : NULL;
}

static const sort *
sort_read (terms *t, struct reader *r, const struct sort_vec *list)
{
    uint8_t kind = reader_byte (r);
    if (r->failed)
        return NULL;
    const sort *result = NULL;
    switch (kind) {
    case SORT_BOOL:
        return sort_bool (t);
    case SORT_INT:
        return sort_int (t);
    case SORT_REAL:
        return sort_real (t);
    case SORT_BV: {
        uint64_t width = reader_uint (r);
        return !r->failed && width >= 1 && width <= BV_WIDTH_MOST
                   ? sort_bv (t, (unsigned) width)
                   : NULL;
    }
    case SORT_ARRAY: {
        const sort *index = sort_back (list, r);
        const sort *element = sort_back (list, r);
        return index && element ? sort_array (t, index, element) : NULL;
    }
    case SORT_NAMED: {
        char *name = name_read (r);
        if (name)
            result = sort_named (t, name);
        memory_free (name);
        return result;
    }
    default:
        return NULL;
    }
}

static size_t
digits (const char *s)
{
    return strspn (s, "0123456789");
}

/* Digits without a leading 0 (0 itself if `zero`). */
static bool
natural_sound (const char *s, size_t size, bool zero)
{
    return size && digits (s) >= size && (*s != '0' || (zero && size == 1));
}

/* Is the text the one way to write a constant of this sort? */
static bool
constant_sound (enum op op, const sort *s, const char *text)
{
    size_t size = strlen (text);
    if (op == OP_BITS) {
        if (s->kind != SORT_BV || !natural_sound (text, size, true)
            || size > s->width)
            return false;
        mpz_t z;
        mpz_init_set_str (z, text, 10);
        bool fits = !mpz_sgn (z) || mpz_sizeinbase (z, 2) <= s->width;
        mpz_clear (z);
        return fits;
    }
    if (!sort_is_number (s))
        return false;
    bool negative = *text == '-';
    const char *top = text + negative, *slash = strchr (top, '/');
    size_t top_size = slash ? (size_t) (slash - top) : strlen (top);
    if (!natural_sound (top, top_size, !negative && !slash))
        return false;
    if (!slash)
        return true;
    if (s->kind != SORT_REAL
        || !natural_sound (slash + 1, strlen (slash + 1), false)
        || !strcmp (slash + 1, "1"))
        return false;
    mpq_t q;
    mpq_init (q);
    mpq_set_str (q, text, 10);
    mpz_gcd (mpq_numref (q), mpq_numref (q), mpq_denref (q));
    bool lowest = !mpz_cmp_ui (mpq_numref (q), 1);
    mpq_clear (q);
    return lowest;
}

/* One node; null if it is none. */
static const term *
node_read (terms *t, struct reader *r, const struct sort_vec *sorts,
           const struct term_vec *nodes, struct term_vec *arg)
{
    uint8_t op = reader_byte (r);
    if (r->failed || op >= OP_COUNT)
        return NULL;
    const sort *s = NULL;
    if (op_has_sort (op)) {
        uint64_t at = reader_uint (r);
        if (r->failed || at >= sorts->size)
            return NULL;
        s = sorts->at[at];
    }
    char *text = op_has_text (op) ? name_read (r) : NULL;
    uint64_t index[2] = {0, 0}, args = op_args (op);
    for (unsigned i = 0; i < op_indices (op); i++)
        index[i] = reader_uint (r);
    bool sound = (text || !op_has_text (op)) && index[0] <= BV_WIDTH_MOST
                 && index[1] <= BV_WIDTH_MOST;
    if (args == ANY_NUMBER)
        sound = sound && count_read (r, &args) && args;
    arg->size = 0;
    for (uint64_t i = 0; sound && i < args; i++) {
        uint64_t distance = reader_uint (r);
        sound = distance && distance <= nodes->size;
        if (sound)
            VEC_PUSH (*arg, nodes->at[nodes->size - distance]);
    }
    sound = sound && !r->failed;
    if (sound && (op == OP_AND || op == OP_OR || op == OP_ADD || op == OP_MUL))
        sound = args >= 2;
    if (sound && (op == OP_NUMBER || op == OP_BITS))
        sound = constant_sound (op, s, text);
    for (uint64_t i = 0; sound && i < args && op_has_sort (op); i++)
        sound = arg->at[i]->op != OP_PATTERN;
    if (sound && op == OP_CONST_ARRAY)
        sound = s->kind == SORT_ARRAY && s->element == arg->at[0]->sort;
    if (sound && !op_has_sort (op)) {
        s = term_sort_of (t, op, arg->at, args, (uint32_t) index[0],
                          (uint32_t) index[1]);
        sound = s != NULL;
    }
    const term *result = NULL;
    if (sound)
        result = term_intern (t, op, s, text, arg->at, args,
                              (uint32_t) index[0], (uint32_t) index[1]);
    memory_free (text);
    return result;
}

static bool
nodes_read (terms *t, struct reader *r, const struct sort_vec *sorts,
            struct term_vec *nodes)
{
    uint64_t count;
    if (!count_read (r, &count))
        return false;
    struct term_vec arg = {0};
    const term *node = term_true (t);
    for (uint64_t i = 0; i < count && node; i++) {
        node = node_read (t, r, sorts, nodes, &arg);
        if (node)
            VEC_PUSH (*nodes, node);
    }
    VEC_CLEAR (arg);
    return node != NULL;
}

static bool
sorts_read (terms *t, struct reader *r, struct sort_vec *sorts)
{
    uint64_t count;
    if (!count_read (r, &count))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        const sort *s = sort_read (t, r, sorts);
        if (!s)
            return false;
        VEC_PUSH (*sorts, s);
    }
    return true;
}

static bool
roots_read (struct reader *r, const struct term_vec *nodes,
            struct term_vec *out)
{
    uint64_t count;
    if (!count_read (r, &count))
        return false;
    size_t before = out->size;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = reader_uint (r);
        if (r->failed || at >= nodes->size) {
            out->size = before;
            return false;
        }
        VEC_PUSH (*out, nodes->at[at]);
    }
    return true;
}

bool
term_read (terms *t, struct reader *r, struct term_vec *out)
{
    struct sort_vec sorts = {0};
    struct term_vec nodes = {0};
    bool sound = sorts_read (t, r, &sorts) && nodes_read (t, r, &sorts, &nodes)
                 && roots_read (r, &nodes, out);
    VEC_CLEAR (sorts);
    VEC_CLEAR (nodes);
    if (!sound)
        r->failed = true;
    return sound;
}
