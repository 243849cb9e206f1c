/* model.h -- a model (model/model.h), decided: explored, or asked a formula. */
#ifndef AUTO_MODEL_MODEL_H
#define AUTO_MODEL_MODEL_H

#include "auto/machine/formula.h"

struct model_question {
    generator *machine;         /* owned */
    struct ctl_formula formula; /* --ctl; without nodes: none is asked */
};

/* False: problem; clear it all the same. */
bool model_question_read (struct model_question *, const char *text,
                          size_t size, const struct options *,
                          struct problem *);
void model_question_clear (struct model_question *);
/* What a verdict covers. */
void model_question_cover (const struct options *, struct outcome *);
bool model_question_decide (struct model_question *,
                            const struct machine_check *, struct problem *);
/* Of a path that fails the outcome gets the trace. */
enum replay_result model_question_replay (struct model_question *,
                                          const struct engine_context *,
                                          const char *witness, const char *file,
                                          struct outcome *, struct text *report,
                                          struct problem *);

#endif
