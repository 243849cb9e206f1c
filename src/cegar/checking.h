/* checking.h -- everything between clauses and a team: the transition system,
 * the stages as a driver, and the way back to an outcome.
 *
 *     checking *c = checking_new (check, horn);
 *     struct pool_options pool;
 *     checking_pool (c, memo, &pool);       run it over any team, or alone
 *     checking_conclude (c, &result, &problem, outcome);
 *     checking_free (c); */
#ifndef CHECKING_H
#define CHECKING_H

#include "cegar/check.h"
#include "cegar/paper/paper.h"
#include "cegar/system/system.h"
#include "team/pool/pool.h"

typedef struct checking checking;

checking *checking_new (const struct cegar_check *, const struct horn *);
void checking_free (checking *);
/* Can the engine and mode that were asked for treat these clauses?  False: the
 * outcome says why not. */
bool checking_fits (const checking *, struct outcome *);
const struct system *checking_system (const checking *);

/* For a pool: new stages, whose driver it is.  May be called again: then the
 * last ones are dropped. */
void checking_pool (checking *, memo *, struct pool_options *);
void checking_conclude (checking *, const struct pool_result *,
                        const struct problem *, struct outcome *);

/* For the paper's protocol. */
void checking_paper (const checking *, struct paper_options *);
/* What a stage found, as an outcome. */
void checking_stage (checking *, struct stage *, struct outcome *);

#endif
