/* subject.h -- a problem to check again and again, under one schedule after the
 * other. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cegar/abstraction/item_worker_class.h"
#include "cegar/check.h"
#include "cegar/checking.h"
#include "frontend/horn/horn.h"
#include "team/transport/simulated.h"

struct subject {
    struct options options;
    char *source;
    struct horn horn;
    struct engine_context engine;
    struct cegar_check check;
    checking *work;
};

/* From a text, with options of the command line (null ends them).  False: the
 * clauses are not of our kind. */
static inline bool
subject_open (struct subject *s, const char *name, char *adopted,
              const char *const *option)
{
    struct problem p = {0};
    int options = 0;
    while (option[options])
        options++;
    *s = (struct subject) {.source = adopted};
    options_init (&s->options);
    horn_init (&s->horn, name);
    if (!options_parse (&s->options, options, (char **) option, &p)) {
        printf ("%s\n", p.message);
        exit (1);
    }
    if (!horn_read (&s->horn, adopted, strlen (adopted), name, &p)) {
        printf ("%s\n", p.message);
        return false;
    }
    s->engine = (struct engine_context) {.options = &s->options};
    s->check = (struct cegar_check) {.engine = &s->engine};
    s->work = checking_new (&s->check, &s->horn);
    return true;
}

static inline char *
subject_file (const char *file)
{
    size_t size;
    char *source = text_file (file, &size);
    if (!source) {
        perror (file);
        exit (1);
    }
    return source;
}

static inline void
subject_close (struct subject *s)
{
    if (s->work)
        checking_free (s->work);
    horn_clear (&s->horn);
    memory_free (s->source);
    options_clear (&s->options);
}

/* All that is committed, as a text. */
static inline char *
outcome_all (const struct outcome *o)
{
    struct text t;
    text_init (&t);
    outcome_text (o, &t);
    if (o->proof)
        text_print (&t, "proof:\n%s", o->proof);
    if (o->derivation)
        text_print (&t, "derivation:\n%s", o->derivation);
    outcome_trace (o, &t);
    return text_take (&t);
}

/* What befalls a team, from a seed.  Team sizes are taken in turn, so the kinds
 * of misfortune change at another pace; every fourth has no spare workers. */
static inline struct simulated_options
schedule_of (uint64_t seed, unsigned members)
{
    static const uint64_t delay_ns[] = {5000, 70000, 2000000};
    uint64_t kind = seed / 5;
    return (struct simulated_options) {.seed = seed * 1000 + members,
                                       .members = members,
                                       .delay_ns = delay_ns[kind % 3],
                                       .jitter_ns = kind % 5 * 300000,
                                       .unit_ns_x1024 = 300000,
                                       .crash_percent = kind % 2 ? 20 : 5,
                                       .suspect_percent = kind % 2 ? 5 : 10,
                                       .late_percent = 20,
                                       .slow_percent = 20,
                                       .spawn = kind % 4 != 0};
}

static const unsigned team_sizes[] = {1, 2, 3, 8, 40};
enum { TEAM_SIZES = sizeof team_sizes / sizeof *team_sizes };

#endif
