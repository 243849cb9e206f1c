/* operator.c -- operators of SMT-LIB as terms, by way of its reader. */
#include "program/operator.h"

#include <string.h>

#include "logic/smtlib/smtlib.h"

const char *
function_operator (const struct function *f)
{
    static const char *const name[] = {"bvbuiltin", "builtin"};
    for (size_t i = 0; i < 2 && !f->body; i++) {
        const struct attribute *a = attribute_find (f->attribute, name[i]);
        if (a && a->values && a->value[0].string)
            return a->value[0].string;
    }
    return NULL;
}

/* "p0 p1 (op p0 p1)": the parameters, so that they can be bound, and the call.
 */
static void
operator_text (struct text *to, const char *op, size_t parameters)
{
    for (size_t i = 0; i < parameters; i++)
        text_print (to, "p!%zu ", i);
    if (!strcmp (op, "rem")) {
        text_add (to, "(ite (<= 0 p!1) (mod p!0 p!1) (- (mod p!0 p!1)))");
        return;
    }
    bool indexed = op[0] != '(' && strchr (op, ' ');
    text_print (to, "%s%s%s%s", parameters ? "(" : "", indexed ? "(_ " : "", op,
                indexed ? ")" : "");
    for (size_t i = 0; i < parameters; i++)
        text_print (to, " p!%zu", i);
    text_add (to, parameters ? ")" : "");
}

static const term *
operator_read (struct program *p, const struct function *f, const char *text,
               const term *const *parameter)
{
    struct arena arena;
    arena_init (&arena);
    struct problem problem = {0};
    const struct sexpr *list;
    size_t count;
    const term *body = NULL;
    bool read =
        sexpr_read (text, strlen (text), NULL, &arena, &list, &count, &problem);
    /* One expression after the parameters, or the text was not an operator. */
    if (read && count == f->parameters + 1) {
        struct smtlib reader;
        smtlib_init (&reader, p->terms, NULL, &p->arena, &problem);
        smtlib_begin (&reader);
        for (size_t i = 0; i < f->parameters; i++)
            smtlib_bind (&reader, &list[i], parameter[i]);
        body = smtlib_term_of (&reader, &list[f->parameters], f->result);
        smtlib_clear (&reader);
    }
    arena_clear (&arena);
    return body;
}

const term *
operator_body (struct program *p, const struct function *f, const char *op,
               const term *const *parameter)
{
    if (!strcmp (op, "MapConst")) {
        bool fits = f->parameters == 1 && f->result->kind == SORT_ARRAY
                    && f->result->element == parameter[0]->sort;
        return fits ? term_const_array (p->terms, f->result, parameter[0])
                    : NULL;
    }
    if (!strcmp (op, "rem") && f->parameters != 2)
        return NULL;
    struct text text;
    text_init (&text);
    operator_text (&text, op, f->parameters);
    const term *body = operator_read (p, f, text_view (&text), parameter);
    text_clear (&text);
    return body;
}
