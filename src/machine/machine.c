/* machine.c -- the kinds of machines, by name: how a member opens what its
 * master describes. */
#include <assert.h>

#include "base/bytes.h"
#include "avr/avr.h"
#include "mcs51/mcs51.h"
#include "model/model.h"
#include "vm/machine.h"
#include "xc167/xc167.h"

/* Each is given the whole program, its kind included. */
static const struct {
    const char *kind;
    generator *(*open) (struct bytes program, struct problem *);
} machines[] = {
    {"avr", avr_open}, {"mcs51", mcs51_open}, {"model", model_open},
    {"vm", vm_open},   {"xc167", xc167_open},
};

generator *
generator_open (struct bytes program, struct problem *problem)
{
    struct reader r;
    reader_init (&r, program);
    struct bytes kind = reader_bytes (&r);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (!r.failed && bytes_equal (kind, bytes_of (machines[i].kind))) {
            generator *g = machines[i].open (program, problem);
            assert (g || problem->kind != PROBLEM_NONE);
            return g;
        }
    problem_set (problem, (struct place) {0},
                 "a program of an unknown kind of machine");
    return NULL;
}
