/* model.h -- small protocols as generators, to measure searches with.
 *
 * phil (dining philosophers), bakery (Lamport's, with bounded tickets) and
 * peterson (the filter lock), with the atomicity of their usual Promela models,
 * so that the numbers of states can be compared with other tools; and deep, which
 * has many layers (processes + 1 in each round) of few states; and graph, which looks anyhow.  The
 * input is a text of one line:
 *
 *     cohort-model phil 12
 *     cohort-model bakery 3 30
 *     cohort-model peterson 4
 *     cohort-model deep 3 500
 *     cohort-model graph 4 17
 *
 * Further words: `bug` seeds an error (a lock that is not taken), so that there
 * is a counterexample. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "machine/generator.h"

bool model_recognise (const char *text, size_t size);
/* Null: problem set (file:line:column). */
generator *model_read (const char *text, size_t size, const char *file,
                       struct problem *);
/* Labels have one more proposition: an expression (machine/expression.h) over the
 * variables of the protocol, `eating`, `at[2]`.  `place`: where the text begins.  Before
 * the generator is cloned.  False: problem. */
bool model_ask (generator *, const char *text, struct place, struct problem *);
/* The program for generator_open. */
void model_write (const generator *, struct buffer *);
generator *model_open (struct bytes program, struct problem *);

#endif
