/* page.c -- the page, which asks for the state again and again.
 *
 * Its policy permits its own script and style, by their digests, and requests to where
 * it comes from; nothing else. */
#include <assert.h>
#include <string.h>

#include "serve/internal.h"

extern const char embedded_live_page[], embedded_live_style[],
    embedded_live_view[];

void
serve_page (struct text *page, struct text *policy)
{
    assert (!page->size && !policy->size);
    static const char *const marks[] = {"@style@", "@script@"};
    const char *const parts[] = {embedded_live_style, embedded_live_view};
    const char *at = embedded_live_page;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *mark = strstr (at, marks[i]);
        assert (mark);
        text_add_n (page, at, (size_t) (mark - at));
        text_add (page, parts[i]);
        at = mark + strlen (marks[i]);
    }
    text_add (page, at);
    text_add (policy, "default-src 'none'; style-src '");
    sha256_policy (embedded_live_style, policy);
    text_add (policy, "'; script-src '");
    sha256_policy (embedded_live_view, policy);
    text_add (
        policy,
        "'; connect-src 'self'; img-src data:; base-uri 'none'; form-action "
        "'none'; frame-ancestors 'none'");
}
