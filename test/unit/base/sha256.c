/* sha256.c -- the vectors of FIPS 180-4, and every length around a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"

static void
check (const char *data, size_t size, const char *expected)
{
    char text[SHA256_TEXT];
    sha256_print (data, size, text);
    assert_string_equal (text, expected);
}

static void
standard_vectors (void **state)
{
    (void) state;
    check ("", 0,
           "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check ("abc", 3,
           "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    check (two, strlen (two),
           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *million = memory_new (1000000);
    memset (million, 'a', 1000000);
    check (million, 1000000,
           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    memory_free (million);
}

/* By sha256sum: of the concatenation of the digests of 0 to 130 letters a. */
static void
lengths_around_a_block (void **state)
{
    (void) state;
    char queued_messages[130], all[131 * (SHA256_TEXT - 1) + 1];
    memset (queued_messages, 'a', sizeof queued_messages);
    for (size_t i = 0; i <= 130; i++)
        sha256_print (queued_messages, i, all + i * (SHA256_TEXT - 1));
    check (all, 131 * (SHA256_TEXT - 1),
           "5eee4c50e1b5ec4f1a47f34c25ca988850b49da7904f5ab1b3abc5cc0ae66ef9");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (standard_vectors),
        cmocka_unit_test (lengths_around_a_block),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
