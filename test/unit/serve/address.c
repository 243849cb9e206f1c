/* address.c -- where a live view is served, and which names of it are believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve/address.h"

static void
addresses (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        int loopback; /* -1: it is no address */
    } cases[] = {{"127.0.0.1:8080", 1},
                 {"127.8.9.1:1", 1},
                 {"localhost:0", 1},
                 {"[::1]:8080", 1},
                 {"8080", 1},
                 {"0.0.0.0:8080", 0},
                 {"128.0.0.1:8080", 0},
                 {"[::]:8080", 0},
                 {"[fe80::1]:80", 0},
                 {"127.0.0.1", -1},
                 {"", -1},
                 {":", -1},
                 {"127.0.0.1:", -1},
                 {"name:80", -1},
                 {"127.0.0.1:65536", -1},
                 {"127.0.0.1:80x", -1},
                 {"127.1:80", -1},
                 {"-1", -1},
                 {"[127.0.0.1:80", -1},
                 {"1:2:3", -1},
                 {"000000000000000000000000000000000000000000000000000000000000"
                  "0000000:1",
                  -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct serve_address a;
        struct problem p = {0};
        bool good = serve_address_read (&a, cases[i].text, &p);
        if (good != (cases[i].loopback >= 0))
            print_error ("%s\n", cases[i].text);
        assert_int_equal (good, cases[i].loopback >= 0);
        assert_int_equal (p.kind, good ? PROBLEM_NONE : PROBLEM_USAGE);
        if (good)
            assert_int_equal (a.loopback, cases[i].loopback);
    }
}

static void
a_port_is_taken_once (void **state)
{
    (void) state;
    struct serve_address a;
    struct problem p = {0};
    unsigned port = 0, other = 0;
    char text[40];
    assert_true (serve_address_read (&a, "127.0.0.1:0", &p));
    int fd = serve_address_listen (&a, "127.0.0.1:0", &port, &p);
    assert_true (fd >= 0 && port > 0);
    snprintf (text, sizeof text, "127.0.0.1:%u", port);
    assert_true (serve_address_read (&a, text, &p));
    assert_int_equal (serve_address_listen (&a, text, &other, &p), -1);
    assert_int_equal (p.kind, PROBLEM_USAGE);
    assert_non_null (strstr (p.message, "the port is in use"));
    close (fd);
}

static void
hosts (void **state)
{
    (void) state;
    static const char *const good[] = {
        "localhost", "localhost:80", "127.0.0.1", "127.0.0.1:80",
        "[::1]",     "[::1]:80",     "10.0.0.7:1"};
    static const char *const bad[] = {"evil.example",
                                      "evil.example:80",
                                      "127.0.0.1.evil.example",
                                      "localhost.evil.example",
                                      "",
                                      ":80",
                                      "[::1",
                                      "127.0.0.1:80:80",
                                      "127.0.0.1@evil.example"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true (serve_host_good (good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false (serve_host_good (bad[i]));
    assert_false (serve_host_good (NULL));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (addresses),
        cmocka_unit_test (a_port_is_taken_once),
        cmocka_unit_test (hosts),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
