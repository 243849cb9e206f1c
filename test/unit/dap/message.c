/* message.c -- frames of the Debug Adapter Protocol, whole, in parts, and malformed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "dap/message.h"

/* "body|" for each message and "!" for what is none; the input comes in parts. */
static void
says (const char *input, size_t part, const char *wanted)
{
    struct dap_input in;
    struct text said;
    dap_input_init (&in);
    text_init (&said);
    size_t size = strlen (input);
    for (size_t at = 0; at < size; at += part) {
        struct buffer body;
        const char *why = NULL;
        buffer_init (&body);
        dap_input_add (&in,
                       (struct bytes) {(const uint8_t *) input + at,
                                       size - at < part ? size - at : part});
        enum dap_got got;
        while ((got = dap_input_take (&in, &body, &why)) != DAP_MORE) {
            if (body.size)
                text_add_n (&said, (const char *) body.data, body.size);
            text_char (&said, got == DAP_MESSAGE ? '|' : '!');
            assert_true (got == DAP_MESSAGE || why);
            buffer_reset (&body);
        }
        buffer_clear (&body);
    }
    assert_string_equal (text_view (&said), wanted);
    text_clear (&said);
    dap_input_clear (&in);
}

static void
frames (void **state)
{
    (void) state;
    static const struct {
        const char *input, *says;
    } cases[] = {
        {"Content-Length: 2\r\n\r\nab", "ab|"},
        {"Content-Length: 2\r\n\r\nabContent-Length: 1\r\n\r\nc", "ab|c|"},
        {"content-length:2\n\nab", "ab|"},
        {"Content-Type: x\r\nContent-Length: 2\r\n\r\nab", "ab|"},
        {"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nc", "|c|"},
        {"Content-Length: 3\r\n\r\nab", ""},
        {"Content-Size: 2\r\n\r\nContent-Length: 1\r\n\r\nc", "!c|"},
        {"Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\nc", "!c|"},
        {"Content-Length: -1\r\n\r\nContent-Length: 1\r\n\r\nc", "!c|"},
        {"Content-Length: 99999999999999999999999\r\n\r\n"
         "Content-Length: 1\r\n\r\nc",
         "!c|"},
        {"\r\n\r\nContent-Length: 1\r\n\r\nc", "!c|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t part = 1; part < 50; part += part == 1 ? 1 : 23)
            says (cases[i].input, part, cases[i].says);
}

static void
a_header_without_an_end (void **state)
{
    (void) state;
    char input[9000];
    memset (input, 'x', sizeof input);
    input[sizeof input - 1] = 0;
    says (input, 5000, "!");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (frames),
        cmocka_unit_test (a_header_without_an_end),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
