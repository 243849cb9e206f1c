/* main_checks.c -- see main_checks.h. */
#include "cohort-llvm/main_checks.h"

#include <string.h>

#include "vm/code/code.h"

struct main_checks_word {
    const char *name;
    unsigned check;   /* enum check_bit */
    uint32_t machine; /* enum vm_check */
};

static const struct main_checks_word checks[] = {
    {"unreach-call", CHECK_UNREACH, VM_CHECK_ASSERT},
    {"no-overflow", CHECK_OVERFLOW, VM_CHECK_OVERFLOW},
    {"division", CHECK_DIVISION, VM_CHECK_DIVISION},
    {"shift", CHECK_SHIFT, 0},
    {"valid-deref", CHECK_DEREF, VM_CHECK_ACCESS},
    {"valid-free", CHECK_FREE, VM_CHECK_FREE},
    {"valid-memtrack", CHECK_TRACK, VM_CHECK_LEAK},
    {"valid-memcleanup", CHECK_CLEANUP, VM_CHECK_LEAK},
    {"assert", CHECK_UNREACH, VM_CHECK_ASSERT},
    {"deadlock", 0, VM_CHECK_DEADLOCK},
    {"access", CHECK_DEREF, VM_CHECK_ACCESS},
    {"free", CHECK_FREE, VM_CHECK_FREE},
    {"leak", CHECK_TRACK, VM_CHECK_LEAK},
    {"uninit", 0, VM_CHECK_UNINIT},
    {"race", 0, VM_CHECK_RACE},
    {"lock", 0, VM_CHECK_LOCK},
    {"exception", 0, VM_CHECK_EXCEPTION},
    {"overflow", CHECK_OVERFLOW, VM_CHECK_OVERFLOW},
};
static const struct main_checks_word reductions[] = {
    {"none", 0, 0},
    {"local", 0, VM_REDUCE_LOCAL},
    {"symmetry", 0, VM_REDUCE_SYMMETRY},
};

/* All words of the list, added up.  False: one is not of the table. */
static bool
words_sum (const char *list, const struct main_checks_word *table, size_t size,
           struct main_checks_word *sum)
{
    assert (list && table && sum);
    bool good = *list;
    while (*list && good) {
        size_t length = strcspn (list, ",");
        good = false;
        for (size_t i = 0; i < size; i++)
            if (strlen (table[i].name) == length
                && !memcmp (table[i].name, list, length)) {
                sum->check |= table[i].check;
                sum->machine |= table[i].machine;
                good = true;
            }
        list += length + (list[length] == ',');
    }
    return good;
}

bool
checks_parse (const char *list, struct unit_options *o)
{
    struct main_checks_word sum = {0};
    if (!words_sum (list, checks, sizeof checks / sizeof *checks, &sum))
        return false;
    o->checks = sum.check;
    o->vm_checks = sum.machine;
    return true;
}

bool
reductions_parse (const char *list, struct unit_options *o)
{
    struct main_checks_word sum = {0};
    if (!words_sum (list, reductions, sizeof reductions / sizeof *reductions,
                    &sum))
        return false;
    o->vm_reductions = sum.machine;
    return true;
}

bool
machine_parse (const char *word, struct unit_options *o)
{
    static const char *const name[] = {
        [MACHINE_NEVER] = "never",
        [MACHINE_AUTO] = "auto",
        [MACHINE_ALWAYS] = "always",
    };
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
        if (!strcmp (word, name[i])) {
            o->machine = (enum unit_machine) i;
            return true;
        }
    return false;
}
