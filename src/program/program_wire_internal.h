/* program_wire_internal.h -- what writer and reader agree on; the layout stands
 * at the head of program_wire.c. */
#ifndef PROGRAM_PROGRAM_WIRE_INTERNAL_H
#define PROGRAM_PROGRAM_WIRE_INTERNAL_H

#include "base/hash.h"
#include "program/program_wire.h"

static const char program_wire_magic[] = "cohort program 1\n";

#endif
