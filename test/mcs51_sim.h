/* mcs51_sim.h -- s51 (uCsim) as the second machine: it is given all commands at once,
 * and what it printed is read step by step.
 *
 * After each step it tells pc, R0 to R7, ACC, B, PSW, SP, DPTR and the top of the stack; all of RAM and the
 * ports only now and then, since dumps are slow. */
#ifndef TEST_MCS51_SIM_H
#define TEST_MCS51_SIM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIM_RAM = 256 };
#ifndef SIM_EVERY
#define SIM_EVERY 8u
#endif

struct sim_step {
    uint32_t pc;
    uint8_t r[8], acc, b, psw, sp, dpl, dph;
    uint8_t stack[8]; /* from the top down */
    bool dumped;
    uint8_t ram[SIM_RAM], sfr[128]; /* if dumped */
};

struct sim {
    char commands[64], answers[64]; /* files */
    FILE *file;
    unsigned ram; /* bytes of internal RAM */
};

static inline void
sim_open (struct sim *s, unsigned ram)
{
    memset (s, 0, sizeof *s);
    s->ram = ram;
    const char *at = getenv ("TMPDIR");
    snprintf (s->commands, sizeof s->commands, "%.30s/s51-XXXXXX",
              at ? at : "/tmp");
    snprintf (s->answers, sizeof s->answers, "%.30s/s51-XXXXXX",
              at ? at : "/tmp");
    int a = mkstemp (s->commands), b = mkstemp (s->answers);
    assert_true (a >= 0 && b >= 0);
    close (b);
    s->file = fdopen (a, "w");
}

static inline void
sim_close (struct sim *s)
{
    fclose (s->file);
    unlink (s->commands);
    unlink (s->answers);
}

/* Bytes of a memory, from its address 0 on. */
static inline void
sim_set (struct sim *s, const char *memory, const uint8_t *byte, unsigned size)
{
    enum { LINE = 16 }; /* it has no room for many more */
    for (unsigned i = 0; i < size; i++)
        if (i % LINE)
            fprintf (s->file, " %u", byte[i]);
        else
            fprintf (s->file, "\nset memory %s %u %u", memory, i, byte[i]);
    fputc ('\n', s->file);
}

static inline void
sim_steps (struct sim *s, unsigned steps)
{
    fputs ("pc 0\n", s->file);
    for (unsigned i = 1; i <= steps; i++) {
        fputs ("step\n", s->file);
        if (i % SIM_EVERY)
            continue;
        fprintf (s->file, "dump /h iram 0 %u\n", s->ram - 1);
        fputs ("dump /h sfr 0x80 0x80\ndump /h sfr 0x90 0x90\n"
               "dump /h sfr 0xa0 0xa0\ndump /h sfr 0xb0 0xb0\n",
               s->file);
    }
}

/* Runs all that was said; then steps can be read. */
static inline void
sim_go (struct sim *s, const char *cpu)
{
    char command[400];
    fputs ("quit\n", s->file);
    fclose (s->file);
    snprintf (command, sizeof command,
              "s51 -t %s -b -C %s < /dev/null > %s 2> /dev/null", cpu,
              s->commands, s->answers);
    int status = system (command);
    (void) status; /* what it printed tells */
    s->file = fopen (s->answers, "r");
    assert_non_null (s->file);
}

/* A line that begins like this. */
static inline bool
sim_line (struct sim *s, const char *begin, char line[256])
{
    while (fgets (line, 256, s->file))
        if (!strncmp (line, begin, strlen (begin)))
            return true;
    return false;
}

static inline uint8_t
sim_hex (const char *line, const char *behind)
{
    const char *at = strstr (line, behind);
    assert_non_null (at);
    return (uint8_t) strtoul (at + strlen (behind), NULL, 16);
}

/* "0x08 9a 0a ..": up to 8 bytes of a dump. */
static inline void
sim_dump (struct sim *s, uint8_t *to, unsigned first, unsigned count)
{
    char line[256], begin[16];
    for (unsigned i = 0; i < count;) {
        char *at = line + 4;
        snprintf (begin, sizeof begin, "0x%02x ", first + i);
        assert_true (sim_line (s, begin, line));
        for (unsigned k = 0; k < 8 && i < count; k++)
            to[i++] = (uint8_t) strtoul (at, &at, 16);
    }
}

/* The next step, the `number`th of its program from 1 on. */
static inline void
sim_read (struct sim *s, unsigned number, struct sim_step *t)
{
    char line[256];
    assert_true (sim_line (s, "Stop at 0x", line));
    t->pc = (uint32_t) strtoul (line + 8, NULL, 16);
    assert_true (sim_line (s, "     R0", line));
    assert_non_null (fgets (line, sizeof line, s->file));
    char *at = line;
    for (unsigned i = 0; i < 8; i++)
        t->r[i] = (uint8_t) strtoul (at, &at, 16);
    assert_true (sim_line (s, "@R0", line));
    t->acc = sim_hex (line, "ACC= ");
    t->b = sim_hex (line, "B= ");
    assert_true (sim_line (s, "@R1", line));
    t->psw = sim_hex (line, "PSW= ");
    assert_true (sim_line (s, "SP ", line));
    t->sp = sim_hex (line, "SP ");
    at = strstr (line, "->") + 2;
    for (unsigned i = 0; i < 8; i++)
        t->stack[i] = (uint8_t) strtoul (at, &at, 16);
    assert_true (sim_line (s, "   DPTR= ", line));
    uint16_t dptr = (uint16_t) strtoul (strchr (line, '=') + 1, NULL, 16);
    t->dpl = (uint8_t) dptr;
    t->dph = (uint8_t) (dptr >> 8);
    t->dumped = number % SIM_EVERY == 0;
    if (!t->dumped)
        return;
    sim_dump (s, t->ram, 0, s->ram);
    for (unsigned port = 0; port < 4; port++)
        sim_dump (s, t->sfr + 0x10 * port, 0x80 + 0x10 * port, 1);
}

#endif
