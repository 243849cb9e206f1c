/* elf.h -- firmware as linkers write it: ELF; for AVR with DWARF, for XC167 (xc167.c)
 * with a symbol table.
 *
 * Of AVR: flash is what the loadable segments put at their physical addresses, so the
 * initial values of .data are where the startup code finds them.  The device is
 * the one that avr-gcc notes in .note.gnu.avr.deviceinfo.  Names of C come from
 * DWARF 2 to 5; a file without is read, too, and knows its labels only. */
#ifndef FRONTEND_ELF_ELF_H
#define FRONTEND_ELF_ELF_H

#include "base/problem.h"
#include "micro/image.h"

bool elf_recognise (const void *data, size_t size);
/* Fills the image, which the caller clears.  `device` is what --device says, or
 * null; if the file names a known device, too, they must agree.  False: problem,
 * and the image is empty. */
bool elf_read (struct micro_image *, const void *data, size_t size,
               const char *file, const char *device, struct problem *);

#endif
