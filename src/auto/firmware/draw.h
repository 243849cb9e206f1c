/* draw.h -- the control flow of a firmware, with its assembly, for the report. */
#ifndef AUTO_FIRMWARE_DRAW_H
#define AUTO_FIRMWARE_DRAW_H

#include "auto/firmware/firmware.h"

/* Functions as groups, basic blocks as nodes with the addresses in bytes that are theirs;
 * and where the sources are, as the debug information says.  If that is wanted
 * (engine/draw.h). */
void firmware_draw (const struct firmware *, const struct options *,
                    struct outcome *);

#endif
