/* avr_sim.h -- simavr as the world around a firmware: runs it while pins,
 * voltages and bytes come at random times. */
#ifndef TEST_AVR_SIM_H
#define TEST_AVR_SIM_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_interrupts.h>

#include "avr_leaks.h"
#include "avr/device/device.h"

/* What simavr shows. */
struct view {
    uint32_t pc;        /* words */
    uint8_t data[8704]; /* as the largest device has */
    uint16_t hidden;    /* a return address here is not compared; 0: all */
};

static inline uint32_t
below (uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) ((*seed >> 24) % n);
}

static inline void
quiet (avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void) avr, (void) level, (void) format, (void) arguments;
}

static inline void
sleep_no_time (avr_t *avr, avr_cycle_count_t cycles)
{
    (void) avr, (void) cycles;
}

static inline avr_t *
sim_new (const char *device, const uint16_t *code, uint32_t words)
{
    avr_global_logger_set (quiet);
    avr_t *sim = avr_make_mcu_by_name (device);
    assert (sim);
    avr_init (sim);
    sim->log = 0;
    sim->frequency = 8000000;
    sim->vcc = sim->avcc = sim->aref = 5000;
    sim->sleep = sleep_no_time;
    memcpy (sim->flash, code, words * sizeof *code);
    sim->codeend = words * 2;
    for (char name = '0'; name <= '1'; name++) {
        uint32_t flags = 0;
        avr_ioctl (sim, (uint32_t) AVR_IOCTL_UART_SET_FLAGS (name), &flags);
    }
    return sim;
}

static inline void
raise_input (avr_t *sim, uint32_t port, int line, uint32_t value)
{
    avr_irq_t *irq = avr_io_getirq (sim, port, line);
    if (irq)
        avr_raise_irq (irq, value);
}

/* A register that the device has; else 0. */
static inline uint16_t
sim_register (const avr_t *sim, const char *name)
{
    const struct avr_device *d = avr_device_find (sim->mmcu);
    assert (d);
    const struct avr_register *r = avr_register_find (d, name);
    return r ? r->address : 0;
}

/* Timers go on without the processor: prescalers are slow.  A conversion does
 * not: who sleeps until it ends would sleep for ever. */
static inline void
let_pass (avr_t *sim, uint32_t cycles)
{
    enum { ADSC = 6 };
    if (!(sim->data[sim_register (sim, "ADCSRA")] >> ADSC & 1))
        sim->cycle += cycles;
}

/* A level at a pin.  simavr has eight in each port, the device may have less. */
static inline void
raise_pin (avr_t *sim, char port, unsigned pin, uint32_t value)
{
    const char name[] = {'P', 'O', 'R', 'T', port, '\0'};
    const struct avr_device *d = avr_device_find (sim->mmcu);
    const struct avr_register *r = avr_register_find (d, name);
    if (r && r->plain >> pin & 1)
        raise_input (sim, (uint32_t) AVR_IOCTL_IOPORT_GETIRQ (port), (int) pin,
                     value);
}

/* Now and then something comes from outside. */
static inline void
sim_disturb (avr_t *sim, uint64_t *seed)
{
    char port;
    unsigned pin;
    switch (below (seed, 80)) {
    case 0:
        port = (char) ('A' + below (seed, 4));
        pin = below (seed, 8);
        raise_pin (sim, port, pin, below (seed, 2));
        break;
    case 1:
    case 2: /* where INT0 and INT1 are */
        port = sim_register (sim, "PORTD") ? 'D' : 'B';
        pin = below (seed, 4);
        raise_pin (sim, port, pin, below (seed, 2));
        break;
    case 3:
        raise_input (sim, (uint32_t) AVR_IOCTL_ADC_GETIRQ,
                     (int) (ADC_IRQ_ADC0 + below (seed, 8)),
                     below (seed, 5000));
        break;
    case 4:
        raise_input (sim, (uint32_t) AVR_IOCTL_UART_GETIRQ ('0'),
                     UART_IRQ_INPUT, below (seed, 256));
        break;
    case 5:
        let_pass (sim, below (seed, 1u << below (seed, 17)));
        break;
    default:
        break;
    }
}

/* It waits two instructions after one that set SREG.I, the device one. */
static inline void
mend_shadow (avr_t *sim, bool before)
{
    if (!before && sim->sreg[FLAG_I] && sim->interrupt_state < 0)
        sim->interrupt_state = (int8_t) avr_has_pending_interrupts (sim);
}

/* One instruction, and the interrupt that is taken after it, if any. */
static inline void
sim_run (avr_t *sim, uint64_t *seed)
{
    bool asleep = sim->state == cpu_Sleeping, on = sim->sreg[FLAG_I];
    avr_flashaddr_t pc = sim->pc;
    sim_disturb (sim, seed);
    if (!asleep || sim->state == cpu_Sleeping) {
        avr_run (sim);
        mend_shadow (sim, on);
        return;
    }
    avr_service_interrupts (sim);
    if (sim->pc == pc)
        sim->state = cpu_Sleeping;
}

static inline void
sim_view (const avr_t *sim, size_t size, struct view *v)
{
    assert (size <= sizeof v->data);
    v->pc = sim->pc / 2;
    v->hidden = 0;
    memcpy (v->data, sim->data, size);
    v->data[AVR_SREG] = 0;
    for (unsigned i = 0; i < 8; i++)
        v->data[AVR_SREG] |= (uint8_t) (sim->sreg[i] << i);
}

static inline uint16_t
view_sp (const struct view *v)
{
    return (uint16_t) (v->data[AVR_SPL] | v->data[AVR_SPH] << 8);
}

#endif
