/* sort.h -- the types of terms.
 *
 * Sorts are hash-consed in the store of terms that they belong to: equal sorts
 * of one store are the same pointer. */
#ifndef LOGIC_TERM_SORT_H
#define LOGIC_TERM_SORT_H

#include "base/text.h"
#include "logic/term/term.h"

enum sort_kind {
    SORT_BOOL,
    SORT_INT,
    SORT_REAL,
    SORT_BV,
    SORT_ARRAY,
    SORT_NAMED
};

struct sort {
    enum sort_kind kind;
    unsigned width;              /* of a bit-vector, 1 to 1 << 20 */
    const sort *index, *element; /* of an array */
    const char *name;            /* of an uninterpreted sort */
};

const sort *sort_bool (terms *);
const sort *sort_int (terms *);
const sort *sort_real (terms *);
const sort *sort_bv (terms *, unsigned width);
const sort *sort_array (terms *, const sort *index, const sort *element);
const sort *sort_named (terms *, const char *name);

bool sort_is_number (const sort *);            /* Int or Real */
int sort_compare (const sort *, const sort *); /* not by address */
void sort_print (struct text *, const sort *); /* SMT-LIB */

#endif
