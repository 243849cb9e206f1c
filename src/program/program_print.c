/* program_print.c -- a program as Boogie text.
 *
 * Declarations come kind by kind: sorts, constants, functions, axioms, globals,
 * then each procedure's contract and, if it has one, its implementation. */
#include "program/boogie_text.h"

struct program_print_printer {
    struct boogie_names names;
    struct text *out;
};

static void
print_term (struct program_print_printer *p, const term *t)
{
    boogie_term_named (&p->names, p->out, t);
}

static void
print_name (struct program_print_printer *p, const char *name)
{
    boogie_name (&p->names, p->out, name);
}

static void
print_terms (struct program_print_printer *p, const term *const *t, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        text_add (p->out, i ? ", " : "");
        print_term (p, t[i]);
    }
}

static void
print_attributes (struct program_print_printer *p, const struct attribute *a)
{
    for (; a; a = a->next) {
        text_print (p->out, "{:%s", a->name);
        for (size_t i = 0; i < a->values; i++) {
            text_add (p->out, i ? ", " : " ");
            if (a->value[i].string)
                text_print (p->out, "\"%s\"", a->value[i].string);
            else
                print_term (p, a->value[i].term);
        }
        text_add (p->out, "} ");
    }
}

static void
print_typed (struct program_print_printer *p, const term *variable)
{
    assert (variable->op == OP_VAR);
    print_term (p, variable);
    text_add (p->out, ": ");
    boogie_sort_named (&p->names, p->out, variable->sort);
}

static void
print_where (struct program_print_printer *p, const struct variable *v)
{
    if (v->where) {
        text_add (p->out, " where ");
        print_term (p, v->where);
    }
}

/* An implementation repeats names and types only. */
static void
print_parameters (struct program_print_printer *p, const struct vec_variable *v,
                  bool whole)
{
    text_char (p->out, '(');
    for (size_t i = 0; i < v->size; i++) {
        text_add (p->out, i ? ", " : "");
        if (whole)
            print_attributes (p, v->at[i].attribute);
        print_typed (p, v->at[i].term);
        if (whole)
            print_where (p, &v->at[i]);
    }
    text_char (p->out, ')');
}

static void
print_variable (struct program_print_printer *p, const struct variable *v)
{
    text_add (p->out, "var ");
    print_attributes (p, v->attribute);
    print_typed (p, v->term);
    print_where (p, v);
    text_add (p->out, ";\n");
}

static void
print_constant (struct program_print_printer *p, const struct constant *c)
{
    text_add (p->out, "const ");
    print_attributes (p, c->attribute);
    text_add (p->out, c->unique ? "unique " : "");
    print_typed (p, c->term);
    text_add (p->out, ";\n");
}

static void
print_operator (struct program_print_printer *p,
                const struct boogie_operator *o)
{
    assert (o->example->args);
    const term *t = o->example;
    const char *kind =
        t->op == OP_CONST_ARRAY || t->op == OP_IS_INT ? "builtin" : "bvbuiltin";
    text_print (p->out, "function {:%s \"", kind);
    boogie_builtin (p->out, t);
    text_print (p->out, "\"} %s(", o->name);
    for (uint32_t i = 0; i < t->args; i++) {
        text_print (p->out, "%sx%u: ", i ? ", " : "", i);
        boogie_sort_named (&p->names, p->out, t->arg[i]->sort);
    }
    text_add (p->out, ") returns (");
    boogie_sort_named (&p->names, p->out, t->sort);
    text_add (p->out, ");\n");
}

static void
print_function (struct program_print_printer *p, const struct function *f)
{
    text_add (p->out, "function ");
    print_attributes (p, f->attribute);
    print_name (p, f->name);
    text_char (p->out, '(');
    for (size_t i = 0; i < f->parameters; i++) {
        text_add (p->out, i ? ", " : "");
        print_typed (p, f->parameter[i]);
    }
    text_add (p->out, ") returns (");
    boogie_sort_named (&p->names, p->out, f->result);
    if (f->body) {
        text_add (p->out, ") { ");
        print_term (p, f->body);
        text_add (p->out, " }\n");
    } else
        text_add (p->out, ");\n");
}

static void
print_assign (struct program_print_printer *p, const struct statement *s)
{
    assert (s->targets && s->targets == s->values);
    print_terms (p, s->target, s->targets);
    text_add (p->out, " := ");
    print_terms (p, s->value, s->values);
}

static void
print_call (struct program_print_printer *p, const struct program *of,
            const struct statement *s)
{
    assert (s->callee < of->procedure.size);
    text_add (p->out, "call ");
    print_attributes (p, s->attribute);
    print_terms (p, s->target, s->targets);
    text_add (p->out, s->targets ? " := " : "");
    print_name (p, of->procedure.at[s->callee].name);
    text_char (p->out, '(');
    print_terms (p, s->value, s->values);
    text_char (p->out, ')');
}

static bool
statement_is_empty (const struct statement *s)
{
    return !s->targets
           && (s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_HAVOC);
}

static void
print_statement (struct program_print_printer *p, const struct program *of,
                 const struct statement *s)
{
    assert (!statement_is_empty (s));
    text_add (p->out, "    ");
    switch (s->kind) {
    case STATEMENT_ASSUME:
    case STATEMENT_ASSERT:
        text_add (p->out, s->kind == STATEMENT_ASSUME ? "assume " : "assert ");
        print_attributes (p, s->attribute);
        print_term (p, s->term);
        break;
    case STATEMENT_ASSIGN:
        print_assign (p, s);
        break;
    case STATEMENT_HAVOC:
        text_add (p->out, "havoc ");
        print_attributes (p, s->attribute);
        print_terms (p, s->target, s->targets);
        break;
    case STATEMENT_CALL:
        print_call (p, of, s);
        break;
    }
    text_add (p->out, ";\n");
}

static void
print_block (struct program_print_printer *p, const struct program *of,
             const struct procedure *q, const struct block *b)
{
    text_add (p->out, "  ");
    print_name (p, b->label);
    text_add (p->out, ":\n");
    for (size_t i = 0; i < b->statement.size; i++)
        if (!statement_is_empty (&b->statement.at[i]))
            print_statement (p, of, &b->statement.at[i]);
    text_add (p->out, b->target.size ? "    goto " : "    return");
    for (size_t i = 0; i < b->target.size; i++) {
        text_add (p->out, i ? ", " : "");
        print_name (p, q->block.at[b->target.at[i]].label);
    }
    text_add (p->out, ";\n");
}

static void
print_signature (struct program_print_printer *p, const struct procedure *q,
                 bool whole)
{
    print_attributes (p, whole ? q->attribute : q->body_attribute);
    print_name (p, q->name);
    print_parameters (p, &q->in, whole);
    if (q->out.size) {
        text_add (p->out, " returns ");
        print_parameters (p, &q->out, whole);
    }
}

static void
print_contract (struct program_print_printer *p, const struct procedure *q)
{
    text_add (p->out, "\nprocedure ");
    print_signature (p, q, true);
    text_add (p->out, ";\n");
    for (size_t i = 0; i < q->spec.size; i++) {
        const struct spec *s = &q->spec.at[i];
        text_add (p->out, s->free ? "  free " : "  ");
        text_add (p->out, s->kind == SPEC_REQUIRES ? "requires " : "ensures ");
        print_attributes (p, s->attribute);
        print_term (p, s->term);
        text_add (p->out, ";\n");
    }
    if (q->modifies.size) {
        text_add (p->out, "  modifies ");
        print_terms (p, q->modifies.at, q->modifies.size);
        text_add (p->out, ";\n");
    }
}

static void
print_body (struct program_print_printer *p, const struct program *of,
            const struct procedure *q)
{
    assert (q->has_body && q->block.size);
    text_add (p->out, "\nimplementation ");
    print_signature (p, q, false);
    text_add (p->out, "\n{\n");
    for (size_t i = 0; i < q->local.size; i++) {
        text_add (p->out, "  ");
        print_variable (p, &q->local.at[i]);
    }
    for (size_t i = 0; i < q->block.size; i++)
        print_block (p, of, q, &q->block.at[i]);
    text_add (p->out, "}\n");
}

static void
print_declarations (struct program_print_printer *p, const struct program *of)
{
    for (size_t i = 0; i < of->sort.size; i++) {
        text_add (p->out, "type ");
        boogie_sort_named (&p->names, p->out, of->sort.at[i]);
        text_add (p->out, ";\n");
    }
    for (size_t i = 0; i < of->constant.size; i++)
        print_constant (p, &of->constant.at[i]);
    for (size_t i = 0; i < p->names.operator.size; i++)
        print_operator (p, &p->names.operator.at[i]);
    for (size_t i = 0; i < of->function.size; i++)
        print_function (p, &of->function.at[i]);
    for (size_t i = 0; i < of->axiom.size; i++) {
        text_add (p->out, "axiom ");
        print_attributes (p, of->axiom.at[i].attribute);
        print_term (p, of->axiom.at[i].term);
        text_add (p->out, ";\n");
    }
    for (size_t i = 0; i < of->global.size; i++)
        print_variable (p, &of->global.at[i]);
}

void
program_print (const struct program *of, struct text *out)
{
    struct program_print_printer p = {.out = out};
    boogie_names_init (&p.names, of);
    print_declarations (&p, of);
    for (size_t i = 0; i < of->procedure.size; i++) {
        print_contract (&p, &of->procedure.at[i]);
        if (of->procedure.at[i].has_body)
            print_body (&p, of, &of->procedure.at[i]);
    }
    boogie_names_clear (&p.names);
}
