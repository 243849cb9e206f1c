/* assemble.h -- code of the C machine by hand, for tests.
 *
 * Registers are all of 32 bits but those that are asked for as pointers. */
#ifndef VM_ASSEMBLE_H
#define VM_ASSEMBLE_H

#include "vm/library/native.h"

static inline uint32_t
as_text (struct vm_code *c, const char *text)
{
    VEC_PUSH (c->text, arena_string (&c->arena, text));
    return (uint32_t) (c->text.size - 1);
}

static inline void
as_begin (struct vm_code *c)
{
    vm_code_init (c);
    c->pointer_bytes = 8;
    c->checks = VM_CHECK_ASSERT | VM_CHECK_DEADLOCK | VM_CHECK_ACCESS
                | VM_CHECK_FREE | VM_CHECK_LOCK;
    as_text (c, "program.c");
}

static inline uint32_t
as_value (struct vm_code *c, struct vm_value v)
{
    for (size_t i = 0; i < c->constant.size; i++)
        if (vm_same (c->constant.at[i], v))
            return VM_CONSTANT | (uint32_t) i;
    VEC_PUSH (c->constant, v);
    return VM_CONSTANT | (uint32_t) (c->constant.size - 1);
}

static inline uint32_t
as_number (struct vm_code *c, uint64_t n)
{
    return as_value (c, vm_number (n));
}

/* A zeroed global; gives the operand of its address. */
static inline uint32_t
as_global (struct vm_code *c, const char *name, uint32_t size)
{
    struct vm_global g = {
        .name = as_text (c, name), .size = size, .variable = VM_NOWHERE};
    VEC_PUSH (c->global, g);
    return as_value (
        c, vm_pointer (vm_id_of (VM_GLOBAL, (uint32_t) c->global.size - 1), 0));
}

static inline uint32_t
as_function (struct vm_code *c, const char *name, uint32_t parameters)
{
    uint32_t at = (uint32_t) c->instruction.size;
    struct vm_function f = {.name = as_text (c, name),
                            .symbol = as_text (c, name),
                            .parameters = parameters,
                            .registers = parameters,
                            .first = at,
                            .end = at,
                            .first_width = (uint32_t) c->width.size};
    for (uint32_t i = 0; i < parameters; i++)
        VEC_PUSH (c->width, 0);
    VEC_PUSH (c->function, f);
    return (uint32_t) c->function.size - 1;
}

static inline uint32_t
as_register (struct vm_code *c, uint8_t width)
{
    VEC_PUSH (c->width, width);
    return VEC_LAST (c->function).registers++;
}

/* Gives its place in the function. */
static inline uint32_t
as_emit (struct vm_code *c, struct vm_instruction i)
{
    struct vm_function *f = &VEC_LAST (c->function);
    VEC_PUSH (c->instruction, i);
    VEC_PUSH (c->place, ((struct vm_place) {0, f->end - f->first + 1, 0}));
    return f->end++ - f->first;
}

#define AS(c, ...) as_emit (c, (struct vm_instruction) {__VA_ARGS__})

static inline uint32_t
as_list (struct vm_code *c, const uint32_t *argument, uint32_t arguments,
         uint32_t results)
{
    uint32_t at = (uint32_t) c->list.size;
    VEC_PUSH (c->list, arguments);
    for (uint32_t i = 0; i < arguments; i++)
        VEC_PUSH (c->list, argument[i]);
    VEC_PUSH (c->list, results);
    return at;
}

static inline void
as_native (struct vm_code *c, const char *name, uint32_t result,
           uint32_t results, uint32_t arguments, const uint32_t *argument)
{
    uint32_t number = vm_native_find (name);
    assert_true (number != VM_NOWHERE);
    AS (c, .op = VM_NATIVE, .a = number, .result = result, .c = VM_NOWHERE,
        .b = as_list (c, argument, arguments, results));
}

static inline void
as_return (struct vm_code *c, uint32_t operand)
{
    VEC_LAST (c->function).results = 1;
    AS (c, .op = VM_RETURN, .a = (uint32_t) c->list.size, .b = 1);
    VEC_PUSH (c->list, operand);
}

/* main: starts a thread for each of the functions, waits for all, ends. */
static inline void
as_main (struct vm_code *c, const uint32_t *function, uint32_t threads)
{
    uint32_t ids = as_global (c, "ids", 8 * threads);
    vm_id object = c->constant.at[ids & ~VM_CONSTANT].object;
    c->entry = as_function (c, "main", 0);
    uint32_t result = as_register (c, 32), id = as_register (c, 64);
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t argument[] = {
            as_value (c, vm_pointer (object, 8 * i)), as_number (c, 0),
            as_value (c, vm_pointer (vm_id_of (VM_FUNCTION, function[i]), 0)),
            as_number (c, 0)};
        as_native (c, "pthread_create", result, 1, 4, argument);
    }
    for (uint32_t i = 0; i < threads; i++) {
        AS (c, .op = VM_LOAD, .width = 64, .result = id,
            .a = as_value (c, vm_pointer (object, 8 * i)));
        uint32_t argument[] = {id, as_number (c, 0)};
        as_native (c, "pthread_join", result, 1, 2, argument);
    }
    as_return (c, as_number (c, 0));
}

#endif
