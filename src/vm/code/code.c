/* code.c -- the code of the C machine as bytes.
 *
 * All numbers LEB128, vectors as their length and their elements, in the order
 * of struct vm_code.  Natives travel by name: first a table of those that are
 * used, in the order of their first use, then their number in it. */
#include "vm/code/code.h"

#include <string.h>

#include "vm/code/code_check.h"
#include "vm/library/native.h"

#define MAGIC UINT64_C (0x32636d76)

void
vm_code_init (struct vm_code *c)
{
    *c = (struct vm_code) {.pointer_bytes = 8};
    arena_init (&c->arena);
}

void
vm_code_clear (struct vm_code *c)
{
    VEC_CLEAR (c->function);
    VEC_CLEAR (c->instruction);
    VEC_CLEAR (c->place);
    VEC_CLEAR (c->constant);
    VEC_CLEAR (c->width);
    VEC_CLEAR (c->list);
    VEC_CLEAR (c->global);
    VEC_CLEAR (c->relocation);
    VEC_CLEAR (c->note);
    VEC_CLEAR (c->variable);
    VEC_CLEAR (c->layout);
    VEC_CLEAR (c->member);
    VEC_CLEAR (c->text);
    VEC_CLEAR (c->constructor);
    VEC_CLEAR (c->destructor);
    arena_clear (&c->arena);
    vm_code_init (c);
}

/* ---- one element of each kind, there and back */

/* The greatest number that fits. */
#define MOST(field)           \
    _Generic ((field),        \
        bool: 1,              \
        char: UINT8_MAX,      \
        uint8_t: UINT8_MAX,   \
        uint16_t: UINT16_MAX, \
        uint32_t: UINT32_MAX, \
        uint64_t: UINT64_MAX)

static uint64_t
read_most (struct reader *r, uint64_t most)
{
    uint64_t n = reader_uint (r);
    if (n > most)
        r->failed = true;
    return n & most;
}

/* The numbers of a struct, as it travels: FIELDS (F) lists them as F (name). */
#define WRITE_FIELD(name) buffer_uint (b, MOST (x->name) & (uint64_t) x->name);
#define READ_FIELD(name) x->name = read_most (r, MOST (x->name));
#define WIRE(name, type, FIELDS)                               \
    static void name##_write (struct buffer *b, const type *x) \
    {                                                          \
        FIELDS (WRITE_FIELD)                                   \
    }                                                          \
    static void name##_read (struct reader *r, type *x)        \
    {                                                          \
        FIELDS (READ_FIELD)                                    \
    }

/* clang-format off */
#define HEAD(F)                                                              \
    F (pointer_bytes) F (entry) F (checks) F (reductions) F (options)        \
    F (thread_locals)
#define FUNCTION(F)                                                          \
    F (name) F (symbol) F (parameters) F (registers) F (first) F (end)       \
    F (results) F (first_note) F (end_note) F (first_variable)               \
    F (end_variable) F (flags) F (atomic) F (first_width)
#define INSTRUCTION(F) F (op) F (width) F (flags) F (result) F (a) F (b) F (c)
#define VALUE(F) F (bits) F (unknown) F (object)
/* Between these two its initial bytes. */
#define GLOBAL(F) F (name) F (size) F (constant) F (thread_local_) F (hidden)
#define GLOBAL_END(F) F (first_relocation) F (end_relocation) F (variable)
#define RELOCATION(F) F (at) F (object)
#define PLACE(F) F (file) F (line) F (column)
#define NOTE(F) F (at) F (variable) F (operand) F (object)
#define VARIABLE(F) F (name) F (type) F (bits) F (kind) F (line) F (layout)
#define LAYOUT(F)                                                            \
    F (size) F (element) F (first_member) F (end_member) F (bits) F (kind)
#define MEMBER(F) F (name) F (offset) F (layout)
/* clang-format on */

WIRE (head, struct vm_code, HEAD)
WIRE (function, struct vm_function, FUNCTION)
WIRE (instruction, struct vm_instruction, INSTRUCTION)
WIRE (value, struct vm_value, VALUE)
WIRE (global_begin, struct vm_global, GLOBAL)
WIRE (global_end, struct vm_global, GLOBAL_END)
WIRE (relocation, struct vm_relocation, RELOCATION)
WIRE (place, struct vm_place, PLACE)
WIRE (note, struct vm_note, NOTE)
WIRE (variable, struct vm_variable, VARIABLE)
WIRE (layout, struct vm_layout, LAYOUT)
WIRE (member, struct vm_member, MEMBER)

static void
global_write (struct buffer *b, const struct vm_global *g)
{
    global_begin_write (b, g);
    buffer_bytes (b, g->initial);
    global_end_write (b, g);
}

/* The bytes stay those of the reader. */
static void
global_read (struct reader *r, struct vm_global *g)
{
    global_begin_read (r, g);
    g->initial = reader_bytes (r);
    global_end_read (r, g);
}

static void
number_write (struct buffer *b, const uint32_t *n)
{
    buffer_uint (b, *n);
}

static void
number_read (struct reader *r, uint32_t *n)
{
    *n = (uint32_t) read_most (r, UINT32_MAX);
}

static void
width_write (struct buffer *b, const uint8_t *n)
{
    buffer_uint (b, *n);
}

static void
width_read (struct reader *r, uint8_t *n)
{
    *n = (uint8_t) read_most (r, UINT8_MAX);
}

/* ---- natives by name */

struct natives {
    struct VEC (uint32_t) used; /* their numbers, in order of first use */
    uint32_t *place;            /* of each number: where in used, + 1 */
};

static void
natives_gather (struct natives *n, const struct vm_code *c)
{
    *n = (struct natives) {.place = NEW_ARRAY (uint32_t, vm_natives ())};
    for (size_t i = 0; i < c->instruction.size; i++) {
        const struct vm_instruction *at = &c->instruction.at[i];
        if (at->op != VM_NATIVE || n->place[at->a])
            continue;
        VEC_PUSH (n->used, at->a);
        n->place[at->a] = (uint32_t) n->used.size;
    }
}

static void
natives_clear (struct natives *n)
{
    VEC_CLEAR (n->used);
    memory_free (n->place);
}

static void
instructions_write (const struct vm_code *c, struct buffer *b)
{
    struct natives n;
    natives_gather (&n, c);
    buffer_uint (b, n.used.size);
    for (size_t i = 0; i < n.used.size; i++)
        buffer_string (b, vm_native_at (n.used.at[i])->name);
    buffer_uint (b, c->instruction.size);
    for (size_t i = 0; i < c->instruction.size; i++) {
        struct vm_instruction at = c->instruction.at[i];
        if (at.op == VM_NATIVE)
            at.a = n.place[at.a] - 1;
        instruction_write (b, &at);
    }
    natives_clear (&n);
}

/* A length; every element takes a byte at least. */
static size_t
read_size (struct reader *r)
{
    uint64_t n = reader_uint (r);
    if (n > (size_t) (r->end - r->at))
        r->failed = true;
    return r->failed ? 0 : (size_t) n;
}

static void
instructions_read (struct vm_code *c, struct reader *r)
{
    struct VEC (uint32_t) native = {0};
    for (size_t n = read_size (r); n && !r->failed; n--) {
        char *name = reader_string (r);
        uint32_t number = vm_native_find (name);
        if (number == VM_NOWHERE)
            r->failed = true;
        VEC_PUSH (native, number);
        memory_free (name);
    }
    for (size_t n = read_size (r); n && !r->failed; n--) {
        struct vm_instruction i = {0};
        instruction_read (r, &i);
        if (i.op == VM_NATIVE && i.a >= native.size)
            r->failed = true;
        else if (i.op == VM_NATIVE)
            i.a = native.at[i.a];
        VEC_PUSH (c->instruction, i);
    }
    VEC_CLEAR (native);
}

/* ---- all of it */

#define WRITE_ALL(b, v, element)                 \
    do {                                         \
        buffer_uint (b, (v).size);               \
        for (size_t i_ = 0; i_ < (v).size; i_++) \
            element##_write (b, &(v).at[i_]);    \
    } while (0)
#define READ_ALL(r, v, element)                                 \
    for (size_t n_ = read_size (r); n_ && !(r)->failed; n_--) { \
        VEC_ROOM (v, (v).size + 1);                             \
        memset (&(v).at[(v).size], 0, sizeof *(v).at);          \
        element##_read (r, &(v).at[(v).size++]);                \
    }

void
vm_code_write (const struct vm_code *c, struct buffer *b)
{
    buffer_uint (b, MAGIC);
    head_write (b, c);
    buffer_uint (b, c->text.size);
    for (size_t i = 0; i < c->text.size; i++)
        buffer_string (b, c->text.at[i]);
    WRITE_ALL (b, c->function, function);
    instructions_write (c, b);
    WRITE_ALL (b, c->constant, value);
    WRITE_ALL (b, c->width, width);
    WRITE_ALL (b, c->list, number);
    WRITE_ALL (b, c->global, global);
    WRITE_ALL (b, c->relocation, relocation);
    WRITE_ALL (b, c->place, place);
    WRITE_ALL (b, c->note, note);
    WRITE_ALL (b, c->variable, variable);
    WRITE_ALL (b, c->layout, layout);
    WRITE_ALL (b, c->member, member);
    WRITE_ALL (b, c->constructor, number);
    WRITE_ALL (b, c->destructor, number);
}

static void
text_read (struct vm_code *c, struct reader *r)
{
    for (size_t n = read_size (r); n && !r->failed; n--) {
        struct bytes s = reader_bytes (r);
        if (s.size && memchr (s.data, 0, s.size))
            r->failed = true;
        char *text = arena_new (&c->arena, s.size + 1);
        if (s.size)
            memcpy (text, s.data, s.size);
        VEC_PUSH (c->text, text);
    }
}

static void
globals_adopt (struct vm_code *c)
{
    for (size_t i = 0; i < c->global.size; i++) {
        struct bytes *initial = &c->global.at[i].initial;
        initial->data = arena_copy (&c->arena, initial->data, initial->size);
    }
}

bool
vm_code_read (struct vm_code *c, struct reader *r)
{
    assert (!c->function.size && !c->text.size);
    if (reader_uint (r) != MAGIC)
        r->failed = true;
    head_read (r, c);
    text_read (c, r);
    READ_ALL (r, c->function, function);
    instructions_read (c, r);
    READ_ALL (r, c->constant, value);
    READ_ALL (r, c->width, width);
    READ_ALL (r, c->list, number);
    READ_ALL (r, c->global, global);
    globals_adopt (c);
    READ_ALL (r, c->relocation, relocation);
    READ_ALL (r, c->place, place);
    READ_ALL (r, c->note, note);
    READ_ALL (r, c->variable, variable);
    READ_ALL (r, c->layout, layout);
    READ_ALL (r, c->member, member);
    READ_ALL (r, c->constructor, number);
    READ_ALL (r, c->destructor, number);
    return !r->failed && vm_code_check (c);
}

struct digest
vm_code_identity (const struct vm_code *c)
{
    struct vm_code here = *c;
    struct buffer b;
    here.text.at = memory_copy (c->text.at, c->text.size * sizeof *c->text.at);
    for (size_t i = 0; i < c->place.size; i++) {
        const char **file = &here.text.at[c->place.at[i].file];
        const char *slash = strrchr (*file, '/');
        if (slash)
            *file = slash + 1;
    }
    buffer_init (&b);
    vm_code_write (&here, &b);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    memory_free (here.text.at);
    return d;
}
