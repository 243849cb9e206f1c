/* instrument.c -- see instrument.h. */
#include "csource/instrument.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "process/native_process.h"

bool
c_instrument_init (struct c_instrument *c, const char *file)
{
    *c = (struct c_instrument) {0};
    c->source = text_file (file, &c->size);
    if (!c->source || strlen (c->source) != c->size) {
        memory_free (c->source);
        return false;
    }
    c->code = c_code (c->source, c->size);
    return true;
}

void
c_instrument_reset (struct c_instrument *c)
{
    for (size_t i = 0; i < c->insertion.size; i++)
        memory_free (c->insertion.at[i].text);
    VEC_CLEAR (c->insertion);
}

void
c_instrument_clear (struct c_instrument *c)
{
    c_instrument_reset (c);
    memory_free (c->source);
    memory_free (c->code);
    *c = (struct c_instrument) {0};
}

/* ---- insertions, by place; at one place the first stays the first */

static void
insert (struct c_instrument *c, size_t at, const char *before,
        const char *expression, const char *after)
{
    struct text t;
    text_init (&t);
    text_add (&t, before);
    if (expression)
        text_print (&t, "cohort_invariant_ ((%s) != 0)", expression);
    text_add (&t, after);
    size_t place = c->insertion.size;
    VEC_PUSH (c->insertion, ((struct c_insertion) {at, text_take (&t)}));
    struct c_insertion new = c->insertion.at[place];
    for (; place && c->insertion.at[place - 1].at > at; place--)
        c->insertion.at[place] = c->insertion.at[place - 1];
    c->insertion.at[place] = new;
}

static bool
is_blank (const struct c_instrument *c, size_t from, size_t end)
{
    while (from < end && isspace ((unsigned char) c->code[from]))
        from++;
    return from == end;
}

bool
c_instrument_loop (struct c_instrument *c, struct place place,
                   const char *expression)
{
    struct c_loop l;
    if (!c_expression_is_pure (expression)
        || !c_loop_find (c->code, c->size, place, &l))
        return false;
    assert (l.check <= l.end && l.end <= c->size);
    for (size_t i = 0; i < c->insertion.size; i++)
        if (c->insertion.at[i].at == l.check)
            return false; /* one check each: parentheses would cross */
    if (l.kind == C_LOOP_DO)
        insert (c, l.check, " ", expression, ";");
    else if (is_blank (c, l.check, l.end))
        insert (c, l.check, " ", expression, ", 1");
    else {
        insert (c, l.check, "", expression, ", (");
        insert (c, l.end, ")", NULL, "");
    }
    return true;
}

bool
c_instrument_statement (struct c_instrument *c, struct place place,
                        const char *expression)
{
    size_t at;
    if (!c_expression_is_pure (expression)
        || !c_statement_find (c->code, c->size, place, &at))
        return false;
    insert (c, at, "", expression, "; ");
    return true;
}

void
c_instrument_write (const struct c_instrument *c, struct text *out)
{
    size_t from = 0;
    text_add (out, "extern void cohort_invariant_ (int);\n#line 1\n");
    for (size_t i = 0; i < c->insertion.size; i++) {
        const struct c_insertion *one = &c->insertion.at[i];
        assert (one->at >= from);
        text_add_n (out, c->source + from, one->at - from);
        text_add (out, one->text);
        from = one->at;
    }
    text_add_n (out, c->source + from, c->size - from);
}

/* ---- gcc */

static bool
gcc_takes (const char *directory, const char *text, size_t size,
           const char *file, const char *const *flag, size_t flags,
           unsigned bits)
{
    struct VEC (const char *) word = {0};
    struct text path, folder, environment;
    struct native_end end;
    text_init (&path);
    text_init (&folder);
    text_init (&environment);
    text_print (&path, "%s/check.c", directory);
    const char *slash = strrchr (file, '/');
    text_add (&folder, "-I");
    text_add_n (&folder, slash ? file : ".",
                slash ? (size_t) (slash - file) : 1);
    text_print (&environment, "PATH=%s",
                getenv ("PATH") ? getenv ("PATH") : "");
    const char *const first[] = {"gcc",        "-fsyntax-only",
                                 "-w",         bits == 32 ? "-m32" : "-m64",
                                 "-std=gnu11", text_view (&folder)};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VEC_PUSH (word, first[i]);
    for (size_t i = 0; i < flags; i++)
        VEC_PUSH (word, flag[i]);
    VEC_PUSH (word, text_view (&path));
    VEC_PUSH (word, NULL);
    const char *const env[] = {text_view (&environment), NULL};
    struct native_process process = {
        .argv = word.at, .env = env, .seconds = 60};
    bool good = true;
    if (text_save (text_view (&path), text, size)) {
        native_process_run (&process, &end);
        good = end.error || end.late || end.signal || !end.code;
        native_end_clear (&end);
    }
    VEC_CLEAR (word);
    text_clear (&path);
    text_clear (&folder);
    text_clear (&environment);
    return good;
}

bool
c_instrument_compiles (const struct c_instrument *c, const char *file,
                       const char *const *flag, size_t flags, unsigned bits)
{
    struct problem problem = {0};
    char *directory = process_directory (&problem);
    struct text t;
    if (!directory)
        return true;
    text_init (&t);
    c_instrument_write (c, &t);
    /* If gcc does not take the file itself, that says nothing. */
    bool good =
        gcc_takes (directory, text_view (&t), t.size, file, flag, flags, bits)
        || !gcc_takes (directory, c->source, c->size, file, flag, flags, bits);
    text_clear (&t);
    process_directory_remove (directory);
    memory_free (directory);
    return good;
}
