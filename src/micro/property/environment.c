/* environment.c -- restrictions of inputs: made, freed, sent. */
#include "micro/property/environment.h"

enum { ADC_MOST = 1023 };

void
micro_environment_init (struct micro_environment *e)
{
    *e = (struct micro_environment) {.adc_most = ADC_MOST};
}

void
micro_environment_clear (struct micro_environment *e)
{
    for (size_t i = 0; i < e->allowed.size; i++)
        VEC_CLEAR (e->allowed.at[i].values);
    VEC_CLEAR (e->allowed);
    micro_environment_init (e);
}

void
micro_environment_write (const struct micro_environment *e, struct buffer *b)
{
    buffer_uint (b, e->adc_least);
    buffer_uint (b, e->adc_most);
    buffer_uint (b, e->forbidden);
    buffer_uint (b, e->allowed.size);
    for (size_t i = 0; i < e->allowed.size; i++) {
        const struct micro_allowed *a = &e->allowed.at[i];
        buffer_uint (b, a->address);
        buffer_byte (b, a->mask);
        buffer_bytes (b, (struct bytes) {a->values.at, a->values.size});
    }
}

static bool
allowed_get (struct micro_environment *e, struct reader *r)
{
    struct micro_allowed a = {0};
    uint64_t address = reader_uint (r);
    a.mask = reader_byte (r);
    struct bytes values = reader_bytes (r);
    if (r->failed || address > UINT16_MAX)
        return false;
    a.address = (uint16_t) address;
    for (size_t i = 0; i < values.size; i++)
        VEC_PUSH (a.values, values.data[i]);
    VEC_PUSH (e->allowed, a);
    for (size_t i = 0; i < values.size; i++)
        if (values.data[i] & ~a.mask)
            return false;
    return true;
}

bool
micro_environment_get (struct micro_environment *e, struct reader *r)
{
    micro_environment_init (e);
    uint64_t least = reader_uint (r), most = reader_uint (r);
    e->forbidden = reader_uint (r);
    uint64_t count = reader_uint (r);
    if (r->failed || least > most || most > ADC_MOST)
        return false;
    e->adc_least = (uint16_t) least;
    e->adc_most = (uint16_t) most;
    for (uint64_t i = 0; i < count; i++)
        if (!allowed_get (e, r)) {
            micro_environment_clear (e);
            return false;
        }
    return true;
}
