/* state.c -- what is known of a check, as JSON. */
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "serve/internal.h"

/* `key: value` lines as pairs. */
static void
lines_add (const char *lines, struct text *t)
{
    const char *at = lines;
    bool first = true;
    text_char (t, '[');
    while (*at) {
        size_t size = strcspn (at, "\n"), key = strcspn (at, ":\n");
        struct text part;
        text_init (&part);
        if (key < size) {
            text_add_n (&part, at, key);
            text_add (t, first ? "[" : ",\n[");
            json_string (t, text_view (&part));
            text_reset (&part);
            key += strspn (at + key, ": ");
            text_add_n (&part, at + key, key < size ? size - key : 0);
            text_char (t, ',');
            json_string (t, text_view (&part));
            text_char (t, ']');
            first = false;
        }
        text_clear (&part);
        at += size + (at[size] == '\n');
    }
    text_char (t, ']');
}

/* Those that the board still has, the oldest first. */
static void
events_add (const struct progress_board *b, uint64_t start_ns, struct text *t)
{
    unsigned from =
        b->events > PROGRESS_EVENTS ? b->events - PROGRESS_EVENTS : 0;
    text_char (t, '[');
    for (unsigned i = from; i < b->events; i++) {
        const struct progress_event *e = &b->event[i % PROGRESS_EVENTS];
        double s = e->ns > start_ns ? (double) (e->ns - start_ns) / 1e9 : 0;
        text_print (t, "%s[%.1f,", i > from ? "," : "", s);
        json_string (t, e->worker);
        text_print (t, ",%u,%s]", e->who, e->lost ? "true" : "false");
    }
    text_char (t, ']');
}

static void
board_add (serve *v, struct text *t)
{
    struct progress_view view;
    struct text line;
    text_init (&line);
    if (!v->board || !show_view (&v->show, v->group, &view))
        return;
    progress_json (&view, &line);
    text_print (t, ",\n\"progress\":%s", text_view (&line));
    text_clear (&line);
    /* Whoever was killed while he wrote has left something that is whole. */
    text_print (t, ",\"joined\":%u,\"lost\":%u,\"events\":", v->board->joined,
                v->board->lost);
    events_add (v->board, v->show.start_ns, t);
}

void
serve_state (serve *v, struct text *t)
{
    bool over = v->outcome.size;
    text_add (t, "{\"input\":");
    json_string (t, v->subject.input);
    text_add (t, ",\"version\":");
    json_string (t, v->subject.version);
    text_print (t, ",\"over\":%s", over ? "true" : "false");
    board_add (v, t);
    text_add (t, ",\n\"lines\":");
    lines_add (text_view (over ? &v->outcome : &v->told), t);
    text_add (t, "}\n");
}
