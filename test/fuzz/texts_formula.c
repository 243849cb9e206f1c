/* texts_formula.c -- formulas of CTL, and what stands in their propositions: names of C
 * programs, of firmware and of models. */
#include <string.h>

#include "avr/device/image.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "ctl/formula.h"
#include "mcs51/device/image.h"
#include "micro/property/property.h"
#include "model/model.h"
#include "texts.h"
#include "vm/question.h"
#include "xc167/device/image.h"

/* ---- formulas: the first line; --fair: what follows it */

/* What members are sent. */
static void
formula_sent (const struct ctl_formula *f)
{
    struct ctl_formula again = {.root = 0};
    struct buffer one, two;
    struct reader r;
    buffer_init (&one);
    buffer_init (&two);
    ctl_formula_write (f, &one);
    reader_init (&r, buffer_view (&one));
    require (ctl_formula_open (&again, &r) && reader_done (&r),
             "a formula, sent");
    ctl_formula_write (&again, &two);
    require (bytes_equal (buffer_view (&one), buffer_view (&two)),
             "a formula that changes on its way");
    ctl_formula_clear (&again);
    buffer_clear (&one);
    buffer_clear (&two);
}

void
read_formula (const char *text, size_t size)
{
    struct ctl_formula f = {.root = 0};
    struct problem p = {0};
    struct text printed;
    char *formula = memory_string (text);
    char *fair = strchr (formula, '\n');
    (void) size;
    if (fair)
        *fair++ = 0;
    if (ctl_formula_read (&f, (struct ctl_source) {formula, "--ctl"},
                          (struct ctl_source) {fair, "--fair"}, &p)) {
        require (f.root < f.node.size && f.node.size <= CTL_NODES
                     && f.proposition.size <= CTL_PROPOSITIONS,
                 "a formula of nodes that are not there");
        for (uint32_t i = 0; i < f.node.size; i++)
            require (
                f.node.at[i].operator== CTL_PROPOSITION
                    ? f.node.at[i].left < f.proposition.size
                    : f.node.at[i].operator== CTL_TRUE || (
                          f.node.at[i].left < i && f.node.at[i].right <= i),
                "a node before what it is made of");
        text_init (&printed);
        ctl_formula_print (&f, f.root, &printed);
        require (printed.size > 0, "a formula without a text");
        text_clear (&printed);
        formula_sent (&f);
    } else
        refused (&p);
    ctl_formula_clear (&f);
    memory_free (formula);
}

/* ---- names of a C program */

enum { INT_, POINTER, NODE, NODES, WITHIN };

static struct vm_code *
program_names (void)
{
    static struct vm_code code;
    static const char *const texts[] = {
        "",        "count", "list",       "head", "next", "f",
        "f.calls", "calls", "dir/main.c", "main", "at",   "in.1"};
    static const struct vm_member members[] = {{3, 0, INT_ + 1},
                                               {4, 8, POINTER + 1},
                                               {0, 16, WITHIN + 1},
                                               {1, 0, INT_ + 1},
                                               {2, 4, NODES + 1}};
    static const struct vm_layout layouts[] = {
        [INT_] = {.size = 4, .bits = 32, .kind = 's'},
        [POINTER] = {.size = 8, .bits = 64, .kind = 'p'},
        [NODE] = {.size = 24, .end_member = 3, .kind = 'o'},
        [NODES] = {.size = 72, .element = NODE + 1, .kind = 'o'},
        [WITHIN] = {.size = 4, .first_member = 3, .end_member = 4, .kind = 'o'},
    };
    static const struct vm_variable variables[] = {
        {.name = 1, .bits = 32, .kind = 's', .layout = INT_ + 1},
        {.name = 2, .kind = 'o', .layout = NODES + 1},
        {.name = 7, .bits = 16, .kind = 'u'},
        {.name = 1, .bits = 64, .kind = 'f'}};
    static const struct vm_global globals[] = {
        {.name = 1, .size = 4, .variable = 0},
        {.name = 2, .size = 72, .variable = 1},
        {.name = 6, .size = 2, .variable = 2},
        {.name = 11, .size = 8, .variable = 3},
        {.name = 10, .size = 4, .variable = VM_NOWHERE}};
    if (code.text.size)
        return &code;
    vm_code_init (&code);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        VEC_PUSH (code.text, texts[i]);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        VEC_PUSH (code.member, members[i]);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        VEC_PUSH (code.layout, layouts[i]);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        VEC_PUSH (code.variable, variables[i]);
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        VEC_PUSH (code.global, globals[i]);
    VEC_PUSH (code.function, ((struct vm_function) {.name = 5, .symbol = 5}));
    VEC_PUSH (code.function, ((struct vm_function) {.name = 9, .symbol = 9}));
    VEC_PUSH (code.place, ((struct vm_place) {8, 12, 3}));
    return &code;
}

void
read_program_name (const char *text, size_t size)
{
    struct vm_question q = {.text = {.at = NULL}};
    struct problem p = {0};
    const struct vm_code *c = program_names ();
    (void) size;
    if (vm_question_add (&q, c, text, (struct place) {0}, &p)) {
        for (size_t i = 0; i < q.atom.size; i++) {
            const struct vm_atom *a = &q.atom.at[i];
            if (a->kind != VM_ATOM_MEMORY)
                continue;
            uint32_t global = vm_id_number (a->object);
            require (global < c->global.size, "a variable that is not there");
            require (a->bits && a->bits <= 64
                         && a->offset + (a->bits + 7u) / 8
                                <= c->global.at[global].size,
                     "a name outside of its variable");
        }
    } else
        refused (&p);
    vm_question_clear (&q);
}

/* ---- of firmware and models */

/* What it says of two states, after reads that may have been asked for. */
static void
say_firmware (const struct micro_image *image, struct micro_property *adopted,
              const char *expression)
{
    struct micro_program p;
    struct micro_core c;
    micro_program_init (&p, image->class);
    p.data_size = image->data_size;
    bool good = micro_proposition_add (&p, adopted);
    core_init (&c, &p);
    core_enter (&c, memory_new (c.size));
    for (unsigned i = 0; good && i < 2; i++) {
        struct text values;
        text_init (&values);
        for (unsigned reads = 0; reads <= UINT8_MAX; reads++) {
            c.state[HEAD_READS] = (uint8_t) reads;
            micro_property_holds (&p.proposition.at[0], &c);
        }
        micro_property_values (&p.proposition.at[0], image, expression, &c,
                               &values);
        text_clear (&values);
        memset (c.data, 0xff, c.data_size);
    }
    memory_free (c.state);
    micro_program_clear (&p);
}

static void
read_firmware (struct micro_image *adopted, const char *text)
{
    struct micro_property one = {0};
    struct problem p = {0};
    if (micro_property_read_at (&one, adopted, text, "--ctl", 7, &p)) {
        struct micro_property again = {0};
        struct buffer b;
        struct reader r;
        buffer_init (&b);
        micro_property_write (&one, adopted->data_size, &b);
        reader_init (&r, buffer_view (&b));
        require (micro_property_get (&again, adopted->data_size, &r)
                     && reader_done (&r),
                 "a property, sent");
        micro_property_clear (&again);
        buffer_clear (&b);
        say_firmware (adopted, &one, text);
    } else
        refused (&p);
    micro_property_clear (&one);
    micro_image_clear (adopted);
}

/* The first letter says of which kind of machine. */
void
read_firmware_expression (const char *text, size_t size)
{
    struct micro_image image = {0};
    if (!size)
        return;
    if (text[0] == 'm')
        mcs51_image_init (&image, mcs51_device_find ("8052"));
    else if (text[0] == 'x')
        require (xc167_image_init (&image, "xc167"), "the device");
    else
        avr_image_init (&image, avr_device_find ("atmega16"));
    read_firmware (&image, text + 1);
}

void
read_model_expression (const char *text, size_t size)
{
    static const char line[] = "cohort-model peterson 2";
    struct problem p = {0};
    generator *g = model_read (line, sizeof line - 1, "fuzz", &p);
    (void) size;
    require (g, "the model");
    if (!model_ask (g, text, (struct place) {0}, &p))
        refused (&p);
    g->class->free (g);
}
