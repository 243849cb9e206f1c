/* internal.h -- the messages between a pool's master and its workers.
 *
 * All numbers as in base/bytes.h.  From the master:
 *
 *     PROGRAM  name of the item worker class (string), program (bytes)
 *     BLOB     the blob itself
 *     BATCH    n, then items (bytes each) to the end; the first n of them go
 *              before, the others behind what the worker has queued
 *     CANCEL   digests of items to drop if they are still queued
 *     URGE     digests of queued items that go to the front
 *
 * and from a worker:
 *
 *     ANSWERS  to the end: digest, 1, answer (bytes), units, nanoseconds,
 *                          those of them that went into preparing
 *                      or: digest, 0            dropped as told by CANCEL
 *     FAILED   why this worker cannot work (string) */
#ifndef TEAM_POOL_INTERNAL_H
#define TEAM_POOL_INTERNAL_H

enum pool_tag {
    POOL_PROGRAM = 1,
    POOL_BLOB,
    POOL_BATCH,
    POOL_CANCEL,
    POOL_URGE,
    POOL_ANSWERS,
    POOL_FAILED
};

#endif
