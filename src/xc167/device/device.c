/* device.c -- looking things up in a device. */
#include "xc167/device/device.h"

#include <assert.h>
#include <strings.h>

static const struct xc167_device *const devices[] = {&xc167_device_xc167};

const struct xc167_device *
xc167_device_at (size_t i)
{
    return i < sizeof devices / sizeof *devices ? devices[i] : NULL;
}

const struct xc167_device *
xc167_device_find (const char *name)
{
    const struct xc167_device *d;
    for (size_t i = 0; (d = xc167_device_at (i)); i++)
        if (!strcasecmp (name, d->name))
            return d;
    return NULL;
}

const struct xc167_register *
xc167_register_at (const struct xc167_device *d, uint16_t address)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (d->registers[i].address == address)
            return &d->registers[i];
    return NULL;
}

const struct xc167_register *
xc167_register_find (const struct xc167_device *d, const char *name)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (!strcasecmp (d->registers[i].name, name))
            return &d->registers[i];
    return NULL;
}

const struct xc167_bit *
xc167_bit_find (const struct xc167_device *d, const char *name)
{
    for (size_t i = 0; i < d->bit_count; i++)
        if (!strcasecmp (d->bits[i].name, name))
            return &d->bits[i];
    return NULL;
}

uint16_t
xc167_hot (const struct xc167_device *d)
{
    return (uint16_t) (2 * d->register_count);
}

uint32_t
xc167_data_size (const struct xc167_device *d)
{
    uint32_t size = xc167_hot (d);
    for (unsigned i = 0; i < XC167_MEMORIES; i++)
        size += d->memory[i].size;
    return size;
}

uint16_t
xc167_place_of (const struct xc167_device *d, uint32_t address)
{
    uint32_t at = xc167_hot (d);
    if (address > 0xffff)
        return XC167_NONE;
    for (unsigned i = 0; i < XC167_MEMORIES; i++) {
        if (address >= d->memory[i].first
            && address - d->memory[i].first < d->memory[i].size)
            return (uint16_t) (at + address - d->memory[i].first);
        at += d->memory[i].size;
    }
    const struct xc167_register *r =
        xc167_register_at (d, (uint16_t) (address & ~1u));
    return r ? (uint16_t) (2 * (r - d->registers) + (address & 1))
             : (uint16_t) XC167_NONE;
}

uint16_t
xc167_address_of (const struct xc167_device *d, uint16_t place)
{
    uint32_t at = xc167_hot (d);
    if (place < at)
        return (uint16_t) (d->registers[place / 2].address + (place & 1));
    unsigned i = 0;
    while (place - at >= d->memory[i].size) {
        at += d->memory[i++].size;
        assert (i < XC167_MEMORIES);
    }
    return (uint16_t) (d->memory[i].first + place - at);
}

static bool
core_sound (const struct xc167_device *d)
{
    static const struct {
        uint16_t place, address;
    } core[] = {{XC167_PSW, 0xff10},      {XC167_CP, 0xfe10},
                {XC167_SP, 0xfe12},       {XC167_DPP0, 0xfe00},
                {XC167_DPP0 + 6, 0xfe06}, {XC167_MDL, 0xfe0e},
                {XC167_MDH, 0xfe0c},      {XC167_MDC, 0xff0e},
                {XC167_STKOV, 0xfe14},    {XC167_STKUN, 0xfe16},
                {XC167_TFR, 0xffac},      {XC167_VECSEG, 0xff12},
                {XC167_CPUCON1, 0xfe18}};
    for (size_t i = 0; i < sizeof core / sizeof *core; i++)
        if (xc167_place_of (d, core[i].address) != core[i].place)
            return false;
    return true;
}

static bool
nodes_sound (const struct xc167_device *d)
{
    for (size_t i = 1; i < d->node_count; i++) {
        const struct xc167_node *n = &d->nodes[i];
        const struct xc167_register *r = xc167_register_at (d, n->control);
        if (!r || r->special != REGISTER_REQUEST || n->trap > 0x7f
            || xc167_place_of (d, n->control) != xc167_control ((unsigned) i))
            return false;
        if (n->mask && !xc167_register_at (d, n->source))
            return false;
    }
    return d->node_count <= XC167_NODES;
}

bool
xc167_device_sound (const struct xc167_device *d)
{
    for (size_t i = 0; i < d->register_count; i++) {
        const struct xc167_register *r = &d->registers[i];
        if (r->address & 1 || r->plain & r->input || r->input & r->reset
            || xc167_register_at (d, r->address) != r)
            return false;
        if (r->special == REGISTER_SENT
            && (i + 1 == d->register_count || r[1].plain || !r[1].input))
            return false;
    }
    for (size_t i = 0; i < d->port_count; i++) {
        const struct xc167_port *p = &d->ports[i];
        const struct xc167_register *r = xc167_register_at (d, p->data);
        if (!r || r->special != REGISTER_PORT
            || !xc167_register_at (d, p->direction))
            return false;
    }
    for (size_t i = 0; i < d->bit_count; i++)
        if (!xc167_register_at (d, d->bits[i].address)
            || d->bits[i].bit + d->bits[i].width > 16)
            return false;
    return core_sound (d) && nodes_sound (d);
}
