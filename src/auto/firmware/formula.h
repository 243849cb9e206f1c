/* formula.h -- formulas of CTL about a firmware (auto/machine/formula.h): exactly is with
 * exact memory and without any reduction but that of paths. */
#ifndef AUTO_FIRMWARE_FORMULA_H
#define AUTO_FIRMWARE_FORMULA_H

#include "auto/firmware/firmware.h"

/* Reads --ctl into the firmware and its program, which is not finished yet.  True
 * without one. */
bool firmware_formula_ask (struct firmware *, const struct options *,
                           struct problem *);
bool firmware_formula_decide (struct firmware *, const struct machine_check *,
                              struct problem *);
enum replay_result firmware_formula_replay (struct firmware *,
                                            const struct options *,
                                            struct log *, const char *witness,
                                            const char *file, struct outcome *,
                                            struct text *report,
                                            struct problem *);

#endif
