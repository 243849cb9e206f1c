/* session.c -- a session on a trace that is made here: what is asked in any order, and
 * what is hardly a request. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dap/session.h"
#include "effort.h"

/* main calls f, which sets a part of a structure and an entry of an array; another thread
 * fails. */
static const char trace[] =
    "a.c:1:1\tx = 1\t\t0\tmain\tstep\t1\t0\tmain\n"
    "a.c:2:1\tcall f (n = 2)\t\t0\tmain\tcall\t0\t0\tmain\n"
    "a.c:7:1\ts.at[3] = 4, m = [1 := {p = 5, q = 6}, * := "
    "0]\t\t0\tmain\tstep\t1"
    "\t1\tf\n"
    "\t... 7 more steps\t\t7\tmain\tstep\n"
    "a.c:8:1\treturn 3 from f\t\t0\tmain\treturn\t0\t1\tf\n"
    "b.c:5:1\tit fails\t\t0\tother\tfault broken\t0\t0\tg\n";

static bool
load (void *context, const struct dap_launch *launch, struct outcome *o,
      struct text *said, struct problem *p)
{
    (void) context;
    if (!launch->witness || !strcmp (launch->witness, "none"))
        return problem_usage (p, "there is none");
    outcome_hear_trace (o, trace);
    outcome_global (o, "s");
    o->verdict = VERDICT_UNSAFE;
    text_add (said, "loaded\n");
    return true;
}

static const struct dap_loader loader = {.load = load, .directory = "/w"};

/* What comes of one request; false: the session is over. */
static bool
ask (dap_session *s, const char *command, const char *arguments,
     struct text *out)
{
    struct text t;
    text_init (&t);
    text_reset (out);
    text_print (&t,
                "{\"seq\": 1, \"type\": \"request\", \"command\": \"%s\", "
                "\"arguments\": %s}",
                command, arguments);
    bool goes_on = dap_session_take (s, bytes_of (text_view (&t)), out);
    text_clear (&t);
    return goes_on;
}

static void
gives (dap_session *s, const char *command, const char *arguments,
       const char *wanted)
{
    struct text out;
    text_init (&out);
    assert_true (ask (s, command, arguments, &out));
    if (!strstr (text_view (&out), wanted))
        print_error ("%s", text_view (&out));
    assert_non_null (strstr (text_view (&out), wanted));
    text_clear (&out);
}

static dap_session *
launched (void)
{
    dap_session *s = dap_session_new (&loader);
    gives (s, "launch", "{\"witness\": \"w\"}", "\"event\": \"initialized\"");
    gives (s, "configurationDone", "{}", "\"reason\": \"entry\"");
    return s;
}

static void
forward_and_back (void **state)
{
    (void) state;
    dap_session *s = launched ();
    const char *main_thread = "{\"threadId\": 1}";
    gives (s, "threads", "{}", "[{\"id\": 1, \"name\": \"main\"}]");
    gives (s, "stepIn", main_thread, "step 2: call f (n = 2)");
    gives (s, "stackTrace", main_thread, "\"totalFrames\": 2");
    gives (s, "stepIn", main_thread, "step 3: ");
    gives (s, "evaluate", "{\"expression\": \"s\"}",
           "\"result\": \"{.at = {[3] = 4}}\"");
    gives (s, "evaluate", "{\"expression\": \"s.at[3]\"}", "\"result\": \"4\"");
    gives (s, "evaluate", "{\"expression\": \"n\"}", "\"result\": \"2\"");
    gives (s, "evaluate", "{\"expression\": \"x\"}", "nothing is known of x");
    /* What stands for many steps has no place of its own. */
    gives (s, "stepIn", main_thread, "step 4: ... 7 more steps");
    gives (s, "stackTrace", main_thread, "\"line\": 7");
    gives (s, "stepIn", main_thread, "step 11: return 3 from f");
    gives (s, "stepIn", main_thread, "\"reason\": \"exception\"");
    gives (s, "threads", "{}", "{\"id\": 2, \"name\": \"other\"}");
    gives (s, "exceptionInfo", "{\"threadId\": 2}",
           "\"exceptionId\": \"broken\"");
    gives (s, "next", "{\"threadId\": 2}", "\"reason\": \"exception\"");
    gives (s, "reverseContinue", main_thread, "\"reason\": \"entry\"");
    gives (s, "next", main_thread, "step 2: ");
    gives (s, "next", main_thread, "step 4: ");
    gives (s, "stepBack", main_thread, "step 3: ");
    gives (s, "setBreakpoints",
           "{\"source\": {\"path\": \"/w/a.c\"}, \"breakpoints\": [{\"line\": "
           "8}, {\"line\": 9}]}",
           "[{\"id\": 1, \"verified\": true, \"line\": 8}, {\"id\": 2, "
           "\"verified\": false");
    gives (s, "stepOut", main_thread, "\"hitBreakpointIds\": [1]");
    /* Line 5 is one of another file. */
    gives (s, "setBreakpoints",
           "{\"source\": {\"path\": \"/w/a.c\"}, \"breakpoints\": [{\"line\": "
           "5}]}",
           "\"verified\": false");
    gives (s, "setBreakpoints",
           "{\"source\": {\"path\": \"/w/b.c\"}, \"breakpoints\": [{\"line\": "
           "5}]}",
           "\"verified\": true");
    gives (s, "setBreakpoints",
           "{\"source\": {\"path\": \"/w/a.c\"}, \"breakpoints\": [{\"line\": "
           "8}]}",
           "\"verified\": true");
    gives (s, "goto", "{\"targetId\": 1}", "\"reason\": \"goto\"");
    gives (s, "continue", main_thread, "\"reason\": \"breakpoint\"");
    dap_session_free (s);
}

static void
values_have_parts (void **state)
{
    (void) state;
    dap_session *s = launched ();
    gives (s, "goto", "{\"targetId\": 3}", "step 3");
    gives (s, "stackTrace", "{\"threadId\": 1}", "\"id\": 1, \"name\": \"f\"");
    gives (s, "scopes", "{\"frameId\": 1}", "\"variablesReference\": 3");
    gives (s, "variables", "{\"variablesReference\": 3}",
           "\"name\": \"m\", \"value\": \"[1 := {p = 5, q = 6}, * := 0]\", "
           "\"evaluateName\": \"m\", \"variablesReference\": 5");
    gives (s, "variables", "{\"variablesReference\": 5}",
           "{\"name\": \"[1]\", \"value\": \"{p = 5, q = 6}\", "
           "\"variablesReference\": 6}, {\"name\": \"[*]\", \"value\": \"0\", "
           "\"variablesReference\": 0}");
    gives (s, "variables", "{\"variablesReference\": 6}",
           "{\"name\": \"p\", \"value\": \"5\", \"variablesReference\": 0}");
    dap_session_free (s);
}

/* Any bytes in any place: there is an answer, and the session goes on. */
static void
malformed (void **state)
{
    (void) state;
    static const char *const commands[] = {
        "initialize",    "launch",  "setBreakpoints",  "configurationDone",
        "threads",       "scopes",  "stackTrace",      "variables",
        "evaluate",      "goto",    "gotoTargets",     "continue",
        "stepBack",      "next",    "reverseContinue", "stepOut",
        "exceptionInfo", "restart", "pause",           "attach"};
    static const char *const arguments[] = {
        "{\"witness\": \"w\", \"files\": [\"a\", 1], \"options\": {}}",
        "{\"threadId\": 1, \"frameId\": 2, \"variablesReference\": 3}",
        "{\"source\": {\"path\": \"a.c\"}, \"line\": 7, \"breakpoints\": "
        "[{\"line\": 7}, 3, null]}",
        "{\"expression\": \"s.at[3\", \"targetId\": 99999999999999}",
        "{\"expression\": \"[[[-.>\", \"startFrame\": -1, \"levels\": 1e9}",
        "[]",
        "null"};
    struct text out;
    text_init (&out);
    srand (1);
    for (unsigned round = 0; round < effort (400); round++) {
        dap_session *s = round % 2 ? launched () : dap_session_new (&loader);
        for (int i = 0; i < 20; i++) {
            char message[400];
            int size = snprintf (
                message, sizeof message,
                "{\"seq\": 1, \"type\": \"request\", \"command\": \"%s\", "
                "\"arguments\": %s}",
                commands[(size_t) rand ()
                         % (sizeof commands / sizeof *commands)],
                arguments[(size_t) rand ()
                          % (sizeof arguments / sizeof *arguments)]);
            for (int k = rand () % 4; k > 1; k--)
                message[rand () % size] = (char) (rand () % 256);
            text_reset (&out);
            assert_true (dap_session_take (
                s, (struct bytes) {(const uint8_t *) message, (size_t) size},
                &out));
            assert_non_null (
                strstr (text_view (&out), "\"type\": \"response\""));
        }
        dap_session_free (s);
    }
    text_clear (&out);
}

static void
the_end (void **state)
{
    (void) state;
    struct text out;
    text_init (&out);
    dap_session *s = dap_session_new (&loader);
    gives (s, "launch", "{\"witness\": \"none\"}", "there is none");
    gives (s, "terminate", "{}", "\"event\": \"terminated\"");
    assert_false (ask (s, "disconnect", "{}", &out));
    dap_session_free (s);
    text_clear (&out);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (forward_and_back),
        cmocka_unit_test (values_have_parts),
        cmocka_unit_test (malformed),
        cmocka_unit_test (the_end),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
