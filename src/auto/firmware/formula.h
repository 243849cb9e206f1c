/* formula.h -- formulas of CTL about a firmware (--ctl).
 *
 *     universal, all reductions -> it holds        SAFE
 *                               -> else            again, exactly
 *     exact memory, no reduction but that of paths -> SAFE or UNSAFE
 *
 * What is unknown stands for all that it may be, so a state stands for several: with
 * more behaviour than there is, what holds on all paths does hold, and nothing else can
 * be said.  The exact machine forgets nothing; only chains of steps between which no
 * label changes are one edge, and not even these if the formula has an X. */
#ifndef AUTO_FIRMWARE_FORMULA_H
#define AUTO_FIRMWARE_FORMULA_H

#include "auto/firmware/firmware.h"

/* Reads --ctl into the firmware and its program, which is not finished yet.  True
 * without one. */
bool firmware_formula_ask (struct firmware *, const struct options *,
                           struct problem *);
bool firmware_formula_decide (struct firmware *, const struct machine_check *,
                              struct problem *);
/* Judges a witness again: the formula is decided once more by the other algorithm, and
 * the story is walked. */
enum replay_result
firmware_formula_replay (struct firmware *, const struct options *,
                         struct log *, const char *witness, const char *file,
                         struct text *report, struct problem *);

#endif
