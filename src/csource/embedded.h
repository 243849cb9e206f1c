/* embedded.h -- the texts of csource/embedded (scripts/embed). */
#ifndef CSOURCE_EMBEDDED_H
#define CSOURCE_EMBEDDED_H

/* Behind the tables of a counterexample; and behind that, if it has rand. */
extern const char embedded_harness[], embedded_random[];
/* Linked with a program that runs natively. */
extern const char embedded_around[], embedded_leave[];

#endif
