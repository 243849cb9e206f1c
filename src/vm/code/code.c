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

static void
function_write (struct buffer *b, const struct vm_function *f)
{
    const uint32_t field[] = {f->name,           f->symbol,       f->parameters,
                              f->registers,      f->first,        f->end,
                              f->results,        f->first_note,   f->end_note,
                              f->first_variable, f->end_variable, f->flags,
                              f->atomic,         f->first_width};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        buffer_uint (b, field[i]);
}

static uint32_t
read_u32 (struct reader *r)
{
    uint64_t n = reader_uint (r);
    if (n > UINT32_MAX)
        r->failed = true;
    return (uint32_t) n;
}

static uint8_t
read_u8 (struct reader *r)
{
    uint64_t n = reader_uint (r);
    if (n > UINT8_MAX)
        r->failed = true;
    return (uint8_t) n;
}

static bool
read_bool (struct reader *r)
{
    uint64_t n = reader_uint (r);
    if (n > 1)
        r->failed = true;
    return n;
}

static struct vm_function
function_read (struct reader *r)
{
    struct vm_function f = {0};
    f.name = read_u32 (r);
    f.symbol = read_u32 (r);
    f.parameters = read_u32 (r);
    f.registers = read_u32 (r);
    f.first = read_u32 (r);
    f.end = read_u32 (r);
    f.results = read_u32 (r);
    f.first_note = read_u32 (r);
    f.end_note = read_u32 (r);
    f.first_variable = read_u32 (r);
    f.end_variable = read_u32 (r);
    f.flags = read_u32 (r);
    f.atomic = read_bool (r);
    f.first_width = read_u32 (r);
    return f;
}

static void
instruction_write (struct buffer *b, const struct vm_instruction *i, uint32_t a)
{
    buffer_uint (b, i->op);
    buffer_uint (b, i->width);
    buffer_uint (b, i->flags);
    buffer_uint (b, i->result);
    buffer_uint (b, a);
    buffer_uint (b, i->b);
    buffer_uint (b, i->c);
}

static struct vm_instruction
instruction_read (struct reader *r)
{
    struct vm_instruction i = {0};
    i.op = read_u8 (r);
    i.width = read_u8 (r);
    uint32_t flags = read_u32 (r);
    if (flags > UINT16_MAX)
        r->failed = true;
    i.flags = (uint16_t) flags;
    i.result = read_u32 (r);
    i.a = read_u32 (r);
    i.b = read_u32 (r);
    i.c = read_u32 (r);
    return i;
}

static struct vm_value
value_read (struct reader *r)
{
    struct vm_value v = {0};
    v.bits = reader_uint (r);
    v.unknown = reader_uint (r);
    v.object = read_u32 (r);
    return v;
}

static void
value_write (struct buffer *b, const struct vm_value *v)
{
    buffer_uint (b, v->bits);
    buffer_uint (b, v->unknown);
    buffer_uint (b, v->object);
}

static void
global_write (struct buffer *b, const struct vm_global *g)
{
    buffer_uint (b, g->name);
    buffer_uint (b, g->size);
    buffer_uint (b, g->constant);
    buffer_uint (b, g->thread_local_);
    buffer_uint (b, g->hidden);
    buffer_bytes (b, g->initial);
    buffer_uint (b, g->first_relocation);
    buffer_uint (b, g->end_relocation);
    buffer_uint (b, g->variable);
}

static struct vm_global
global_read (struct reader *r, struct arena *arena)
{
    struct vm_global g = {0};
    g.name = read_u32 (r);
    g.size = read_u32 (r);
    g.constant = read_bool (r);
    g.thread_local_ = read_bool (r);
    g.hidden = read_bool (r);
    struct bytes initial = reader_bytes (r);
    g.initial.data = arena_copy (arena, initial.data, initial.size);
    g.initial.size = initial.size;
    g.first_relocation = read_u32 (r);
    g.end_relocation = read_u32 (r);
    g.variable = read_u32 (r);
    return g;
}

static struct vm_note
note_read (struct reader *r)
{
    struct vm_note n = {0};
    n.at = read_u32 (r);
    n.variable = read_u32 (r);
    n.operand = read_u32 (r);
    n.object = read_bool (r);
    return n;
}

static struct vm_variable
variable_read (struct reader *r)
{
    struct vm_variable v = {0};
    v.name = read_u32 (r);
    v.type = read_u32 (r);
    v.bits = read_u8 (r);
    v.kind = (char) read_u8 (r);
    v.line = read_u32 (r);
    v.layout = read_u32 (r);
    return v;
}

static struct vm_layout
layout_read (struct reader *r)
{
    struct vm_layout y = {0};
    y.size = read_u32 (r);
    y.element = read_u32 (r);
    y.first_member = read_u32 (r);
    y.end_member = read_u32 (r);
    y.bits = read_u8 (r);
    y.kind = (char) read_u8 (r);
    return y;
}

static struct vm_member
member_read (struct reader *r)
{
    struct vm_member m = {0};
    m.name = read_u32 (r);
    m.offset = read_u32 (r);
    m.layout = read_u32 (r);
    return m;
}

static struct vm_place
place_read (struct reader *r)
{
    struct vm_place p = {0};
    p.file = read_u32 (r);
    p.line = read_u32 (r);
    p.column = read_u32 (r);
    return p;
}

static struct vm_relocation
relocation_read (struct reader *r)
{
    struct vm_relocation l = {0};
    l.at = read_u32 (r);
    l.object = read_u32 (r);
    return l;
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
        const struct vm_instruction *at = &c->instruction.at[i];
        instruction_write (b, at,
                           at->op == VM_NATIVE ? n.place[at->a] - 1 : at->a);
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
        struct vm_instruction i = instruction_read (r);
        if (i.op == VM_NATIVE && i.a >= native.size)
            r->failed = true;
        else if (i.op == VM_NATIVE)
            i.a = native.at[i.a];
        VEC_PUSH (c->instruction, i);
    }
    VEC_CLEAR (native);
}

/* ---- all of it */

#define WRITE_UINTS(b, v)                        \
    do {                                         \
        buffer_uint (b, (v).size);               \
        for (size_t i_ = 0; i_ < (v).size; i_++) \
            buffer_uint (b, (v).at[i_]);         \
    } while (0)
#define READ_ALL(r, v, element)                               \
    for (size_t n_ = read_size (r); n_ && !(r)->failed; n_--) \
    VEC_PUSH (v, element)

static void
layouts_write (const struct vm_code *c, struct buffer *b)
{
    buffer_uint (b, c->layout.size);
    for (size_t i = 0; i < c->layout.size; i++) {
        const struct vm_layout *y = &c->layout.at[i];
        buffer_uint (b, y->size);
        buffer_uint (b, y->element);
        buffer_uint (b, y->first_member);
        buffer_uint (b, y->end_member);
        buffer_uint (b, y->bits);
        buffer_uint (b, (uint8_t) y->kind);
    }
    buffer_uint (b, c->member.size);
    for (size_t i = 0; i < c->member.size; i++) {
        buffer_uint (b, c->member.at[i].name);
        buffer_uint (b, c->member.at[i].offset);
        buffer_uint (b, c->member.at[i].layout);
    }
}

static void
debug_write (const struct vm_code *c, struct buffer *b)
{
    buffer_uint (b, c->place.size);
    for (size_t i = 0; i < c->place.size; i++) {
        buffer_uint (b, c->place.at[i].file);
        buffer_uint (b, c->place.at[i].line);
        buffer_uint (b, c->place.at[i].column);
    }
    buffer_uint (b, c->note.size);
    for (size_t i = 0; i < c->note.size; i++) {
        buffer_uint (b, c->note.at[i].at);
        buffer_uint (b, c->note.at[i].variable);
        buffer_uint (b, c->note.at[i].operand);
        buffer_uint (b, c->note.at[i].object);
    }
    buffer_uint (b, c->variable.size);
    for (size_t i = 0; i < c->variable.size; i++) {
        buffer_uint (b, c->variable.at[i].name);
        buffer_uint (b, c->variable.at[i].type);
        buffer_uint (b, c->variable.at[i].bits);
        buffer_uint (b, (uint8_t) c->variable.at[i].kind);
        buffer_uint (b, c->variable.at[i].line);
        buffer_uint (b, c->variable.at[i].layout);
    }
    layouts_write (c, b);
}

void
vm_code_write (const struct vm_code *c, struct buffer *b)
{
    const uint32_t head[] = {c->pointer_bytes, c->entry,   c->checks,
                             c->reductions,    c->options, c->thread_locals};
    buffer_uint (b, MAGIC);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        buffer_uint (b, head[i]);
    buffer_uint (b, c->text.size);
    for (size_t i = 0; i < c->text.size; i++)
        buffer_string (b, c->text.at[i]);
    buffer_uint (b, c->function.size);
    for (size_t i = 0; i < c->function.size; i++)
        function_write (b, &c->function.at[i]);
    instructions_write (c, b);
    buffer_uint (b, c->constant.size);
    for (size_t i = 0; i < c->constant.size; i++)
        value_write (b, &c->constant.at[i]);
    WRITE_UINTS (b, c->width);
    WRITE_UINTS (b, c->list);
    buffer_uint (b, c->global.size);
    for (size_t i = 0; i < c->global.size; i++)
        global_write (b, &c->global.at[i]);
    buffer_uint (b, c->relocation.size);
    for (size_t i = 0; i < c->relocation.size; i++) {
        buffer_uint (b, c->relocation.at[i].at);
        buffer_uint (b, c->relocation.at[i].object);
    }
    debug_write (c, b);
    WRITE_UINTS (b, c->constructor);
    WRITE_UINTS (b, c->destructor);
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
head_read (struct vm_code *c, struct reader *r)
{
    if (reader_uint (r) != MAGIC)
        r->failed = true;
    c->pointer_bytes = read_u32 (r);
    c->entry = read_u32 (r);
    c->checks = read_u32 (r);
    c->reductions = read_u32 (r);
    c->options = read_u32 (r);
    c->thread_locals = read_u32 (r);
}

bool
vm_code_read (struct vm_code *c, struct reader *r)
{
    assert (!c->function.size && !c->text.size);
    head_read (c, r);
    text_read (c, r);
    READ_ALL (r, c->function, function_read (r));
    instructions_read (c, r);
    READ_ALL (r, c->constant, value_read (r));
    READ_ALL (r, c->width, read_u8 (r));
    READ_ALL (r, c->list, read_u32 (r));
    READ_ALL (r, c->global, global_read (r, &c->arena));
    READ_ALL (r, c->relocation, relocation_read (r));
    READ_ALL (r, c->place, place_read (r));
    READ_ALL (r, c->note, note_read (r));
    READ_ALL (r, c->variable, variable_read (r));
    READ_ALL (r, c->layout, layout_read (r));
    READ_ALL (r, c->member, member_read (r));
    READ_ALL (r, c->constructor, read_u32 (r));
    READ_ALL (r, c->destructor, read_u32 (r));
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
