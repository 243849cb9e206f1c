/* build.h -- small programs of the C machine, for tests of its states. */
#ifndef VM_BUILD_H
#define VM_BUILD_H

#include "vm/code/code.h"

static inline uint32_t
build_text (struct vm_code *c, const char *s)
{
    VEC_PUSH (c->text, arena_string (&c->arena, s));
    return (uint32_t) c->text.size - 1;
}

static inline uint32_t
build_global (struct vm_code *c, const char *name, uint32_t size, bool constant,
              bool local)
{
    struct vm_global g = {.name = build_text (c, name),
                          .size = size,
                          .constant = constant,
                          .thread_local_ = local,
                          .variable = VM_NOWHERE};
    g.first_relocation = g.end_relocation = (uint32_t) c->relocation.size;
    VEC_PUSH (c->global, g);
    c->thread_locals += local;
    return (uint32_t) c->global.size - 1;
}

/* Begins a function whose registers have these widths. */
static inline struct vm_function *
build_function (struct vm_code *c, const char *name, uint32_t parameters,
                const uint8_t *width, uint32_t registers)
{
    struct vm_function f = {.name = build_text (c, name),
                            .parameters = parameters,
                            .registers = registers,
                            .first = (uint32_t) c->instruction.size,
                            .end = (uint32_t) c->instruction.size,
                            .first_width = (uint32_t) c->width.size};
    f.symbol = f.name;
    for (uint32_t i = 0; i < registers; i++)
        VEC_PUSH (c->width, width[i]);
    VEC_PUSH (c->function, f);
    return &VEC_LAST (c->function);
}

static inline uint32_t
build_op (struct vm_code *c, struct vm_instruction i)
{
    VEC_PUSH (c->instruction, i);
    VEC_PUSH (c->place, (struct vm_place) {0});
    return VEC_LAST (c->function).end++;
}

/* Returns all its registers: all are live up to there. */
static inline void
build_return_all (struct vm_code *c)
{
    uint32_t list = (uint32_t) c->list.size,
             n = VEC_LAST (c->function).registers;
    for (uint32_t i = 0; i < n; i++)
        VEC_PUSH (c->list, i);
    build_op (c, (struct vm_instruction) {.op = VM_RETURN, .a = list, .b = n});
}

/* A call with the first `arguments` registers; results from register 0 on. */
static inline uint32_t
build_call (struct vm_code *c, uint8_t op, uint32_t callee, uint32_t arguments,
            uint32_t results, uint32_t landing)
{
    uint32_t list = (uint32_t) c->list.size;
    VEC_PUSH (c->list, arguments);
    for (uint32_t i = 0; i < arguments; i++)
        VEC_PUSH (c->list, i);
    VEC_PUSH (c->list, results);
    return build_op (c, (struct vm_instruction) {
                            .op = op, .a = callee, .b = list, .c = landing});
}

/* main and `work`, each with registers of all widths that are all live; at its
 * second instruction each stands at a call.  Globals of several sizes, a
 * constant, thread-local ones. */
static inline void
build_program (struct vm_code *c, unsigned pointer_bytes)
{
    static const uint8_t width[] = {0, 32, 1, 64, 8, 0, 16, 13};
    vm_code_init (c);
    c->pointer_bytes = pointer_bytes;
    build_text (c, "");
    static const uint32_t size[] = {4, 1, 8, 16, 4, 40, 100, 3, 32, 4, 4};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        build_global (c, "g", size[i], false, false);
    build_global (c, "constant", 12, true, false);
    build_global (c, "local", 24, false, true);
    build_global (c, "other", 4, false, true);
    for (uint32_t f = 0; f < 2; f++) {
        build_function (c, f ? "work" : "main", 2 * f, width, 8);
        build_op (c, (struct vm_instruction) {.op = VM_FENCE});
        build_call (c, VM_CALL, 1, 2, 1, VM_NOWHERE);
        build_return_all (c);
    }
}

#endif
