/* html.c -- the page: nothing that it shows can break it, and nothing is read that is not
 * the user's source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/diagram.h"
#include "report/html.h"

static size_t
count (const char *text, const char *word)
{
    size_t times = 0;
    for (text = strstr (text, word); text; text = strstr (text + 1, word))
        times++;
    return times;
}

static void
step (struct outcome *o, const char *place, const char *what,
      const char *values)
{
    struct outcome_step s = {.place = memory_string (place),
                             .what = memory_string (what),
                             .values = memory_string (values)};
    VEC_PUSH (o->trace, s);
}

static void
unsafe (struct outcome *o)
{
    outcome_init (o);
    o->verdict = VERDICT_UNSAFE;
    o->engine = "bounded";
}

/* A folder with a source in it; what the page shows of a place there. */
struct folder {
    char path[64], file[128];
};

static void
folder_make (struct folder *f, const char *source)
{
    strcpy (f->path, "/tmp/cohort-html-XXXXXX");
    assert_non_null (mkdtemp (f->path));
    snprintf (f->file, sizeof f->file, "%s/a.c", f->path);
    assert_true (text_save (f->file, source, strlen (source)));
}

static void
folder_drop (struct folder *f)
{
    unlink (f->file);
    rmdir (f->path);
}

static void
texts_stay_texts (void **state)
{
    (void) state;
    static const char evil[] = "</script><script>alert(1)</script><!-- & \"'\\";
    struct folder folder;
    struct outcome o;
    struct text t, place;
    folder_make (&folder, evil);
    unsafe (&o);
    text_init (&t);
    text_init (&place);
    text_print (&place, "%s:1:1", folder.file);
    step (&o, text_view (&place), evil, "x = </script>");
    step (&o, "</script>.c:1", evil, evil);
    o.derivation = memory_string (evil);
    outcome_checked (&o, evil);
    outcome_assume (&o, evil);
    outcome_invariant (&o, (struct place) {.file = "</script>", .line = 1},
                       evil, evil);
    o.flow = diagram_new ();
    diagram_group (o.flow, evil);
    diagram_node (o.flow,
                  (struct diagram_node) {.id = memory_string ("1"),
                                         .label = memory_string (evil)});
    struct html_subject subject = {.input = folder.file,
                                   .version = "1 <0>",
                                   .about = "engine: </script>\n",
                                   .run = "a: </script>\n"};
    html_report (&o, &subject, &t);
    assert_int_equal (count (text_view (&t), "</script>"), 2);
    assert_int_equal (count (text_view (&t), "<script"), 2);
    assert_int_equal (count (text_view (&t), "<!--"), 0);
    assert_int_equal (count (text_view (&t), "\"parts\":[[1,\"\\u003c/script>"),
                      1);
    /* Nothing is loaded from anywhere. */
    assert_int_equal (count (text_view (&t), "http"), 1); /* the policy */
    assert_int_equal (count (text_view (&t), "src="), 0);
    assert_int_equal (count (text_view (&t), "href="), 0);
    text_clear (&t);
    text_clear (&place);
    outcome_clear (&o);
    folder_drop (&folder);
}

/* What a run directory holds may have been written by others. */
static void
kept_data_is_a_text (void **state)
{
    (void) state;
    struct outcome o;
    struct text t;
    unsafe (&o);
    text_init (&t);
    struct html_subject subject = {
        .input = "a", .version = "1", .data = "{\"a\":\"</script><script>\"}"};
    html_report (&o, &subject, &t);
    assert_int_equal (count (text_view (&t), "</script>"), 2);
    text_clear (&t);
    outcome_clear (&o);
}

static void
others_files_are_not_read (void **state)
{
    (void) state;
    struct folder folder;
    struct outcome o;
    struct text t;
    char beside[200];
    folder_make (&folder, "int source_of_mine;\n");
    snprintf (beside, sizeof beside, "%s/link.c", folder.path);
    assert_int_equal (symlink ("/etc/passwd", beside), 0);
    unsafe (&o);
    text_init (&t);
    step (&o, "/etc/passwd:1:1", "x", "");
    step (&o, beside, "x", "");
    step (&o, "/dev/zero:1", "x", "");
    struct html_subject subject = {.input = folder.file, .version = "1"};
    html_report (&o, &subject, &t);
    assert_int_equal (count (text_view (&t), "\"parts\""), 1);
    assert_int_equal (count (text_view (&t), "int source_of_mine;"), 1);
    text_clear (&t);
    outcome_clear (&o);
    unlink (beside);
    folder_drop (&folder);
}

/* Of a large file the lines around those that are named. */
static void
large_files_are_cut (void **state)
{
    (void) state;
    struct folder folder;
    struct outcome o;
    struct text t, source, place;
    text_init (&source);
    text_init (&place);
    text_init (&t);
    for (int i = 1; i <= 20000; i++)
        text_print (&source, "int line_%d_of_the_source;\n", i);
    folder_make (&folder, text_view (&source));
    unsafe (&o);
    text_print (&place, "%s:5000:1", folder.file);
    step (&o, text_view (&place), "x", "");
    struct html_subject subject = {.input = folder.file, .version = "1"};
    html_report (&o, &subject, &t);
    assert_int_equal (count (text_view (&t), "[4960,\"int line_4960_of"), 1);
    assert_int_equal (count (text_view (&t), "line_5040_of"), 1);
    assert_int_equal (count (text_view (&t), "line_4959_of"), 0);
    assert_int_equal (count (text_view (&t), "line_5041_of"), 0);
    text_clear (&t);
    text_clear (&source);
    text_clear (&place);
    outcome_clear (&o);
    folder_drop (&folder);
}

static void
ten_thousand_steps (void **state)
{
    (void) state;
    enum { MOST = 5000000 };
    struct outcome o;
    struct text t, again, place, values;
    unsafe (&o);
    text_init (&t);
    text_init (&again);
    text_init (&place);
    text_init (&values);
    for (unsigned i = 0; i < 10000; i++) {
        text_reset (&place);
        text_reset (&values);
        text_print (&place, "a/long/path/to/a/file-%u.c:%u:12", i % 7, i);
        text_print (&values, "index = %u, table[%u] = 0x%08x, p == object 7", i,
                    i % 100, i * 2654435761u);
        step (&o, text_view (&place),
              "some_function: table[index % 100] = hash (index);",
              text_view (&values));
        VEC_LAST (o.trace).function = memory_string ("some_function");
        VEC_LAST (o.trace).thread = memory_string (i % 3 ? "thread 1" : "main");
    }
    struct html_subject subject = {.input = "a.c", .version = "1"};
    html_report (&o, &subject, &t);
    html_report (&o, &subject, &again);
    assert_true (t.size > 100000 && t.size < MOST);
    assert_string_equal (text_view (&t), text_view (&again));
    assert_int_equal (count (text_view (&t), "\n[10000,"), 1);
    text_clear (&t);
    text_clear (&again);
    text_clear (&place);
    text_clear (&values);
    outcome_clear (&o);
}

static void
sentence_is (const struct outcome *o, const char *want)
{
    struct text t;
    struct html_subject subject = {.input = "a.c", .version = "1"};
    text_init (&t);
    html_report (o, &subject, &t);
    const char *h1 = strstr (text_view (&t), "</span> ");
    assert_non_null (h1);
    assert_memory_equal (h1 + 8, want, strlen (want));
    text_clear (&t);
}

static void
what_failed_is_said (void **state)
{
    (void) state;
    struct outcome o;
    unsafe (&o);
    sentence_is (&o, "What is asserted does not hold.</h1>");
    step (&o, "a.c:1:2", "x = 1", "");
    step (&o, "a.c:3:4", "assert x < 1 fails", "x = 1");
    VEC_LAST (o.trace).function = memory_string ("f");
    sentence_is (&o, "assert x &lt; 1 fails {x = 1}, at a.c:3:4 in f, after 2 "
                     "steps.</h1>");
    outcome_clear (&o);
    unsafe (&o);
    o.engine = "explore";
    step (&o, "a.c:3", "fault: invariant: x < 3", "");
    sentence_is (&o, "x &lt; 3 does not hold, at a.c:3, after 1 step.</h1>");
    outcome_clear (&o);
    outcome_init (&o);
    o.verdict = VERDICT_SAFE;
    sentence_is (&o, "Nothing that was checked can go wrong");
    outcome_unknown (&o, "out of <time>");
    sentence_is (&o, "out of &lt;time&gt;</h1>");
    outcome_clear (&o);
}

static void
command_is (const char *about, const char *want)
{
    struct outcome o;
    struct text t;
    const char *inputs[] = {"a.c", "it's b.c"};
    struct html_subject subject = {.input = "a.c",
                                   .version = "1",
                                   .about = about,
                                   .inputs = inputs,
                                   .input_count = 2};
    unsafe (&o);
    text_init (&t);
    html_report (&o, &subject, &t);
    assert_int_equal (count (text_view (&t), want), 1);
    text_clear (&t);
    outcome_clear (&o);
}

static void
how_to_repeat_it (void **state)
{
    (void) state;
    command_is ("engine: auto\nall: no\n", ">cohort a.c 'it'\\''s b.c'<");
    command_is ("engine: cegar\nall: yes\ninvariant: x < 3 && y\nbound: 7\n"
                "flags: -DBUG\nversion: 1\n",
                ">cohort --engine=cegar --all '--invariant=x &lt; 3 &amp;&amp; "
                "y' --bound=7 -DBUG a.c 'it'\\''s b.c'<");
}

/* What is drawn for these samples; to be freed. */
static char *
drawn (const char *samples)
{
    struct outcome o;
    struct text page;
    outcome_init (&o);
    outcome_unknown (&o, "the run has not ended");
    text_init (&page);
    struct html_subject s = {
        .input = "a.c", .version = "1", .samples = samples};
    html_report (&o, &s, &page);
    outcome_clear (&o);
    return text_take (&page);
}

static void
samples_are_drawn (void **state)
{
    (void) state;
    char *page = drawn ("1.0\t0\t0\t2\t10\t\treading\n"
                        "2.0\t50\t0\t2\t20\t<b>\tlayer\n"
                        "torn 1\t2\n3.0\t9\n"
                        "5.0\t100\t0\t1\t15\t<b>\tlayer\n");
    assert_int_equal (count (page, "<figure class=\"samples\">"), 3);
    assert_non_null (strstr (page, "points=\"0.0,59.0 75.0,30.0 300.0,1.0\""));
    assert_non_null (strstr (page,
                             ">&lt;b&gt;: at most 100, at the end 100, in "
                             "4.0 s<"));
    assert_non_null (strstr (page, ">workers: at most 2, at the end 1,"));
    assert_null (strstr (page, "<b>:"));
    memory_free (page);
    static const char *const nothing[] = {
        "", "1.0\t5\t0\t2\t10\t\t\n", "1\t1\t1\t1\t1\n2\t2\t2\t2\t2",
        "1.0\t5\t0\t2\t10\t\t\n1.0\t5\t0\t2\t10\t\t\n",
        "0\tnan\t0\t0\t0\t\t\ninf\t-1\t0\t0\t0\t\t\n"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        page = drawn (nothing[i]);
        assert_null (strstr (page, "polyline points"));
        memory_free (page);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (texts_stay_texts),
        cmocka_unit_test (kept_data_is_a_text),
        cmocka_unit_test (others_files_are_not_read),
        cmocka_unit_test (large_files_are_cut),
        cmocka_unit_test (ten_thousand_steps),
        cmocka_unit_test (what_failed_is_said),
        cmocka_unit_test (how_to_repeat_it),
        cmocka_unit_test (samples_are_drawn)};
    return cmocka_run_group_tests_name ("html", tests, NULL, NULL);
}
