/* from_program_names.c -- names for SMT-LIB: each once, and none that means
 * something there already. */
#include <string.h>

#include "horn/from_program_internal.h"

void
names_init (struct names *n)
{
    static const char *const word[] = {"=>",    "xor",   "distinct", "-",
                                       "/",     ">=",    ">",        "abs",
                                       "Bool",  "Int",   "Real",     "Array",
                                       "const", "let",   "forall",   "exists",
                                       "as",    "_",     "!",        "par",
                                       "match", "lambda"};
    map_init (&n->taken);
    text_init (&n->text);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        map_put (&n->taken, digest_string (word[i]), 1);
    for (int op = 0; op < OP_COUNT; op++)
        if (op_name ((enum op) op))
            map_put (&n->taken, digest_string (op_name ((enum op) op)), 1);
}

void
names_clear (struct names *n)
{
    map_clear (&n->taken);
    text_clear (&n->text);
}

/* Bars and backslashes cannot be written, not even between bars. */
static void
names_wish (struct names *n, const char *wish)
{
    text_reset (&n->text);
    for (; *wish; wish++)
        text_char (&n->text, *wish == '|' || *wish == '\\' ? '_' : *wish);
}

static const char *
names_search (struct names *n, size_t from)
{
    size_t size = n->text.size;
    for (size_t number = from;; number++) {
        if (number) {
            n->text.size = size;
            if (n->text.data)
                n->text.data[size] = 0;
            text_print (&n->text, "!%zu", number);
        }
        if (map_put (&n->taken, digest_string (text_view (&n->text)), 1))
            return text_view (&n->text);
    }
}

const char *
names_take (struct names *n, const char *wish)
{
    names_wish (n, wish);
    return names_search (n, 0);
}

const char *
names_number (struct names *n, const char *wish)
{
    names_wish (n, wish);
    return names_search (n, 1);
}
