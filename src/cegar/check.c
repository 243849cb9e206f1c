/* check.c -- see check.h. */
#include "cegar/check.h"

#include <assert.h>

#include "cegar/checking.h"

static void
check_pool (const struct cegar_check *c, checking *work,
            struct outcome *outcome)
{
    assert (!outcome->proof && !outcome->derivation);
    memo *own = c->engine->memo || c->engine->run ? NULL : memo_new ();
    struct pool_options pool;
    checking_pool (work, c->engine->run ? run_memo (c->engine->run) : own,
                   &pool);
    if (c->engine->memo)
        pool.memo = own = memo_of (c->engine->memo, digest_of (pool.program));
    struct pool_result result = {0};
    struct problem problem = {0};
    if (c->engine->options->mode == MODE_SEQUENTIAL)
        pool_alone (&pool, &result);
    else {
        member *master = pool_master_new (&pool);
        engine_run_team (c->engine, &pool_master_class, master, &problem);
        result = *pool_master_result (master);
        pool_master_free (master);
    }
    checking_conclude (work, &result, &problem, outcome);
    if (own)
        memo_free (own);
}

static void
check_paper (const struct cegar_check *c, checking *work,
             struct outcome *outcome)
{
    struct paper_options paper;
    checking_paper (work, &paper);
    member *master = paper_master_new (&paper);
    struct problem problem = {0};
    engine_run_team (c->engine, &paper_master_class, master, &problem);
    outcome->unpredictable = paper.naive;
    if (problem.kind)
        outcome_stop (outcome, "%s", problem.message);
    else
        checking_stage (work, paper_master_stage (master), outcome);
    log_say (c->engine->log, LOG_DETAIL, "refined paths:\n%s",
             paper_master_story (master));
    paper_master_free (master);
}

void
check_horn (const struct cegar_check *c, const struct horn *horn,
            struct outcome *outcome)
{
    assert (c->engine && !outcome->emitted);
    assert (outcome->verdict == VERDICT_UNKNOWN);
    const struct options *o = c->engine->options;
    checking *work = checking_new (c, horn);
    outcome->engine = OPTION_NAME (o, engine);
    if (o->emit != EMIT_NONE) {
        struct text text;
        text_init (&text);
        if (o->emit == EMIT_DOT)
            system_dot (checking_system (work), &text);
        else
            system_smtlib (checking_system (work), &text);
        outcome->emitted = text_take (&text);
    } else if (!checking_fits (work, outcome))
        ;
    else if (o->mode == MODE_PAPER || o->mode == MODE_NAIVE)
        check_paper (c, work, outcome);
    else
        check_pool (c, work, outcome);
    checking_free (work);
}
