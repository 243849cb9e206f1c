/* device.c -- the tables of devices, and decoding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "mcs51/device/code.h"
#include "mcs51/device/device.h"

static void
tables_are_sound (void **unused)
{
    const struct mcs51_device *d;
    size_t n = 0;
    (void) unused;
    for (; (d = mcs51_device_at (n)); n++) {
        assert_true (mcs51_device_sound (d));
        assert_ptr_equal (mcs51_device_find (d->name), d);
    }
    assert_int_equal (n, 2);
    assert_null (mcs51_device_find ("8053"));
    d = mcs51_device_find ("8051");
    assert_null (mcs51_register_find (d, "T2CON"));
    assert_int_equal (d->vectors[6].entry, 0x23);
    d = mcs51_device_find ("8052");
    assert_int_equal (mcs51_register_find (d, "T2CON")->address, 0xc8);
    assert_int_equal (mcs51_bit_find (d, "TF2")->bit, 7);
    assert_int_equal (d->vectors[8].entry, 0x2b);
}

struct sample {
    uint8_t code[3];
    const char *text;
};

static const struct sample samples[] = {
    {{0x00}, "nop"},
    {{0xe1, 0x34}, "ajmp 0x0f34"},
    {{0xf1, 0x34}, "acall 0x0f34"},
    {{0x02, 0x12, 0x34}, "ljmp 0x1234"},
    {{0x80, 0xfe}, "sjmp 0x0800"},
    {{0x73}, "jmp @a+dptr"},
    {{0x10, 0x8d, 0x05}, "jbc TCON.5, 0x0808"},
    {{0x20, 0x2f, 0xf0}, "jb 0x25.7, 0x07f3"},
    {{0x75, 0x30, 0x12}, "mov 0x30, #0x12"},
    {{0x85, 0x30, 0x90}, "mov P1, 0x30"},
    {{0x88, 0x31}, "mov 0x31, r0"},
    {{0xa7, 0x31}, "mov @r1, 0x31"},
    {{0x90, 0xab, 0xcd}, "mov dptr, #0xabcd"},
    {{0x93}, "movc a, @a+dptr"},
    {{0x83}, "movc a, @a+pc"},
    {{0xe0}, "movx a, @dptr"},
    {{0xf3}, "movx @r1, a"},
    {{0xc0, 0xe0}, "push ACC"},
    {{0xd0, 0xd0}, "pop PSW"},
    {{0xa0, 0xd2}, "orl c, /PSW.2"},
    {{0x92, 0x97}, "mov P1.7, c"},
    {{0xb3}, "cpl c"},
    {{0xb5, 0x20, 0x01}, "cjne a, 0x20, 0x0804"},
    {{0xbe, 0x20, 0x01}, "cjne r6, #0x20, 0x0804"},
    {{0xd5, 0x20, 0x01}, "djnz 0x20, 0x0804"},
    {{0xd6}, "xchd a, @r0"},
    {{0x53, 0xa8, 0x7f}, "anl IE, #0x7f"},
    {{0xa3}, "inc dptr"},
    {{0xa4}, "mul ab"},
    {{0xd4}, "da a"},
    {{0x33}, "rlc a"},
    {{0xa5}, ".db 0xa5"},
};

static const char *
name (void *context, uint16_t address)
{
    const struct mcs51_register *r = mcs51_register_at (context, address);
    return r ? r->name : NULL;
}

static void
instructions_are_printed (void **unused)
{
    static uint8_t code[MCS51_CODE];
    void *device = (void *) (uintptr_t) mcs51_device_find ("8051");
    (void) unused;
    for (size_t n = 0; n < sizeof samples / sizeof *samples; n++) {
        struct mcs51_instruction i;
        struct text t;
        memcpy (code + 0x800, samples[n].code, 3);
        mcs51_decode (code, 0x800, &i);
        text_init (&t);
        mcs51_instruction_print (&i, &t, name, device);
        assert_string_equal (text_view (&t), samples[n].text);
        text_clear (&t);
    }
}

/* As the manual counts them: opcodes of one, two and three bytes. */
static void
lengths_are_those_of_the_manual (void **unused)
{
    static uint8_t code[MCS51_CODE];
    unsigned count[4] = {0};
    (void) unused;
    for (unsigned first = 0; first < 256; first++) {
        struct mcs51_instruction i;
        code[0] = (uint8_t) first;
        mcs51_decode (code, 0, &i);
        assert_int_equal (i.op == MCS51_BAD, first == 0xa5);
        assert_true (i.op != MCS51_NONE && i.op < MCS51_OPS);
        if (i.op != MCS51_BAD)
            count[i.bytes]++;
    }
    assert_int_equal (count[1], 140);
    assert_int_equal (count[2], 91);
    assert_int_equal (count[3], 24);
}

/* The end of the code space is followed by its beginning. */
static void
code_is_a_circle (void **unused)
{
    static uint8_t code[MCS51_CODE];
    struct mcs51_instruction i;
    (void) unused;
    code[0xffff] = 0x80;
    code[0] = 2;
    mcs51_decode (code, 0xffff, &i);
    assert_int_equal (i.k, 3);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tables_are_sound),
        cmocka_unit_test (instructions_are_printed),
        cmocka_unit_test (lengths_are_those_of_the_manual),
        cmocka_unit_test (code_is_a_circle),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
