/* story.c -- a search as the paper's Table I tells it. */
#include "bounded/inlining/internal.h"

void
search_tell (search *s, const char *what, const char *value)
{
    if (s->options.story)
        text_print (s->options.story, "%s: %s\n", what, value);
}

void
search_tell_round (search *s)
{
    if (s->options.story)
        text_print (s->options.story, "step %u\n", s->rounds);
}

void
search_tell_inline (search *s, const struct open_call *c)
{
    struct text *t = s->options.story;
    if (!t)
        return;
    text_add (t, "inline: ");
    partition_call_print (&s->partition, s->program, c->parent, c->call, t);
    text_char (t, '\n');
}

static void
tell_calls (search *s, const char *what, const struct vec_open *calls)
{
    struct text *t = s->options.story;
    text_print (t, "%s:", what);
    for (size_t i = 0; i < calls->size; i++) {
        text_add (t, i ? ", " : " ");
        partition_call_print (&s->partition, s->program, calls->at[i].parent,
                              calls->at[i].call, t);
    }
    text_char (t, '\n');
}

void
search_tell_sites (search *s)
{
    struct text *t = s->options.story;
    if (!t)
        return;
    tell_calls (s, "open", &s->now.open);
    if (s->now.beyond.size)
        tell_calls (s, "beyond", &s->now.beyond);
    text_add (t, "inlined:");
    for (uint32_t i = 0; i < s->partition.site.size; i++) {
        text_add (t, i ? ", " : " ");
        partition_site_print (&s->partition, s->program, i, t);
    }
    text_char (t, '\n');
}
