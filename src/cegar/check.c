/* check.c -- see check.h. */
#include "cegar/check.h"

#include "cegar/checking.h"

static void
check_crew (const struct check *c, checking *work, struct outcome *outcome)
{
    memo *own = c->memo || c->run ? NULL : memo_new ();
    struct crew_options crew;
    checking_crew (work, c->run ? run_memo (c->run) : own, &crew);
    if (c->memo)
        crew.memo = own = memo_of (c->memo, digest_of (crew.program));
    struct crew_result result = {0};
    struct problem problem = {0};
    if (option_is (c->options->mode, "sequential"))
        crew_alone (&crew, &result);
    else {
        member *master = crew_master_new (&crew);
        c->gather (c->context, &crew_master_class, master, &problem);
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
    c->gather (c->context, &paper_master_class, master, &problem);
    outcome->unpredictable = paper.naive;
    if (problem.kind)
        outcome_stop (outcome, "%s", problem.message);
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
