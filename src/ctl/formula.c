/* formula.c -- see formula.h: the reader works on spans of the text.
 *
 * An arrow or a temporal operator in a span makes it a formula; a span without one is
 * a proposition as a whole, whose && and || are its language's. */
#include "ctl/formula.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/memory.h"

struct ctl_span {
    const char *from, *to;
};

struct ctl_reader {
    struct ctl_formula *formula;
    const char *text, *name;
    struct problem *problem;
    unsigned depth;
};

enum { MOST_NESTED = 200 };

/* ---- nodes */

uint32_t
ctl_formula_node (struct ctl_formula *f, enum ctl_operator op, uint32_t left,
                  uint32_t right)
{
    assert (op == CTL_PROPOSITION
            || (left <= f->node.size && right <= f->node.size));
    if (op == CTL_NOT && f->node.at[left].operator== CTL_NOT)
        return f->node.at[left].left;
    for (size_t i = 0; i < f->node.size; i++) {
        const struct ctl_node *n = &f->node.at[i];
        if (n->operator== op && n->left == left && n->right == right)
            return (uint32_t) i;
    }
    struct ctl_node n = {.operator= (uint8_t) op, .left = left, .right = right};
    VEC_PUSH (f->node, n);
    return (uint32_t) f->node.size - 1;
}

static uint32_t
node_not (struct ctl_formula *f, uint32_t a)
{
    return ctl_formula_node (f, CTL_NOT, a, 0);
}

static uint32_t
node_and (struct ctl_formula *f, uint32_t a, uint32_t b)
{
    return ctl_formula_node (f, CTL_AND, a, b);
}

static uint32_t
node_or (struct ctl_formula *f, uint32_t a, uint32_t b)
{
    return node_not (f, node_and (f, node_not (f, a), node_not (f, b)));
}

static uint32_t
node_true (struct ctl_formula *f)
{
    return ctl_formula_node (f, CTL_TRUE, 0, 0);
}

/* A fair path begins in it, too. */
static uint32_t
node_fair (struct ctl_formula *f, uint32_t a)
{
    return f->fair.size ? node_and (f, a, f->fair_path) : a;
}

static uint32_t
exists_until (struct ctl_formula *f, uint32_t a, uint32_t b)
{
    return ctl_formula_node (f, CTL_UNTIL, a, node_fair (f, b));
}

static uint32_t
exists_always (struct ctl_formula *f, uint32_t a)
{
    return ctl_formula_node (f, CTL_ALWAYS, a, 0);
}

/* A [a U b] = ! (E [!b U (!a && !b)] || EG !b); a weak one may go on for ever. */
static uint32_t
all_until (struct ctl_formula *f, uint32_t a, uint32_t b, bool weak)
{
    uint32_t without = node_not (f, b);
    uint32_t gives_up =
        exists_until (f, without, node_and (f, node_not (f, a), without));
    if (weak)
        return node_not (f, gives_up);
    return node_not (f, node_or (f, gives_up, exists_always (f, without)));
}

static uint32_t
binary_path (struct ctl_formula *f, bool all, char op, uint32_t a, uint32_t b)
{
    assert (op == 'U' || op == 'W' || op == 'R');
    if (op == 'R') { /* the dual of U */
        uint32_t left = node_not (f, a), right = node_not (f, b);
        return node_not (f, all ? exists_until (f, left, right)
                                : all_until (f, left, right, false));
    }
    if (all)
        return all_until (f, a, b, op == 'W');
    uint32_t until = exists_until (f, a, b);
    return op == 'W' ? node_or (f, until, exists_always (f, a)) : until;
}

static uint32_t
unary_path (struct ctl_formula *f, bool all, char op, uint32_t a)
{
    uint32_t inner = all ? node_not (f, a) : a, n;
    assert (op == 'X' || op == 'F' || op == 'G');
    /* Of all paths: the dual of some path; F and G change places. */
    char some = all && op != 'X' ? (op == 'F' ? 'G' : 'F') : op;
    if (some == 'X')
        n = ctl_formula_node (
            f, CTL_NEXT, exists_until (f, node_not (f, node_true (f)), inner),
            0);
    else if (some == 'G')
        n = exists_always (f, inner);
    else
        n = exists_until (f, node_true (f), inner);
    return all ? node_not (f, n) : n;
}

/* ---- spans */

static bool
is_word (char c)
{
    return isalnum ((unsigned char) c) || c == '_';
}

/* The length of the token at `s`: a word, an arrow, && or ||, or one sign. */
static size_t
token (const char *s, const char *end)
{
    size_t n = 0;
    assert (s < end);
    while (s + n < end && is_word (s[n]))
        n++;
    if (n)
        return n;
    size_t left = (size_t) (end - s);
    if (left >= 3 && !strncmp (s, "<->", 3))
        return 3;
    if (left >= 2
        && (!strncmp (s, "->", 2) || !strncmp (s, "&&", 2)
            || !strncmp (s, "||", 2)))
        return 2;
    return 1;
}

static bool
token_is (const char *s, size_t n, const char *word)
{
    return strlen (word) == n && !strncmp (s, word, n);
}

static bool
is_unary (const char *s, size_t n)
{
    return n == 2 && (s[0] == 'A' || s[0] == 'E') && strchr ("XFG", s[1]);
}

static const char *
skip_space (const char *s, const char *end)
{
    while (s < end && isspace ((unsigned char) *s))
        s++;
    return s;
}

static struct ctl_span
trim (struct ctl_span s)
{
    s.from = skip_space (s.from, s.to);
    while (s.to > s.from && isspace ((unsigned char) s.to[-1]))
        s.to--;
    return s;
}

static int
nesting (char c)
{
    return c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
}

/* The first (or last) place of such a token outside of all brackets; null: none. */
static const char *
find_outside (struct ctl_span s, const char *word, bool last)
{
    const char *found = NULL;
    int depth = 0;
    for (const char *at = s.from; at < s.to;) {
        size_t n = token (at, s.to);
        depth += nesting (*at);
        if (!depth && token_is (at, n, word)) {
            found = at;
            if (!last)
                return found;
        }
        at += n;
    }
    return found;
}

/* Behind the bracket that closes the one at `from`; null: none does. */
static const char *
behind_bracket (const char *from, const char *end)
{
    int depth = 0;
    assert (nesting (*from) == 1);
    for (const char *at = from; at < end; at++) {
        depth += nesting (*at);
        if (!depth)
            return at + 1;
    }
    return NULL;
}

/* The U, W or R of `A [f U f]`, if that is what begins at `from`, and its bracket,
 * which may be left open; null: it is something else. */
static const char *
find_until (const char *from, const char *to, struct ctl_span *inside)
{
    static const char *const words[] = {"U", "W", "R"};
    const char *open = skip_space (from + 1, to), *found = NULL;
    if ((*from != 'A' && *from != 'E') || token (from, to) != 1 || open == to
        || *open != '[')
        return NULL;
    const char *end = behind_bracket (open, to);
    *inside = (struct ctl_span) {open + 1, end ? end - 1 : to};
    for (size_t i = 0; !found && i < 3; i++)
        found = find_outside (*inside, words[i], false);
    return found;
}

/* Does an operator of formulas stand anywhere in it? */
static bool
is_formula (struct ctl_span s)
{
    struct ctl_span inside;
    for (const char *at = s.from; at < s.to;) {
        size_t n = token (at, s.to);
        if (token_is (at, n, "->") || token_is (at, n, "<->")
            || is_unary (at, n) || find_until (at, s.to, &inside))
            return true;
        at += n;
    }
    return false;
}

/* ---- reading */

static bool
reader_fail (struct ctl_reader *r, const char *at, const char *what)
{
    struct place place = {
        .file = r->name, .line = 1, .column = (unsigned) (at - r->text) + 1};
    assert (at >= r->text);
    return problem_set (r->problem, place, "%s", what);
}

static bool read_span (struct ctl_reader *, struct ctl_span, uint32_t *);

static bool
read_proposition (struct ctl_reader *r, struct ctl_span s, uint32_t *node)
{
    struct ctl_formula *f = r->formula;
    size_t size = (size_t) (s.to - s.from), i = 0;
    assert (size);
    if (token_is (s.from, size, "true") || token_is (s.from, size, "false")) {
        *node = node_true (f);
        if (*s.from == 'f')
            *node = node_not (f, *node);
        return true;
    }
    while (i < f->proposition.size
           && (strlen (f->proposition.at[i].text) != size
               || strncmp (f->proposition.at[i].text, s.from, size)))
        i++;
    if (i == f->proposition.size) {
        if (i == CTL_PROPOSITIONS)
            return reader_fail (r, s.from, "there are too many propositions");
        struct text t;
        text_init (&t);
        text_add_n (&t, s.from, size);
        struct ctl_proposition p = {.text = text_take (&t),
                                    .name = r->name,
                                    .column =
                                        (unsigned) (s.from - r->text) + 1};
        VEC_PUSH (f->proposition, p);
    }
    *node = ctl_formula_node (f, CTL_PROPOSITION, (uint32_t) i, 0);
    return true;
}

/* Both sides of a token of `size` at `at`. */
static bool
read_sides (struct ctl_reader *r, struct ctl_span s, const char *at,
            size_t size, uint32_t *left, uint32_t *right)
{
    assert (at >= s.from && at + size <= s.to);
    return read_span (r, (struct ctl_span) {s.from, at}, left)
           && read_span (r, (struct ctl_span) {at + size, s.to}, right);
}

/* A [f U g] and its kin; `at` is the operator. */
static bool
read_brackets (struct ctl_reader *r, struct ctl_span s, struct ctl_span inside,
               const char *at, uint32_t *node)
{
    const char *open = inside.from - 1;
    const char *end = behind_bracket (open, s.to);
    uint32_t left, right;
    if (!end)
        return reader_fail (r, open, "this bracket is not closed");
    if (end != s.to)
        return reader_fail (r, skip_space (end, s.to),
                            "an operator is missing here");
    if (!read_sides (r, inside, at, 1, &left, &right))
        return false;
    *node = binary_path (r->formula, *s.from == 'A', *at, left, right);
    return true;
}

/* What begins with ! ( AG A [ .. */
static bool
read_prefix (struct ctl_reader *r, struct ctl_span s, uint32_t *node)
{
    size_t n = token (s.from, s.to);
    if (*s.from == '!') {
        if (!read_span (r, (struct ctl_span) {s.from + 1, s.to}, node))
            return false;
        *node = node_not (r->formula, *node);
        return true;
    }
    if (is_unary (s.from, n)) {
        bool all = *s.from == 'A';
        r->formula->has_next |= s.from[1] == 'X';
        if (!read_span (r, (struct ctl_span) {s.from + n, s.to}, node))
            return false;
        *node = unary_path (r->formula, all, s.from[1], *node);
        return true;
    }
    struct ctl_span inside;
    const char *until = find_until (s.from, s.to, &inside);
    if (until)
        return read_brackets (r, s, inside, until, node);
    if (*s.from == '(') {
        const char *end = behind_bracket (s.from, s.to);
        if (!end)
            return reader_fail (r, s.from, "this bracket is not closed");
        return reader_fail (
            r, skip_space (end, s.to),
            "a formula has no value that this could be done with");
    }
    return reader_fail (r, s.from,
                        "expected a formula: !, (, AG, AF, AX, EG, EF, EX, "
                        "A [f U g] or E [f U g]");
}

static bool
read_operators (struct ctl_reader *r, struct ctl_span s, uint32_t *node)
{
    struct ctl_formula *f = r->formula;
    uint32_t a, b;
    const char *at;
    if (*s.from == '(' && behind_bracket (s.from, s.to) == s.to)
        return read_span (r, (struct ctl_span) {s.from + 1, s.to - 1}, node);
    if ((at = find_outside (s, "<->", false))) {
        if (!read_sides (r, s, at, 3, &a, &b))
            return false;
        *node = node_and (f, node_or (f, node_not (f, a), b),
                          node_or (f, node_not (f, b), a));
        return true;
    }
    if ((at = find_outside (s, "->", false))) {
        if (!read_sides (r, s, at, 2, &a, &b))
            return false;
        *node = node_or (f, node_not (f, a), b);
        return true;
    }
    if (!is_formula (s))
        return read_proposition (r, s, node);
    if ((at = find_outside (s, "||", true))) {
        if (!read_sides (r, s, at, 2, &a, &b))
            return false;
        *node = node_or (f, a, b);
        return true;
    }
    if ((at = find_outside (s, "&&", true))) {
        if (!read_sides (r, s, at, 2, &a, &b))
            return false;
        *node = node_and (f, a, b);
        return true;
    }
    return read_prefix (r, s, node);
}

static bool
read_span (struct ctl_reader *r, struct ctl_span s, uint32_t *node)
{
    s = trim (s);
    if (s.from == s.to)
        return reader_fail (r, s.from, "a formula is missing here");
    if (++r->depth > MOST_NESTED || r->formula->node.size > CTL_NODES - 16)
        return reader_fail (r, s.from, "this formula is too large");
    bool good = read_operators (r, s, node);
    r->depth--;
    return good;
}

/* Does `node`, in positive (or negative) position, speak of all paths only? */
static bool
speaks_of_all (const struct ctl_formula *f, uint32_t node, bool positive)
{
    const struct ctl_node *n = &f->node.at[node];
    switch ((enum ctl_operator) n->operator) {
    case CTL_TRUE:
    case CTL_PROPOSITION:
        return true;
    case CTL_NOT:
        return speaks_of_all (f, n->left, !positive);
    case CTL_AND:
        return speaks_of_all (f, n->left, positive)
               && speaks_of_all (f, n->right, positive);
    case CTL_UNTIL:
        return !positive && speaks_of_all (f, n->left, positive)
               && speaks_of_all (f, n->right, positive);
    case CTL_NEXT:
    case CTL_ALWAYS:
        return !positive && speaks_of_all (f, n->left, positive);
    }
    assert (!"operator");
    return false;
}

/* `p`, or `p ~> q`. */
static bool
read_constraint (struct ctl_reader *r, struct ctl_span s)
{
    struct ctl_formula *f = r->formula;
    struct ctl_constraint c = {.when = node_true (f)};
    const char *arrow = s.from;
    while (arrow < s.to && strncmp (arrow, "~>", 2))
        arrow++;
    struct ctl_span side[] = {{s.from, arrow}, {arrow + 2, s.to}};
    uint32_t *const to[] = {&c.when, &c.then};
    bool strong = arrow < s.to;
    if (!strong)
        side[1] = s;
    for (unsigned i = !strong; i < 2; i++) {
        side[i] = trim (side[i]);
        if (side[i].from == side[i].to)
            return reader_fail (r, side[i].from,
                                "a proposition is missing here");
        if (is_formula (side[i]))
            return reader_fail (r, side[i].from,
                                "fairness is asked of propositions, not of "
                                "formulas");
        if (!read_proposition (r, side[i], to[i]))
            return false;
    }
    if (c.then == node_true (f)) /* what it asks for always holds */
        return true;
    f->strong |= f->node.at[c.when].operator!= CTL_TRUE;
    VEC_PUSH (f->fair, c);
    return true;
}

static bool
read_fair (struct ctl_formula *f, struct ctl_source fair, struct problem *p)
{
    struct ctl_reader r = {
        .formula = f, .text = fair.text, .name = fair.name, .problem = p};
    assert (!f->fair.size);
    for (const char *at = fair.text; at;) {
        const char *end = strchr (at, ';');
        struct ctl_span s =
            trim ((struct ctl_span) {at, end ? end : at + strlen (at)});
        if (!read_constraint (&r, s))
            return false;
        at = end ? end + 1 : NULL;
    }
    if (f->fair.size)
        f->fair_path = exists_always (f, node_true (f));
    return true;
}

bool
ctl_formula_read (struct ctl_formula *f, struct ctl_source source,
                  struct ctl_source fair, struct problem *p)
{
    const char *text = source.text;
    assert (!f->node.size && text && source.name);
    struct ctl_reader r = {
        .formula = f, .text = text, .name = source.name, .problem = p};
    f->fair_path = node_true (f);
    if (!read_fair (f, fair, p)
        || !read_span (&r, (struct ctl_span) {text, text + strlen (text)},
                       &f->root)) {
        ctl_formula_clear (f);
        return false;
    }
    f->universal = speaks_of_all (f, f->root, true);
    f->existential = speaks_of_all (f, f->root, false);
    return true;
}

void
ctl_formula_clear (struct ctl_formula *f)
{
    for (size_t i = 0; i < f->proposition.size; i++)
        memory_free (f->proposition.at[i].text);
    VEC_CLEAR (f->proposition);
    VEC_CLEAR (f->node);
    VEC_CLEAR (f->fair);
    *f = (struct ctl_formula) {0};
}

/* ---- printing */

void
ctl_formula_print (const struct ctl_formula *f, uint32_t node, struct text *t)
{
    const struct ctl_node *n = &f->node.at[node];
    assert (node < f->node.size);
    switch ((enum ctl_operator) n->operator) {
    case CTL_TRUE:
        text_add (t, "true");
        return;
    case CTL_PROPOSITION:
        text_print (t, "(%s)", f->proposition.at[n->left].text);
        return;
    case CTL_NOT:
        text_add (t, "! ");
        ctl_formula_print (f, n->left, t);
        return;
    case CTL_AND:
        text_add (t, "(");
        ctl_formula_print (f, n->left, t);
        text_add (t, " && ");
        ctl_formula_print (f, n->right, t);
        text_add (t, ")");
        return;
    case CTL_NEXT: /* the step goes to E [false U f] */
        assert (f->node.at[n->left].operator== CTL_UNTIL);
        text_add (t, "EX ");
        ctl_formula_print (f, f->node.at[n->left].right, t);
        return;
    case CTL_ALWAYS:
        text_add (t, "EG ");
        ctl_formula_print (f, n->left, t);
        return;
    case CTL_UNTIL:
        text_add (t, "E [");
        ctl_formula_print (f, n->left, t);
        text_add (t, " U ");
        ctl_formula_print (f, n->right, t);
        text_add (t, "]");
        return;
    }
}
