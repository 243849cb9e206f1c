/* cdb.h -- sdcc's .cdb: names, types, addresses and lines, as text.
 *
 * A record is a line; what is used of it:
 *
 *     M:MODULE
 *     S:SCOPE$NAME$LEVEL$BLOCK({SIZE}TYPE:SIGN),SPACE,..      a symbol
 *     T:FMODULE$TAG[({OFFSET}S:..),({OFFSET}S:..)..]           a struct or union
 *     L:SCOPE$NAME$LEVEL$BLOCK:ADDRESS                         where it is
 *     L:XSCOPE$NAME$LEVEL$BLOCK:ADDRESS                        where a function ends
 *     L:C$FILE$LINE$LEVEL$BLOCK:ADDRESS                        where a line begins
 *
 * SCOPE is G, FMODULE or LMODULE.FUNCTION; F: records (functions) repeat what stands in
 * S:, and L:A$.. is about lines of assembly. */
#ifndef FRONTEND_HEX_CDB_H
#define FRONTEND_HEX_CDB_H

#include "base/problem.h"
#include "micro/image.h"

/* Adds symbols to an image for MCS-51.  False: problem. */
bool cdb_read (struct micro_image *, const char *text, size_t size,
               const char *file, struct problem *);

#endif
