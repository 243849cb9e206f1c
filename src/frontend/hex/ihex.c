/* ihex.c -- see ihex.h. */
#include "frontend/hex/ihex.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_BYTES = 255 + 5, HEAD = 4 };

enum ihex_type {
    IHEX_DATA,
    IHEX_END,
    IHEX_SEGMENT,
    IHEX_START_SEGMENT,
    IHEX_LINEAR,
    IHEX_START_LINEAR,
    IHEX_TYPES
};

struct ihex_reader {
    struct ihex *hex;
    const char *at, *end;
    const char *line; /* its first character */
    struct place place;
    struct problem *problem;
    uint8_t byte[MOST_BYTES]; /* of this line */
    unsigned bytes;
    uint32_t base;
    bool ended;
};

/* The column is where reading is now. */
static struct place
here (const struct ihex_reader *r)
{
    struct place p = r->place;
    p.column = (unsigned) (r->at - r->line) + 1;
    return p;
}

static int
digit (char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool
is_end_of_line (const struct ihex_reader *r)
{
    return r->at == r->end || *r->at == '\n' || *r->at == '\r';
}

static bool
read_byte (struct ihex_reader *r)
{
    unsigned value = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (is_end_of_line (r))
            return problem_set (r->problem, here (r),
                                "the line ends here; two hexadecimal digits "
                                "are expected");
        int d = digit (*r->at);
        if (d < 0)
            return problem_set (r->problem, here (r),
                                "a hexadecimal digit is expected here");
        value = value << 4 | (unsigned) d;
        r->at++;
    }
    assert (r->bytes < MOST_BYTES);
    r->byte[r->bytes++] = (uint8_t) value;
    return true;
}

/* All bytes of a line, and whether they add up. */
static bool
read_bytes (struct ihex_reader *r)
{
    unsigned sum = 0;
    r->bytes = 0;
    if (*r->at != ':')
        return problem_set (r->problem, here (r),
                            "`:` is expected at the start of a record");
    r->at++;
    do {
        if (!read_byte (r))
            return false;
    } while (r->bytes < HEAD + 1u + r->byte[0]);
    if (!is_end_of_line (r))
        return problem_set (r->problem, here (r),
                            "the end of the line is expected: the record has "
                            "%u bytes of data",
                            r->byte[0]);
    for (unsigned i = 0; i < r->bytes; i++)
        sum += r->byte[i];
    if (sum & 0xff)
        return problem_set (r->problem, r->place,
                            "the checksum is 0x%02x; 0x%02x is expected",
                            r->byte[r->bytes - 1],
                            (unsigned) (uint8_t) (r->byte[r->bytes - 1] - sum));
    return true;
}

/* Not the same place twice, unless with the same value. */
static bool
load (struct ihex_reader *r, uint64_t address, uint8_t value)
{
    struct ihex *h = r->hex;
    if (address >= h->size)
        return problem_set (r->problem, r->place,
                            "address 0x%llx is beyond the code, which has 0x%x "
                            "bytes",
                            (unsigned long long) address, h->size);
    uint8_t *mark = &h->loaded[address >> 3],
            bit = (uint8_t) (1u << (address & 7));
    if (*mark & bit && h->bytes[address] != value)
        return problem_set (r->problem, r->place,
                            "address 0x%llx was loaded before, with another "
                            "value",
                            (unsigned long long) address);
    *mark |= bit;
    h->bytes[address] = value;
    if (address + 1 > h->end)
        h->end = (uint32_t) address + 1;
    return true;
}

static bool
read_data (struct ihex_reader *r, uint16_t offset)
{
    for (unsigned i = 0; i < r->byte[0]; i++)
        if (!load (r, (uint64_t) r->base + (uint16_t) (offset + i),
                   r->byte[HEAD + i]))
            return false;
    return true;
}

static bool
read_record (struct ihex_reader *r)
{
    static const uint8_t size[IHEX_TYPES] = {
        [IHEX_END] = 0,    [IHEX_SEGMENT] = 2,      [IHEX_START_SEGMENT] = 4,
        [IHEX_LINEAR] = 2, [IHEX_START_LINEAR] = 4,
    };
    unsigned type = r->byte[3];
    uint16_t offset = (uint16_t) (r->byte[1] << 8 | r->byte[2]);
    if (type >= IHEX_TYPES)
        return problem_set (r->problem, r->place,
                            "a record of type 0x%02x; types 00 to 05 are "
                            "expected",
                            type);
    if (type != IHEX_DATA && r->byte[0] != size[type])
        return problem_set (r->problem, r->place,
                            "a record of type 0x%02x with %u bytes of data; %u "
                            "are expected",
                            type, r->byte[0], size[type]);
    uint32_t word = (uint32_t) r->byte[HEAD] << 8 | r->byte[HEAD + 1];
    switch ((enum ihex_type) type) {
    case IHEX_DATA:
        return read_data (r, offset);
    case IHEX_END:
        r->ended = true;
        return true;
    case IHEX_SEGMENT:
        r->base = word << 4;
        return true;
    case IHEX_LINEAR:
        r->base = word << 16;
        return true;
    default:
        return true;
    }
}

static void
skip_blank (struct ihex_reader *r)
{
    while (r->at < r->end && strchr (" \t\r\n", *r->at)) {
        if (*r->at == '\n') {
            r->place.line++;
            r->line = r->at + 1;
        }
        r->at++;
    }
}

static bool
read_all (struct ihex_reader *r)
{
    for (skip_blank (r); r->at < r->end && !r->ended; skip_blank (r))
        if (!read_bytes (r) || !read_record (r))
            return false;
    if (!r->ended)
        return problem_set (r->problem, r->place,
                            "the file ends without a record of type 01");
    if (r->at < r->end)
        return problem_set (r->problem, r->place,
                            "nothing is expected behind the record of type "
                            "01");
    if (!r->hex->end)
        return problem_set (r->problem, (struct place) {.file = r->place.file},
                            "holds no code");
    return true;
}

bool
ihex_recognise (const char *text, size_t size)
{
    enum { LEAST = 11 };
    size_t i = 0, digits = 0;
    while (i < size && text[i] && strchr (" \t\r\n", text[i]))
        i++;
    if (i == size || text[i++] != ':')
        return false;
    while (i < size && digit (text[i]) >= 0)
        i++, digits++;
    return digits + 1 >= LEAST
           && (i == size || (text[i] && strchr (" \t\r\n", text[i])));
}

void
ihex_clear (struct ihex *h)
{
    memory_free (h->bytes);
    memory_free (h->loaded);
    *h = (struct ihex) {.size = 0};
}

bool
ihex_read (struct ihex *h, const char *text, size_t size, uint32_t space,
           const char *file, struct problem *problem)
{
    *h = (struct ihex) {.size = space,
                        .bytes = memory_new (space),
                        .loaded = memory_new (space / 8 + 1)};
    memset (h->bytes, 0xff, space);
    struct ihex_reader r = {.hex = h,
                            .at = text,
                            .end = text + size,
                            .line = text,
                            .place = {.file = file, .line = 1, .column = 1},
                            .problem = problem};
    bool good = read_all (&r);
    if (!good)
        ihex_clear (h);
    return good;
}
