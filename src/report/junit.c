/* junit.c -- see junit.h. */
#include "report/junit.h"

#include <string.h>

#include "base/json.h"
#include "report/rule.h"
#include "report/trace.h"

static void
xml_attribute (struct text *t, const char *name, const char *value)
{
    text_print (t, " %s=\"", name);
    html_string (t, value);
    text_char (t, '"');
}

/* `place`, which may be null, is where it is about. */
static void
case_open (struct text *t, const char *input, const char *name,
           const char *place)
{
    unsigned line = 0, column = 0;
    char *file = trace_place (place, &line, &column);
    text_add (t, "  <testcase");
    xml_attribute (t, "classname", input);
    xml_attribute (t, "name", name);
    xml_attribute (t, "file", file ? file : input);
    if (file && line)
        text_print (t, " line=\"%u\"", line);
    text_char (t, '>');
    memory_free (file);
}

static void
case_verdict (struct text *t, const struct outcome *o, enum verdict verdict,
              const char *fault, const char *what, bool shown)
{
    if (verdict == VERDICT_UNSAFE) {
        text_add (t, "\n    <failure");
        xml_attribute (t, "type", rule_of (fault)->id);
        xml_attribute (t, "message", what);
        text_char (t, '>');
        struct text steps;
        text_init (&steps);
        if (shown)
            outcome_explain (o, &steps);
        html_string (t, text_view (&steps));
        text_clear (&steps);
        text_add (t, "</failure>\n  ");
    } else if (verdict == VERDICT_UNKNOWN) {
        text_add (t, "\n    <error type=\"UNKNOWN\"");
        xml_attribute (t, "message", o->reason ? o->reason : "not decided");
        text_add (t, "/>\n  ");
    }
    text_add (t, "</testcase>\n");
}

static void
junit_property (struct text *t, const char *name, const struct vec_string *list)
{
    for (size_t i = 0; i < list->size; i++) {
        text_print (t, "   <property name=\"%s\"", name);
        xml_attribute (t, "value", list->at[i]);
        text_add (t, "/>\n");
    }
}

/* What the verdict covers. */
static void
junit_properties (struct text *t, const struct outcome *o)
{
    if (!o->checked.size && !o->unchecked.size && !o->assumes.size)
        return;
    text_add (t, "  <properties>\n");
    junit_property (t, "checked", &o->checked);
    junit_property (t, "not checked", &o->unchecked);
    junit_property (t, "assumes", &o->assumes);
    text_add (t, "  </properties>\n");
}

void
junit_report (const struct outcome *o, const char *input, struct text *t)
{
    size_t tests = o->judged.size ? o->judged.size : 1;
    size_t failures = !o->judged.size && o->verdict == VERDICT_UNSAFE;
    size_t errors = !o->judged.size && o->verdict == VERDICT_UNKNOWN;
    for (size_t i = 0; i < o->judged.size; i++) {
        failures += o->judged.at[i].verdict == VERDICT_UNSAFE;
        errors += o->judged.at[i].verdict == VERDICT_UNKNOWN;
    }
    text_print (t,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "
                "name=\"cohort\" tests=\"%zu\" failures=\"%zu\" "
                "errors=\"%zu\">\n",
                tests, failures, errors);
    junit_properties (t, o);
    for (size_t i = 0; i < o->judged.size; i++) {
        const struct outcome_judged *j = &o->judged.at[i];
        const char *shown = fault_place (o);
        char *place = judged_place (j->name);
        struct text what;
        text_init (&what);
        judged_tell (j->name, &what);
        case_open (t, input, j->name, place);
        case_verdict (t, o, j->verdict, judged_what (j->name),
                      text_view (&what), shown && !strcmp (shown, place));
        text_clear (&what);
        memory_free (place);
    }
    if (!o->judged.size) {
        case_open (t, input, "all checks",
                   o->verdict == VERDICT_UNSAFE ? fault_place (o) : NULL);
        char *what = fault_what (o);
        case_verdict (t, o, o->verdict, o->fault, what, true);
        memory_free (what);
    }
    text_add (t, "</testsuite>\n");
}
