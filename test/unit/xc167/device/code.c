/* code.c -- encodings: a table that knows what the public assembler makes of each
 * mnemonic, and every first word through the disassembler and test/xc167/assemble. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "xc167/device/code.h"

enum { ADDRESS = 0x1000 };

struct example {
    const char *text, *bytes;
};

static const struct example examples[] = {
    {"ADD R0, R1", "0001"},
    {"ADD R0, [R1]", "0809"},
    {"ADD R0, [R1+]", "080d"},
    {"ADD R0, #3h", "0803"},
    {"ADD R0, #4D2h", "06f0d204"},
    {"ADD R0, 1234h", "02f03412"},
    {"ADD 1234h, R0", "04f03412"},
    {"ADDB RL0, RL1", "0102"},
    {"ADDB RL0, #33h", "07f03300"},
    {"ADDC R0, R1", "1001"},
    {"ADDC R0, #3456h", "16f05634"},
    {"ADDCB RL0, RL1", "1102"},
    {"ADDCB RL0, 2387h", "13f08723"},
    {"SUB R0, #1h", "2801"},
    {"SUB R0, 7643h", "22f04376"},
    {"SUBB RL0, [R1]", "2909"},
    {"SUBC 7643h, R0", "34f04376"},
    {"SUBCB RL0, #2h", "3902"},
    {"AND R0, #FCBEh", "66f0befc"},
    {"ANDB RL0, RL1", "6102"},
    {"OR R0, R1", "7001"},
    {"ORB RL0, 0234h", "73f03402"},
    {"XOR R0, #234h", "56f03402"},
    {"XORB RL0, [R1+]", "590d"},
    {"CMP R0, 3452h", "42f05234"},
    {"CMPB RL0, #22h", "47f02200"},
    {"CMPD1 R0, #Fh", "a0f0"},
    {"CMPD1 R0, #FCCBh", "a6f0cbfc"},
    {"CMPD2 R0, FFCBh", "b2f0cbff"},
    {"CMPI1 R0, #Fh", "80f0"},
    {"CMPI2 R0, #FCCBh", "96f0cbfc"},
    {"MOV R0, R1", "f001"},
    {"MOV R0, #2h", "e020"},
    {"MOV R0, #FCBEh", "e6f0befc"},
    {"MOV R0, [R1]", "a801"},
    {"MOV R0, [R1+]", "9801"},
    {"MOV [R0], R1", "b810"},
    {"MOV [-R0], R1", "8810"},
    {"MOV [R0], [R1]", "c801"},
    {"MOV [R0+], [R1]", "d801"},
    {"MOV [R0], [R1+]", "e801"},
    {"MOV R0, [R0+#FFCBh]", "d400cbff"},
    {"MOV [R0+#FFCBh], R0", "c400cbff"},
    {"MOV [R0], FFCBh", "8400cbff"},
    {"MOV FFCBh, [R0]", "9400cbff"},
    {"MOV R0, FFCBh", "f2f0cbff"},
    {"MOV FFCBh, R0", "f6f0cbff"},
    {"MOVB RL0, #12h", "e7f01200"},
    {"MOVB RL0, [R2+]", "9902"},
    {"MOVB [-R2], RL0", "8902"},
    {"MOVB [R3], [R2+]", "e932"},
    {"MOVB [R3], [R2]", "c932"},
    {"MOVB [R2+], [R3]", "d923"},
    {"MOVB RL0, [R3+#1234h]", "f4033412"},
    {"MOVB [R3+#1234h], RL0", "e4033412"},
    {"MOVB [R3], 1234h", "a4033412"},
    {"MOVB 1234h, [R3]", "b4033412"},
    {"MOVBS R0, RL1", "d020"},
    {"MOVBS R0, 00FFh", "d2f0ff00"},
    {"MOVBS FFCBh, RL0", "d5f0cbff"},
    {"MOVBZ R2, RL0", "c002"},
    {"POP R0", "fcf0"},
    {"PUSH R0", "ecf0"},
    {"SCXT R0, #FFFFh", "c6f0ffff"},
    {"SCXT R0, FFFFh", "d6f0ffff"},
    {"SHL R0, R1", "4c01"},
    {"SHL R0, #4h", "5c40"},
    {"SHR R0, R1", "6c01"},
    {"SHR R0, #4h", "7c40"},
    {"ROL R0, R1", "0c01"},
    {"ROL R0, #4h", "1c40"},
    {"ROR R0, R1", "2c01"},
    {"ROR R0, #4h", "3c40"},
    {"ASHR R0, R1", "ac01"},
    {"ASHR R0, #4h", "bc40"},
    {"NEG R0", "8100"},
    {"NEGB RL0", "a100"},
    {"CPL R0", "9100"},
    {"CPLB RL0", "b100"},
    {"MUL R0, R1", "0b01"},
    {"MULU R0, R1", "1b01"},
    {"DIV R0", "4b00"},
    {"DIVL R0", "6b00"},
    {"DIVLU R0", "7b00"},
    {"DIVU R0", "5b00"},
    {"PRIOR R0, R1", "2b01"},
    {"BCLR R0.1", "1ef0"},
    {"BSET R0.1", "1ff0"},
    {"BMOV R0.2, R0.1", "4af0f012"},
    {"BMOVN R0.3, R0.2", "3af0f023"},
    {"BAND R0.1, R0.4", "6af0f041"},
    {"BOR R0.1, R0.2", "5af0f021"},
    {"BXOR R0.1, R0.2", "7af0f021"},
    {"BCMP R0.1, R0.2", "2af0f021"},
    {"BFLDL R0, #87h, #Eh", "0af0870e"},
    {"BFLDH R0, #FFh, #Eh", "1af00eff"},
    {"JMPA cc_UC, AAAAh", "ea00aaaa"},
    {"JMPA cc_NET, AAAAh", "ea10aaaa"},
    {"JMPI cc_SGT, [R7]", "9ca7"},
    {"JMPR cc_UC, 1000h", "0dff"},
    {"JMPR cc_Z, 0FFEh", "2dfe"},
    {"JMPR cc_SLT, 0FDAh", "cdec"},
    {"JMPS 3, 1234h", "fa033412"},
    {"JB R0.4, 1008h", "8af00240"},
    {"JNB R0.4, 1008h", "9af00240"},
    {"JBC R0.4, 1008h", "aaf00240"},
    {"JNBS R0.4, 1008h", "baf00240"},
    {"CALLA cc_SLT, AAAAh", "cac0aaaa"},
    {"CALLI cc_ULE, [R1]", "abf1"},
    {"CALLR 1000h", "bbff"},
    {"CALLS 3, 1234h", "da033412"},
    {"PCALL R5, 1234h", "e2f53412"},
    {"TRAP #2", "9b04"},
    {"RET", "cb00"},
    {"RETI", "fb88"},
    {"RETS", "db00"},
    {"RETP R5", "ebf5"},
    {"NOP", "cc00"},
    {"SRST", "b748b7b7"},
    {"SBRK", "8c00"},
    {"IDLE", "87788787"},
    {"PWRDN", "97689797"},
    {"SRVWDT", "a758a7a7"},
    {"DISWDT", "a55aa5a5"},
    {"ENWDT", "857a8585"},
    {"EINIT", "b54ab5b5"},
    {"EXTR #4", "d1b0"},
    {"EXTR #1", "d180"},
    {"ATOMIC #4", "d130"},
    {"ATOMIC #1", "d100"},
    {"EXTP R5, #4", "dc75"},
    {"EXTP #3FFh, #4", "d770ff03"},
    {"EXTPR R5, #4", "dcf5"},
    {"EXTPR #3FFh, #4", "d7f0ff03"},
    {"EXTS R5, #4", "dc35"},
    {"EXTS #1h, #4", "d7300100"},
    {"EXTSR R5, #4", "dcb5"},
    {"EXTSR #1h, #4", "d7b00100"},
    /* what is none */
    {"undefined", "d140"},
    {"undefined", "cb01"},
    {"undefined", "8b00"},
    {"undefined", "44f03412"},
    {"unconfirmed", "a55aa5a4"},
    {"MAC unit", "a3010000"},
};

static void
read_bytes (const char *text, uint8_t byte[4])
{
    memset (byte, 0, 4);
    for (unsigned i = 0; text[2 * i]; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        byte[i] = (uint8_t) strtoul (digits, NULL, 16);
    }
}

static void
table_of_examples (void **state)
{
    bool seen[XC_OPS] = {false};
    (void) state;
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
        struct xc167_instruction i;
        uint8_t byte[4];
        struct text t;
        text_init (&t);
        read_bytes (examples[k].bytes, byte);
        xc167_decode (byte, &i);
        xc167_print (&i, ADDRESS, NULL, NULL, &t);
        assert_string_equal (text_view (&t), examples[k].text);
        if (i.op != XC_BAD)
            assert_int_equal (2 * i.bytes, strlen (examples[k].bytes));
        assert_int_equal (xc167_length (byte[0]), i.bytes);
        seen[i.op] = true;
        text_clear (&t);
    }
    for (unsigned op = 0; op < XC_OPS; op++)
        assert_true (seen[op]);
}

/* ---- every first word, back through the assembler */

static const char *
short_name (void *context, uint16_t address)
{
    char *name = context;
    if (address < 0xfe00 || address >= 0xffe0)
        return NULL;
    snprintf (name, 8, "S%02X", (address - 0xfe00u) / 2);
    return name;
}

/* The bytes behind the first two: a protected instruction is confirmed, positions of
 * bits and reserved nibbles are as they must be. */
static void
complete (uint8_t byte[4])
{
    byte[2] = 0x34;
    byte[3] = 0x12;
    if (byte[0] + byte[1] == 0xff && byte[0] >= 0x80 && byte[0] & 1) {
        byte[2] = byte[3] = byte[0];
    } else if ((byte[0] & 0xcf) == 0x8a)
        byte[3] = 0x40;
    else if (byte[0] == 0xd7)
        byte[3] = byte[1] & 0x40 ? 2 : 0;
}

/* Bits that the decoder does not look at. */
static bool
is_odd_form (const uint8_t byte[4], const struct xc167_instruction *i)
{
    switch (byte[0]) {
    case 0x4b:
    case 0x5b:
    case 0x6b:
    case 0x7b: /* nn */
        return byte[1] >> 4 != (byte[1] & 15);
    case 0x81:
    case 0x91:
    case 0xa1:
    case 0xb1:
    case 0xca: /* n0, c0 */
    case 0xea:
        return byte[1] & 15;
    case 0x84:
    case 0x94:
    case 0xa4:
    case 0xb4:
        return byte[1] >> 4; /* 0n */
    case 0x82:
    case 0x92:
    case 0xa2:
    case 0xb2:
    case 0x86:
    case 0x96:
    case 0xa6:
    case 0xb6:
        return byte[1] >> 4 != 15; /* Fn */
    case 0x9b:
        return byte[1] & 1;
    default:
        return i->op <= XC_MAC;
    }
}

/* A byte of data has one more behind it that says nothing; the assembler takes the
 * shortest form. */
static void
normalise (uint8_t byte[4], const struct xc167_instruction *i)
{
    if (i->is_byte && i->bytes == 4 && i->b.kind == OPERAND_CONSTANT)
        byte[3] = 0;
}

static unsigned
write_program (FILE *f, uint8_t (*expected)[4], uint8_t *size)
{
    unsigned n = 0;
    for (uint32_t word = 0; word < 0x10000; word++) {
        uint8_t byte[4] = {(uint8_t) word, (uint8_t) (word >> 8), 0, 0};
        struct xc167_instruction i;
        struct text t;
        char name[8];
        complete (byte);
        xc167_decode (byte, &i);
        if (is_odd_form (byte, &i))
            continue;
        text_init (&t);
        xc167_print (&i, ADDRESS, short_name, name, &t);
        fprintf (f, ".org 0x%x\n%s\n", ADDRESS, text_view (&t));
        text_clear (&t);
        normalise (byte, &i);
        memcpy (expected[n], byte, 4);
        size[n++] = i.bytes;
    }
    return n;
}

static void
every_word_comes_back (void **state)
{
    char path[] = "/tmp/xc167_code.XXXXXX", command[160], line[64];
    uint8_t (*expected)[4] = malloc (0x10000 * sizeof *expected);
    uint8_t *size = malloc (0x10000);
    (void) state;
    int file = mkstemp (path);
    assert_true (file >= 0 && expected && size);
    FILE *f = fdopen (file, "w");
    unsigned n = write_program (f, expected, size);
    fclose (f);
    snprintf (command, sizeof command, "test/xc167/assemble %s - ; rm -f %s",
              path, path);
    FILE *out = popen (command, "r");
    assert_non_null (out);
    for (unsigned k = 0; k < n; k++) {
        char wanted[16] = "";
        for (unsigned i = 0; i < size[k]; i++)
            snprintf (wanted + 2 * i, 3, "%02x", expected[k][i]);
        assert_non_null (fgets (line, sizeof line, out));
        line[strcspn (line, " \n")] = 0;
        if (strcmp (line, wanted))
            print_message ("instruction %u: %s, not %s\n", k, wanted, line);
        assert_string_equal (line, wanted);
    }
    assert_true (n > 40000);
    assert_int_equal (pclose (out), 0);
    free (expected);
    free (size);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (table_of_examples),
        cmocka_unit_test (every_word_comes_back),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
