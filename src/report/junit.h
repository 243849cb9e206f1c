/* junit.h -- an outcome as JUnit's XML, as services that build and test read
 * it.
 *
 * A test case for every property, or one for all: SAFE passes, UNSAFE is a
 * failure with the counterexample, UNKNOWN an error with its reason.  Nothing
 * says how long it took: the file is a function of the outcome. */
#ifndef JUNIT_H
#define JUNIT_H

#include "report/outcome.h"

void junit_report (const struct outcome *, const char *input, struct text *);

#endif
