/* check.c -- see check.h. */
#include "cegar/check.h"

#include "cegar/checking.h"
#include "cegar/worker.h"
#include "team/transport.h"

static bool
check_simulated (const struct check *c, const struct member_class *class,
                 member *master,
                 struct problem *p)
{
    const struct options *o = c->options;
    struct simulated_options s = {.seed = o->seed,
                                  .members = (unsigned) o->workers,
                                  .delay_ns = 70000,
                                  .jitter_ns = 500000,
                                  .unit_ns_x1024 = 300000,
                                  .crash_percent = 20,
                                  .suspect_percent = 10,
                                  .late_percent = 20,
                                  .slow_percent = 20,
                                  .spawn = true,
                                  .log = c->log};
    struct simulated_outcome outcome;
    return simulated_run (&s, class, master, &cegar_worker_class,
                          cegar_worker_new, cegar_worker_free, NULL, &outcome,
                          p);
}

static bool
check_transport (const struct check *c, const struct member_class *class,
                 member *master,
                 struct problem *p)
{
    const struct options *o = c->options;
    if (option_is (o->transport, "simulated"))
        return check_simulated (c, class, master, p);
    bool mpi = option_is (o->transport, "mpi")
               || (option_is (o->transport, "auto")
                   && transport_mpi_rank () >= 0);
    const struct transport_class *way = mpi ? &transport_mpi : &transport_zmq;
    struct buffer greeting;
    buffer_init (&greeting);
    check_greeting (&greeting);
    struct transport_options transport = {.workers = (unsigned) o->workers,
                                          .listen = o->listen,
                                          .keys = o->keys,
                                          .greeting = buffer_view (&greeting),
                                          .log = c->log};
    if (o->memory_limit)
        transport.memory_mb = o->memory_limit / (o->workers + 1);
    bool good = way->master (&transport, class, master, p);
    buffer_clear (&greeting);
    return good;
}

static void
check_crew (const struct check *c, checking *work, struct outcome *outcome)
{
    memo *own = c->run ? NULL : memo_new ();
    struct crew_options crew;
    checking_crew (work, c->run ? run_memo (c->run) : own, &crew);
    struct crew_result result = {0};
    struct problem problem = {0};
    if (option_is (c->options->mode, "sequential"))
        crew_alone (&crew, &result);
    else {
        member *master = crew_master_new (&crew);
        check_transport (c, &crew_master_class, master, &problem);
        result = *crew_master_result (master);
        crew_master_free (master);
    }
    checking_conclude (work, &result, &problem, outcome);
    if (own)
        memo_free (own);
}

static void
check_paper (const struct check *c, checking *work, struct outcome *outcome)
{
    struct paper_options paper;
    checking_paper (work, &paper);
    member *master = paper_master_new (&paper);
    struct problem problem = {0};
    check_transport (c, &paper_master_class, master, &problem);
    outcome->unpredictable = paper.naive;
    if (problem.kind)
        outcome_unknown (outcome, "%s", problem.message);
    else
        checking_stage (work, paper_master_stage (master), outcome);
    log_say (c->log, LOG_DETAIL, "refined paths:\n%s",
             paper_master_story (master));
    paper_master_free (master);
}

void
check_horn (const struct check *c, const struct horn *horn,
            struct outcome *outcome)
{
    const struct options *o = c->options;
    checking *work = checking_new (c, horn);
    outcome->engine = o->engine;
    if (!option_is (o->emit, "none")) {
        struct text text;
        text_init (&text);
        if (option_is (o->emit, "dot"))
            system_dot (checking_system (work), &text);
        else
            system_smtlib (checking_system (work), &text);
        outcome->emitted = text_take (&text);
    } else if (option_is (o->mode, "paper") || option_is (o->mode, "naive"))
        check_paper (c, work, outcome);
    else
        check_crew (c, work, outcome);
    checking_free (work);
}
