/* cnf.c -- see cnf.h. */
#include "sat/cnf.h"

#include <assert.h>
#include <ccadical.h>

struct cnf {
    const struct gates *gates;
    CCaDiCaL *solver;
    struct VEC (int) variable; /* per gate; 0: the solver has not seen it */
    int variables;
    struct VEC (uint32_t) open; /* gates whose clauses are to be added */
    uint64_t conflicts;
};

cnf *
cnf_new (const struct gates *g)
{
    cnf *c = NEW (cnf);
    c->gates = g;
    c->solver = ccadical_init ();
    ccadical_set_option (c->solver, "quiet", 1);
    return c;
}

void
cnf_free (cnf *c)
{
    if (!c)
        return;
    ccadical_release (c->solver);
    VEC_CLEAR (c->variable);
    VEC_CLEAR (c->open);
    memory_free (c);
}

const char *
cnf_version (void)
{
    return ccadical_signature ();
}

/* The solver's literal of a wire; its gate is put on the list if it is new. */
static int
literal_of (cnf *c, wire a)
{
    uint32_t gate = a >> 1;
    int *variable = &c->variable.at[gate];
    if (!*variable) {
        *variable = ++c->variables;
        VEC_PUSH (c->open, gate);
    }
    return a & 1 ? -*variable : *variable;
}

static void
clause (cnf *c, const int *literal, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ccadical_add (c->solver, literal[i]);
    ccadical_add (c->solver, 0);
}

#define CLAUSE(...)                         \
    clause (c, (const int[]) {__VA_ARGS__}, \
            sizeof ((const int[]) {__VA_ARGS__}) / sizeof (int))

static void
clauses_and (cnf *c, int x, int a, int b)
{
    CLAUSE (-x, a);
    CLAUSE (-x, b);
    CLAUSE (x, -a, -b);
}

static void
clauses_xor (cnf *c, int x, int a, int b)
{
    CLAUSE (-x, a, b);
    CLAUSE (-x, -a, -b);
    CLAUSE (x, -a, b);
    CLAUSE (x, a, -b);
}

/* The last two follow, and let the solver see it at once. */
static void
clauses_choice (cnf *c, int x, int condition, int a, int b)
{
    CLAUSE (-condition, -a, x);
    CLAUSE (-condition, a, -x);
    CLAUSE (condition, -b, x);
    CLAUSE (condition, b, -x);
    CLAUSE (-a, -b, x);
    CLAUSE (a, b, -x);
}

static void
clauses_majority (cnf *c, int x, int a, int b, int d)
{
    CLAUSE (-a, -b, x);
    CLAUSE (-a, -d, x);
    CLAUSE (-b, -d, x);
    CLAUSE (a, b, -x);
    CLAUSE (a, d, -x);
    CLAUSE (b, d, -x);
}

static void
clauses_gate (cnf *c, uint32_t gate)
{
    const struct circuit_gate *n = &c->gates->gate.at[gate];
    int x = c->variable.at[gate];
    int a, b;
    switch (n->kind) {
    case GATE_CONSTANT:
        CLAUSE (-x);
        break;
    case GATE_INPUT:
        break;
    case GATE_AND:
        a = literal_of (c, n->a);
        clauses_and (c, x, a, literal_of (c, n->b));
        break;
    case GATE_XOR:
        a = literal_of (c, n->a);
        clauses_xor (c, x, a, literal_of (c, n->b));
        break;
    case GATE_CHOICE:
        a = literal_of (c, n->a);
        b = literal_of (c, n->b);
        clauses_choice (c, x, a, b, literal_of (c, n->c));
        break;
    case GATE_MAJORITY:
        a = literal_of (c, n->a);
        b = literal_of (c, n->b);
        clauses_majority (c, x, a, b, literal_of (c, n->c));
    }
}

/* The literal of a wire, all that it depends on known to the solver. */
static int
cone (cnf *c, wire a)
{
    VEC_ROOM (c->variable, c->gates->gate.size);
    while (c->variable.size < c->gates->gate.size)
        VEC_PUSH (c->variable, 0);
    assert (a >> 1 < c->variable.size && !c->open.size);
    int literal = literal_of (c, a);
    while (c->open.size)
        clauses_gate (c, VEC_POP (c->open));
    return literal;
}

void
cnf_require (cnf *c, wire a)
{
    int literal = cone (c, a);
    CLAUSE (literal);
}

enum cnf_answer
cnf_ask (cnf *c, wire a, uint64_t conflicts)
{
    int literal = cone (c, a);
    ccadical_assume (c->solver, literal);
    ccadical_limit (c->solver, "conflicts",
                    conflicts < INT32_MAX ? (int) conflicts : INT32_MAX);
    int answer = ccadical_solve (c->solver);
    c->conflicts += conflicts;
    return answer == 10 ? CNF_SAT : answer == 20 ? CNF_UNSAT : CNF_UNDECIDED;
}

bool
cnf_input (cnf *c, uint32_t gate)
{
    assert (c->gates->gate.at[gate].kind == GATE_INPUT);
    if (gate >= c->variable.size || !c->variable.at[gate])
        return false;
    return ccadical_val (c->solver, c->variable.at[gate]) > 0;
}

uint64_t
cnf_conflicts (const cnf *c)
{
    return c->conflicts;
}
