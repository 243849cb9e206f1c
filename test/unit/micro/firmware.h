/* firmware.h -- small firmware for tests, compiled by avr-gcc when they
 * run. */
#ifndef AVR_FIRMWARE_H
#define AVR_FIRMWARE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

/* Compiles `source` (named firmware.c) with these options; the bytes of the
 * result, which the caller frees.  Null: it could not be compiled. */
static char *
firmware_compile (const char *source, const char *options, size_t *size)
{
    char folder[] = "/tmp/cohort-firmware-XXXXXX", path[64];
    struct text command;
    if (!mkdtemp (folder))
        return NULL;
    text_init (&command);
    snprintf (path, sizeof path, "%s/firmware.c", folder);
    bool good = text_save (path, source, strlen (source));
    text_print (&command, "cd %s && avr-gcc %s firmware.c -o firmware.elf",
                folder, options);
    good = good && !system (text_view (&command));
    snprintf (path, sizeof path, "%s/firmware.elf", folder);
    char *data = good ? text_file (path, size) : NULL;
    text_reset (&command);
    text_print (&command, "rm -rf %s", folder);
    if (system (text_view (&command)))
        data = NULL;
    text_clear (&command);
    return data;
}

#endif
