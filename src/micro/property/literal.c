/* literal.c -- numbers, characters and the types of casts. */
#include <ctype.h>
#include <string.h>

#include "micro/property/internal.h"

static int
digit_value (char c)
{
    if (isdigit ((unsigned char) c))
        return c - '0';
    if (isxdigit ((unsigned char) c))
        return tolower ((unsigned char) c) - 'a' + 10;
    return 99;
}

void
property_number (struct property_parser *p)
{
    const char *start = p->at;
    assert (isdigit ((unsigned char) *start));
    unsigned base = 10;
    if (start[0] == '0' && tolower ((unsigned char) start[1]) == 'x')
        base = 16;
    else if (start[0] == '0' && tolower ((unsigned char) start[1]) == 'b')
        base = 2;
    else if (start[0] == '0')
        base = 8;
    const char *c = start + (base == 16 || base == 2 ? 2 : 0), *digits = c;
    uint64_t value = 0;
    for (; (unsigned) digit_value (*c) < base; c++) {
        if (value > (INT64_MAX - (uint64_t) digit_value (*c)) / base) {
            property_fail (p, start, "this number is too large");
            return;
        }
        value = value * base + (uint64_t) digit_value (*c);
    }
    bool none = c == digits;
    while (*c && strchr ("uUlL", *c))
        c++;
    if (none || isalnum ((unsigned char) *c) || *c == '_') {
        property_fail (p, start, "this is no number");
        return;
    }
    p->at = c;
    property_constant (p, (int64_t) value);
}

/* Behind the backslash; above 255: no escape. */
static unsigned
escape (struct property_parser *p)
{
    static const char escapes[] = "n\nt\tr\ra\ab\bf\fv\v\\\\''\"\"";
    for (const char *k = escapes; *k; k += 2)
        if (*k == *p->at) {
            p->at++;
            return (unsigned char) k[1];
        }
    unsigned value = 0, base = *p->at == 'x' ? 16 : 8;
    const char *digits = p->at += base == 16;
    while (value < 256 && (unsigned) digit_value (*p->at) < base)
        value = value * base + (unsigned) digit_value (*p->at++);
    return p->at == digits ? 256 : value;
}

/* Whether char is signed is up to the compiler, so above 127 a character says
 * too little. */
void
property_character (struct property_parser *p)
{
    assert (*p->at == '\'');
    const char *start = p->at++;
    unsigned value = 256;
    if (*p->at && *p->at != '\'')
        value = (unsigned char) *p->at++;
    if (value == '\\')
        value = escape (p);
    if (value > 127 || *p->at != '\'') {
        property_fail (p, start, "this is no character");
        return;
    }
    p->at++;
    property_constant (p, value);
}

struct micro_item
property_cast (struct property_parser *p)
{
    static const struct {
        const char *name;
        uint8_t size;
        bool is_signed;
    } known[] = {
        {"uint8_t", 1, false}, {"int8_t", 1, true},    {"uint16_t", 2, false},
        {"int16_t", 2, true},  {"uint32_t", 4, false}, {"int32_t", 4, true},
        {"int", 2, true},      {"unsigned", 2, false}, {"long", 4, true},
    };
    const char *before = p->at;
    property_space (p);
    size_t n = property_identifier (p->at);
    for (size_t i = 0; n && i < sizeof known / sizeof *known; i++)
        if (strlen (known[i].name) == n && !strncmp (p->at, known[i].name, n)) {
            p->at += n;
            if (!property_take (p, ")"))
                break;
            return (struct micro_item) {.value = OPERATOR_CAST,
                                        .size = known[i].size,
                                        .is_signed = known[i].is_signed};
        }
    p->at = before;
    return (struct micro_item) {0};
}
