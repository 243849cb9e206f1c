/* main_checks.h -- words of options of cohort-llvm that are lists.
 *
 * Each gives false if a word is none. */
#ifndef COHORT_LLVM_MAIN_CHECKS_H
#define COHORT_LLVM_MAIN_CHECKS_H

#include "cohort-llvm/unit.h"

/* "name,name": names of enum check_bit or of enum vm_check, which set both; a
 * check that the engines do not have leaves theirs alone. */
bool checks_parse (const char *list, struct unit_options *);
/* "local,symmetry", "none". */
bool reductions_parse (const char *list, struct unit_options *);
/* "never", "auto", "always". */
bool machine_parse (const char *word, struct unit_options *);

#endif
