/* property.c -- see property.h: evaluation. */
#include "micro/property/internal.h"

#include <string.h>

#include "machine/generator.h"
#include "micro/class.h"
#include "micro/reads.h"

void
micro_property_clear (struct micro_property *p)
{
    VEC_CLEAR (p->item);
    memory_free (p->observed);
    *p = (struct micro_property) {0};
}

void
micro_property_observe (struct micro_property *p, uint32_t data_size,
                        uint16_t address, unsigned bytes)
{
    assert (address + bytes <= data_size);
    if (!p->observed)
        p->observed = memory_new ((data_size + 7) / 8);
    for (uint32_t a = address; a < address + bytes; a++)
        p->observed[a / 8] |= (uint8_t) (1u << a % 8);
}

bool
micro_proposition_add (struct micro_program *p, struct micro_property *adopted)
{
    assert (p->proposition.size < MICRO_PROPOSITIONS);
    for (uint32_t a = 0; a < p->data_size; a++)
        if (micro_property_observes (adopted, (uint16_t) a))
            micro_property_observe (&p->property, p->data_size, (uint16_t) a,
                                    1);
    VEC_PUSH (p->proposition, *adopted);
    *adopted = (struct micro_property) {0};
    return micro_reads_make (p);
}

bool
micro_propositions_sound (const struct micro_program *p)
{
    for (size_t i = 0; i < p->proposition.size; i++)
        for (uint32_t a = 0; a < p->data_size; a++)
            if (micro_property_observes (&p->proposition.at[i], (uint16_t) a)
                && !micro_property_observes (&p->property, (uint16_t) a))
                return false;
    return true;
}

bool
micro_property_observes (const struct micro_property *p, uint16_t address)
{
    return p->observed && p->observed[address / 8] >> address % 8 & 1;
}

static bool
shift (enum micro_operator op, wide a, wide b, wide *result)
{
    assert (op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT);
    if (b < 0 || b > 63)
        return false;
    if (op == OPERATOR_SHIFT_RIGHT) {
        *result = a >> b;
        return true;
    }
    return !__builtin_mul_overflow (a, (wide) 1 << b, result);
}

static wide
cast (const struct micro_item *item, wide a)
{
    assert (item->size >= 1 && item->size <= 8);
    wide modulus = (wide) 1 << 8 * item->size;
    wide low = a & (modulus - 1);
    return item->is_signed && low >= modulus / 2 ? low - modulus : low;
}

static bool
divide (enum micro_operator op, wide a, wide b, wide *result)
{
    assert (op == OPERATOR_DIVIDE || op == OPERATOR_REMAINDER);
    if (!b)
        return false;
    if (b == -1)
        return op == OPERATOR_DIVIDE ? !__builtin_sub_overflow (0, a, result)
                                     : (*result = 0, true);
    *result = op == OPERATOR_DIVIDE ? a / b : a % b;
    return true;
}

/* Inline: an invariant may be asked after every instruction. */
static inline bool
operate (const struct micro_item *item, wide a, wide b, wide *result)
{
    enum micro_operator op = (enum micro_operator) item->value;
    switch (op) {
    case OPERATOR_NEGATE:
        return !__builtin_sub_overflow (0, a, result);
    case OPERATOR_COMPLEMENT:
        return *result = ~a, true;
    case OPERATOR_NOT:
        return *result = !a, true;
    case OPERATOR_CAST:
        return *result = cast (item, a), true;
    case OPERATOR_MULTIPLY:
        return !__builtin_mul_overflow (a, b, result);
    case OPERATOR_DIVIDE:
    case OPERATOR_REMAINDER:
        return divide (op, a, b, result);
    case OPERATOR_ADD:
        return !__builtin_add_overflow (a, b, result);
    case OPERATOR_SUBTRACT:
        return !__builtin_sub_overflow (a, b, result);
    case OPERATOR_SHIFT_LEFT:
    case OPERATOR_SHIFT_RIGHT:
        return shift (op, a, b, result);
    case OPERATOR_LESS:
        return *result = a < b, true;
    case OPERATOR_LESS_EQUAL:
        return *result = a <= b, true;
    case OPERATOR_GREATER:
        return *result = a > b, true;
    case OPERATOR_GREATER_EQUAL:
        return *result = a >= b, true;
    case OPERATOR_EQUAL:
        return *result = a == b, true;
    case OPERATOR_UNEQUAL:
        return *result = a != b, true;
    case OPERATOR_AND:
        return *result = a & b, true;
    case OPERATOR_XOR:
        return *result = a ^ b, true;
    case OPERATOR_OR:
        return *result = a | b, true;
    case OPERATORS:
        break;
    }
    assert (!"operator");
    return false;
}

bool
property_operate (const struct micro_item *item, wide a, wide b, wide *result)
{
    return operate (item, a, b, result);
}

/* Bytes, or bits of them. */
static inline enum property_value
load (const struct micro_item *item, const struct micro_core *core, uint32_t at,
      wide *result)
{
    const uint8_t *data = core->data + at, *mask = core->mask + at;
    uint64_t bits = data[0], unknown = mask[0];
    assert (at + item->size <= core->data_size);
    for (unsigned i = 1; i < item->size; i++) {
        bits |= (uint64_t) data[i] << 8 * i;
        unknown |= (uint64_t) mask[i] << 8 * i;
    }
    unsigned width = 8u * item->size;
    if (item->word == WORD_BITS) {
        width = item->width;
        bits = bits >> item->bit & UINT64_MAX >> (64 - width);
        unknown = unknown >> item->bit & UINT64_MAX >> (64 - width);
    }
    *result = (wide) bits;
    if (item->is_signed && bits >> (width - 1))
        *result -= (wide) 1 << width;
    return unknown ? VALUE_UNKNOWN : VALUE_KNOWN;
}

/* The same at an address that is computed. */
static enum property_value
load_at (const struct micro_item *item, const struct micro_core *core,
         wide offset, wide *result)
{
    wide at = item->address + offset;
    assert (item->stride);
    if (at < 0 || at + item->size > core->data_size)
        return VALUE_NONE;
    return load (item, core, (uint32_t) at, result);
}

static bool
index_add (const struct micro_item *item, wide index, wide offset, wide *result)
{
    assert (item->word == WORD_INDEX);
    if (index < 0 || index >= item->count)
        return false;
    *result = offset + index * item->stride;
    return true;
}

enum property_value
property_evaluate (const struct micro_item *item, size_t from, size_t to,
                   const struct micro_core *core, wide *result)
{
    assert (from < to && core->data);
    wide stack[PROPERTY_STACK];
    unsigned top = 0; /* values on the stack */
    uint32_t pc_bytes = core->program->class->pc_bytes;
    enum property_value got;
    for (size_t i = from; i < to; i++) {
        const struct micro_item *w = item + i;
        assert (top < PROPERTY_STACK);
        switch (w->word) {
        case WORD_CONSTANT:
            stack[top++] = w->value;
            break;
        case WORD_BYTES:
        case WORD_BITS:
            if (w->stride) {
                top--;
                got = load_at (w, core, stack[top], stack + top);
            } else
                got = load (w, core, w->address, stack + top);
            if (got != VALUE_KNOWN)
                return got;
            top++;
            break;
        case WORD_PC:
            stack[top++] = (wide) core_pc (core) * pc_bytes;
            break;
        case WORD_READS:
            stack[top++] = micro_reads_was (core, w->address, w->bit, w->value);
            break;
        case WORD_INDEX:
            top -= w->size != 0;
            if (!index_add (w, stack[w->size ? top : top - 1],
                            w->size ? stack[top - 1] : 0, stack + top - 1))
                return VALUE_NONE;
            break;
        case WORD_OPERATOR:
            top -= w->value >= OPERATOR_UNARY;
            if (!operate (w, stack[top - 1],
                          w->value < OPERATOR_UNARY ? 0 : stack[top],
                          stack + top - 1))
                return VALUE_NONE;
            break;
        case WORD_BOOL:
            stack[top - 1] = stack[top - 1] != 0;
            break;
        case WORD_SKIP:
            i += (size_t) w->value;
            break;
        case WORD_SKIP_IF:
        case WORD_SKIP_IF_NOT: {
            bool skips = (stack[top - 1] != 0) == (w->word == WORD_SKIP_IF);
            top -= w->size || !skips;
            if (skips)
                i += (size_t) w->value;
            break;
        }
        }
    }
    assert (top == 1);
    *result = stack[0];
    return VALUE_KNOWN;
}

bool
micro_property_holds (const struct micro_property *p,
                      const struct micro_core *core)
{
    wide value;
    if (!p->item.size)
        return true;
    enum property_value got =
        property_evaluate (p->item.at, 0, p->item.size, core, &value);
    assert (got != VALUE_UNKNOWN);
    return got == VALUE_KNOWN && value != 0;
}

uint64_t
micro_label_now (const struct micro_core *c)
{
    const struct micro_program *p = c->program;
    uint64_t label = GENERATOR_ASKED;
    if (!core_begun (c))
        return 0;
    for (size_t i = 0; i < p->proposition.size; i++)
        if (micro_property_holds (&p->proposition.at[i], c))
            label |= (uint64_t) 1 << i;
    return label;
}
