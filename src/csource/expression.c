/* expression.c -- see expression.h. */
#include "csource/expression.h"

#include <assert.h>

#include "csource/expression_say.h"

bool
say_enter (struct saying *s)
{
    return s->depth++ < SAY_DEPTH_MOST && s->out->size < SAY_TEXT_MOST;
}

bool
say_leave (struct saying *s, bool good)
{
    s->depth--;
    return good;
}

bool
say_is_leaf (const term *t)
{
    return t->op == OP_VAR || t->op == OP_APPLY || t->op == OP_SELECT;
}

bool
say_chain (struct saying *s, const term *t, const char *op, sayer *each)
{
    bool good = t->args > 0;
    text_char (s->out, '(');
    for (uint32_t i = 0; i < t->args && good; i++) {
        if (i)
            text_print (s->out, " %s ", op);
        good = each (s, t->arg[i]);
    }
    text_char (s->out, ')');
    return good;
}

bool
say_choice (struct saying *s, const term *t, sayer *each)
{
    text_char (s->out, '(');
    bool good = say_bool (s, t->arg[0]);
    text_add (s->out, " ? ");
    good = good && each (s, t->arg[1]);
    text_add (s->out, " : ");
    good = good && each (s, t->arg[2]);
    text_char (s->out, ')');
    return good;
}

static bool
say_equal (struct saying *s, const term *t)
{
    enum sort_kind kind = t->arg[0]->sort->kind;
    if (kind == SORT_BOOL)
        return say_chain (s, t, "==", say_bool);
    if (kind == SORT_INT)
        return say_chain (s, t, "==", say_integer);
    return say_chain (
        s, t,
        "==", say_has_type (say_width (t->arg[0])) ? say_signed : say_unsigned);
}

static bool
bool_operator (struct saying *s, const term *t)
{
    bool integer = t->args && t->arg[0]->sort->kind == SORT_INT;
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
        text_char (s->out, t->op == OP_TRUE ? '1' : '0');
        return true;
    case OP_NOT:
        text_char (s->out, '!');
        return say_bool (s, t->arg[0]);
    case OP_AND:
        return say_chain (s, t, "&&", say_bool);
    case OP_OR:
        return say_chain (s, t, "||", say_bool);
    case OP_ITE:
        return say_choice (s, t, say_bool);
    case OP_EQ:
        return t->args == 2 && say_equal (s, t);
    case OP_LE:
        return integer && say_chain (s, t, "<=", say_integer);
    case OP_LT:
        return integer && say_chain (s, t, "<", say_integer);
    case OP_BVULE:
        return say_chain (s, t, "<=", say_unsigned);
    case OP_BVULT:
        return say_chain (s, t, "<", say_unsigned);
    case OP_BVSLE:
        return say_chain (s, t, "<=", say_signed);
    case OP_BVSLT:
        return say_chain (s, t, "<", say_signed);
    default:
        return false;
    }
}

bool
say_bool (struct saying *s, const term *t)
{
    if (t->sort->kind != SORT_BOOL || !say_enter (s))
        return false;
    if (!say_is_leaf (t))
        return say_leave (s, bool_operator (s, t));
    const char *name = s->name (s->context, t);
    if (name)
        text_print (s->out, "((%s) != 0)", name);
    return say_leave (s, name);
}

bool
c_expression (const term *t, c_namer *name, void *context, struct text *out)
{
    assert (t && name && out);
    struct saying s = {.out = out, .name = name, .context = context};
    size_t start = out->size;
    bool good = t->sort->kind == SORT_BOOL  ? say_bool (&s, t)
                : t->sort->kind == SORT_INT ? say_integer (&s, t)
                                            : say_unsigned (&s, t);
    if (good && out->size < start + SAY_TEXT_MOST)
        return true;
    out->size = start;
    if (out->data)
        out->data[start] = 0;
    return false;
}
