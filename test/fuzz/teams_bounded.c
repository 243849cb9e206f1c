/* teams_bounded.c -- hydra's server and its clients, over a toy. */
#include "sim/toy.h"
#include "teams.h"

static struct toy toy;
static struct passive_program passive;
static struct buffer bounded;

static void
bounded_make (void)
{
    toy_make (&toy, 3);
    toy_passive (&toy, &passive);
    struct bounded_program b = {.bound = toy.bound};
    buffer_init (&bounded);
    bounded_program_write (&b, &passive, &bounded);
}

static void
bounded_clear (void)
{
    passive_clear (&passive);
    buffer_clear (&bounded);
}

static member *
hydra_make (void)
{
    struct hydra_options o = {.program = buffer_view (&bounded),
                              .passive = &passive,
                              .split_ns = 1000,
                              .slow_down = 20};
    return hydra_server_new (&o);
}

static member *
hydra_hand (void)
{
    return hydra_client_over (&toy_search);
}

static void
hydra_program (struct buffer *b)
{
    buffer_uint (b, 1000);
    buffer_bytes (b, buffer_view (&bounded));
}

static const struct role roles[] = {
    {'H', "hydra-server", &hydra_server_class, hydra_make, hydra_server_free,
     HYDRA_PROGRAM, 10, true, 0, NULL},
    {'h', "hydra-client", &hydra_client_class, hydra_hand, hydra_client_free,
     HYDRA_PROGRAM, 10, false, 0, hydra_program},
    {0},
};

const struct room room_bounded = {roles, bounded_make, bounded_clear};
