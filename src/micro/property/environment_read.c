/* environment_read.c -- the text of an environment, line by line. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "micro/property/environment.h"

enum { WORD_SIZE = 32 };

struct environment_read_source {
    const char *at, *end, *line; /* line: where the current one begins */
    struct place place;          /* of the last word */
    const struct micro_image *image;
    struct micro_environment *into;
    struct problem *problem;
    bool adc; /* was given */
};

static void
source_blank (struct environment_read_source *s)
{
    while (s->at < s->end
           && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r'))
        s->at++;
    if (s->at < s->end && *s->at == '#')
        while (s->at < s->end && *s->at != '\n')
            s->at++;
    s->place.column = (unsigned) (s->at - s->line) + 1;
}

/* The next word is a name, a number, "..", or one other character; empty at the
 * end of the line.  One that is too long is cut, and then means nothing. */
static void
source_word (struct environment_read_source *s, char word[WORD_SIZE])
{
    size_t size = 0;
    source_blank (s);
    if (s->at < s->end && (isalnum ((unsigned char) *s->at) || *s->at == '_'))
        while (s->at < s->end
               && (isalnum ((unsigned char) *s->at) || *s->at == '_')) {
            if (size < WORD_SIZE - 1)
                word[size++] = *s->at;
            s->at++;
        }
    else if (s->end - s->at >= 2 && s->at[0] == '.' && s->at[1] == '.') {
        word[size++] = *s->at++;
        word[size++] = *s->at++;
    } else if (s->at < s->end && *s->at && *s->at != '\n')
        word[size++] = *s->at++;
    word[size] = 0;
}

/* How a message shows what was read. */
static const char *
shown (const char *word, char room[16])
{
    if (isalnum ((unsigned char) *word) || ispunct ((unsigned char) *word))
        return word;
    if (!*word)
        return "the end of the line";
    snprintf (room, 16, "byte %u", (unsigned char) *word);
    return room;
}

static bool
source_bad (struct environment_read_source *s, const char *word,
            const char *wanted)
{
    char room[16] = "";
    if (!*word && s->at < s->end && !*s->at) /* a byte 0 */
        return problem_set (s->problem, s->place, "expected %s, found byte 0",
                            wanted);
    return problem_set (s->problem, s->place, "expected %s, found %s", wanted,
                        shown (word, room));
}

static bool
source_expect (struct environment_read_source *s, const char *wanted)
{
    char word[WORD_SIZE];
    source_word (s, word);
    return !strcmp (word, wanted) || source_bad (s, word, wanted);
}

/* 12, 0x0c or 0b1100; false: something else. */
static bool
number_of (const char *word, unsigned *number)
{
    unsigned base = 10, value = 0;
    if (word[0] == '0' && (word[1] == 'x' || word[1] == 'b')) {
        base = word[1] == 'x' ? 16 : 2;
        word += 2;
    }
    if (!*word)
        return false;
    for (; *word; word++) {
        unsigned digit =
            isdigit ((unsigned char) *word)
                ? (unsigned) (*word - '0')
                : (unsigned) (tolower ((unsigned char) *word) - 'a') + 10;
        if (!isalnum ((unsigned char) *word) || digit >= base)
            return false;
        value = value * base + digit;
        if (value > 0xffff)
            return false;
    }
    *number = value;
    return true;
}

static bool
source_number (struct environment_read_source *s, unsigned most,
               unsigned *number)
{
    char word[WORD_SIZE], wanted[40];
    source_word (s, word);
    if (number_of (word, number) && *number <= most)
        return true;
    snprintf (wanted, sizeof wanted, "a number from 0 to %u", most);
    return source_bad (s, word, wanted);
}

static bool
source_end (struct environment_read_source *s)
{
    char word[WORD_SIZE];
    source_word (s, word);
    if (!*word && (s->at == s->end || *s->at == '\n'))
        return true;
    return source_bad (s, word, "the end of the line");
}

struct environment_read_offer {
    const char *wanted, *name;
    size_t distance;
};

static void
offer_name (struct environment_read_offer *o, const char *name)
{
    size_t d = text_distance (o->wanted, name);
    if (d < o->distance) {
        o->distance = d;
        o->name = name;
    }
}

static bool
offer_fail (const struct environment_read_offer *o,
            struct environment_read_source *s, const char *what)
{
    if (!o->name)
        return problem_set (s->problem, s->place, "%s has no %s %s",
                            s->image->name, what, o->wanted);
    return problem_set (s->problem, s->place,
                        "%s has no %s %s; did you mean %s?", s->image->name,
                        what, o->wanted, o->name);
}

/* What an environment may say something about. */
struct environment_input {
    char name[WORD_SIZE];
    uint16_t address;
    uint8_t bits;
};

static bool
source_register (struct environment_read_source *s,
                 struct environment_input *input)
{
    const struct micro_class *class = s->image->class;
    const void *device = s->image->device;
    const char *name;
    source_word (s, input->name);
    if (!isalpha ((unsigned char) *input->name))
        return source_bad (s, input->name, "the name of a register");
    switch (class->restricted (device, input->name, &input->address,
                               &input->bits)) {
    case INPUT_BITS:
        return true;
    case INPUT_ADC:
        return problem_set (s->problem, s->place,
                            "say 'adc LEAST .. MOST' instead of %s",
                            input->name);
    case INPUT_NONE:
        return problem_set (s->problem, s->place, "%s is no input",
                            input->name);
    case INPUT_UNKNOWN:
        break;
    }
    struct environment_read_offer o = {input->name, NULL, 3};
    for (size_t i = 0; (name = class->name (device, i)); i++) {
        uint16_t address;
        uint8_t bits;
        if (class->restricted (device, name, &address, &bits) == INPUT_BITS)
            offer_name (&o, name);
    }
    return offer_fail (&o, s, "input");
}

/* Some value must be left. */
static bool
environment_possible (const struct micro_environment *e, uint16_t address)
{
    for (unsigned x = 0; x < 256; x++) {
        bool fits = true;
        for (size_t i = 0; i < e->allowed.size && fits; i++) {
            const struct micro_allowed *a = &e->allowed.at[i];
            fits = a->address != address || !a->values.size;
            for (size_t j = 0; j < a->values.size && !fits; j++)
                fits = a->values.at[j] == (x & a->mask);
        }
        if (fits)
            return true;
    }
    return false;
}

static bool
source_allow (struct environment_read_source *s, struct micro_allowed *adopted,
              const struct environment_input *r)
{
    adopted->address = r->address;
    VEC_PUSH (s->into->allowed, *adopted);
    if (environment_possible (s->into, r->address))
        return true;
    return problem_set (s->problem, s->place,
                        "nothing is left that %s could be read as", r->name);
}

static bool
input_mask (struct environment_read_source *s,
            const struct environment_input *r, unsigned mask)
{
    if (mask && !(mask & ~(unsigned) r->bits))
        return true;
    return problem_set (s->problem, s->place,
                        "the inputs of %s are the bits 0x%02x", r->name,
                        r->bits);
}

/* pin PINB.3 = 1 */
static bool
read_pin (struct environment_read_source *s)
{
    unsigned bit, value;
    struct micro_allowed a = {0};
    struct environment_input input, *r = &input;
    if (!source_register (s, r) || !source_expect (s, ".")
        || !source_number (s, 7, &bit) || !input_mask (s, r, 1u << bit)
        || !source_expect (s, "=") || !source_number (s, 1, &value))
        return false;
    a.mask = (uint8_t) (1u << bit);
    VEC_PUSH (a.values, (uint8_t) (value << bit));
    return source_allow (s, &a, r) && source_end (s);
}

static bool
read_values (struct environment_read_source *s, struct micro_allowed *a)
{
    unsigned value;
    do {
        if (!source_number (s, 255, &value))
            return false;
        if (value & ~(unsigned) a->mask)
            return problem_set (s->problem, s->place,
                                "0x%02x has bits outside of 0x%02x", value,
                                a->mask);
        VEC_PUSH (a->values, (uint8_t) value);
        source_blank (s);
    } while (s->at < s->end && *s->at != '\n');
    return true;
}

/* pins PIND & 0x0f in 1 2 4 8 */
static bool
read_pins (struct environment_read_source *s)
{
    char word[WORD_SIZE];
    unsigned mask;
    struct micro_allowed a = {0};
    struct environment_input input, *r = &input;
    if (!source_register (s, r))
        return false;
    mask = r->bits;
    source_word (s, word);
    if (!strcmp (word, "&")) {
        if (!source_number (s, 255, &mask) || !input_mask (s, r, mask))
            return false;
        source_word (s, word);
    }
    if (strcmp (word, "in"))
        return source_bad (s, word, "in");
    a.mask = (uint8_t) mask;
    if (read_values (s, &a))
        return source_allow (s, &a, r);
    VEC_CLEAR (a.values);
    return false;
}

/* adc 100 .. 900 */
static bool
read_adc (struct environment_read_source *s)
{
    unsigned least, most;
    if (s->adc)
        return problem_set (s->problem, s->place, "adc is given twice");
    if (!source_number (s, 1023, &least) || !source_expect (s, "..")
        || !source_number (s, 1023, &most))
        return false;
    if (least > most)
        return problem_set (s->problem, s->place, "%u .. %u is empty", least,
                            most);
    s->adc = true;
    s->into->adc_least = (uint16_t) least;
    s->into->adc_most = (uint16_t) most;
    return source_end (s);
}

/* no interrupt TIMER0_OVF */
static bool
read_no (struct environment_read_source *s)
{
    const struct micro_class *class = s->image->class;
    const void *device = s->image->device;
    char word[WORD_SIZE];
    if (!source_expect (s, "interrupt"))
        return false;
    source_word (s, word);
    if (!isalpha ((unsigned char) *word))
        return source_bad (s, word, "the name of an interrupt");
    struct environment_read_offer o = {word, NULL, 4};
    for (unsigned i = 1; i < class->vectors (device); i++) {
        if (!strcmp (word, class->vector (device, i))) {
            s->into->forbidden |= (uint64_t) 1 << i;
            return source_end (s);
        }
        offer_name (&o, class->vector (device, i));
    }
    return offer_fail (&o, s, "interrupt");
}

static bool
read_line (struct environment_read_source *s)
{
    char word[WORD_SIZE];
    source_word (s, word);
    if (!strcmp (word, "pin"))
        return read_pin (s);
    if (!strcmp (word, "pins"))
        return read_pins (s);
    if (!strcmp (word, "adc") && s->image->class->has_adc)
        return read_adc (s);
    if (!strcmp (word, "no"))
        return read_no (s);
    if (!*word && (s->at == s->end || *s->at == '\n'))
        return true;
    return source_bad (s, word,
                       s->image->class->has_adc ? "pin, pins, adc or no"
                                                : "pin, pins or no");
}

bool
micro_environment_read (struct micro_environment *e,
                        const struct micro_image *image, const char *text,
                        size_t size, const char *file, struct problem *problem)
{
    struct environment_read_source s = {.at = text,
                                        .end = text + size,
                                        .line = text,
                                        .place = {file, 1, 1},
                                        .image = image,
                                        .into = e,
                                        .problem = problem};
    assert (image->class && (text || !size));
    while (s.at < s.end) {
        s.line = s.at;
        if (!read_line (&s))
            return false;
        assert (s.at == s.end || *s.at == '\n');
        s.at += s.at < s.end;
        s.place.line++;
    }
    return true;
}
