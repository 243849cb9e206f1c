/* avr_leaks.h -- simavr frees little of what it allocates. */
#ifndef AVR_LEAKS_H
#define AVR_LEAKS_H

const char *__lsan_default_suppressions (void);
const char *
__lsan_default_suppressions (void)
{
    return "leak:libsimavr";
}

#endif
