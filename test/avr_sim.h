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
    uint8_t data[4352]; /* as the largest device has */
    uint16_t hidden;    /* this address and the next are not compared; 0: all */
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

/* Timers go on without the processor: prescalers are slow.  A conversion does
 * not: who sleeps until it ends would sleep for ever. */
static inline void
let_pass (avr_t *sim, uint32_t cycles)
{
    enum { ADCSRA = 0x26, ADSC = 6 };
    if (!(sim->data[ADCSRA] >> ADSC & 1))
        sim->cycle += cycles;
}

/* Now and then something comes from outside. */
static inline void
sim_disturb (avr_t *sim, uint64_t *seed)
{
    switch (below (seed, 80)) {
    case 0:
        raise_input (sim,
                     (uint32_t) AVR_IOCTL_IOPORT_GETIRQ ('A' + below (seed, 4)),
                     (int) below (seed, 8), below (seed, 2));
        break;
    case 1:
    case 2: /* where INT0 and INT1 are */
        raise_input (sim, (uint32_t) AVR_IOCTL_IOPORT_GETIRQ ('D'),
                     (int) below (seed, 4), below (seed, 2));
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
