/* program_wire.h -- programs as bytes: from the reader of C, which is a process
 * of its own, to cohort.
 *
 * Everything of struct program travels, places, attributes and origins too; a
 * program that was read prints the same as the one that was written.  The bytes
 * are a function of the program.  They come from our own process, but are
 * checked all the same: false for bytes that program_write did not make. */
#ifndef PROGRAM_WIRE_H
#define PROGRAM_WIRE_H

#include "base/bytes.h"
#include "program/program.h"

void program_write (const struct program *, struct buffer *);
/* Into a program that was initialised and is empty. */
bool program_read (struct program *, struct reader *);

#endif
