/* option_rows.h -- the table of options as rows, for whoever tells about it. */
#ifndef OPTION_ROWS_H
#define OPTION_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/options.h"

enum option_kind { KIND_NUMBER, KIND_WORD, KIND_TEXT, KIND_FLAG };
enum option_class {
    CLASS_SEMANTIC,
    CLASS_RESOURCE,
    CLASS_OUTPUT,
    CLASS_HIDDEN
};

struct option_row {
    enum option_kind kind;
    enum option_class class;
    unsigned inputs;
    size_t offset;
    const char *name;
    uint64_t number, least, most;    /* of NUMBER; the default of a WORD */
    const char *word;                /* of NUMBER: what stands for 0, or null */
    const char *what;                /* of TEXT and WORD: in --help */
    const struct option_word *words; /* of WORD */
    const char *help;
};

extern const struct option_row option_rows[];
extern const size_t option_rows_count;

#endif
