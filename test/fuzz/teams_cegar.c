/* teams_cegar.c -- the master and the workers of the paper's protocol. */
#include "teams.h"

#include "cegar/check.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"
#include "frontend/horn/horn.h"

static const char clauses_text[] =
    "(set-logic HORN)\n(declare-fun P (Int Int) Bool)\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 3))"
    " (P (+ x 1) (+ y 2)))))\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (> y 7)) false)))\n";

static struct horn horn;
static struct system system_;
static struct buffer cegar;

static void
cegar_make (void)
{
    struct problem p = {0};
    horn_init (&horn, "fuzz.smt2");
    require (horn_read (&horn, clauses_text, sizeof clauses_text - 1,
                        "fuzz.smt2", &p),
             "the clauses");
    system_init (&system_, horn.terms);
    system_from_horn (&system_, &horn);
    buffer_init (&cegar);
    item_worker_program (&system_, 100000, &cegar);
}

static void
cegar_clear (void)
{
    system_clear (&system_);
    horn_clear (&horn);
    buffer_clear (&cegar);
}

static member *
paper_make (void)
{
    struct paper_options o = {.system = &system_,
                              .program = buffer_view (&cegar),
                              .most_predicates = 8};
    return paper_master_new (&o);
}

static void
paper_program (struct buffer *b)
{
    buffer_byte (b, 0);
    buffer_bytes (b, buffer_view (&cegar));
}

static const struct role roles[] = {
    {'P', "paper-master", &paper_master_class, paper_make, paper_master_free,
     PAPER_PROGRAM, 6, true, 0, NULL},
    {'p', "paper-worker", &paper_worker_class, paper_worker_new,
     paper_worker_free, PAPER_PROGRAM, 6, false, 64, paper_program},
    {0},
};

const struct room room_cegar = {roles, cegar_make, cegar_clear};
