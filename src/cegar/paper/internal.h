/* internal.h -- the messages of the paper's protocol.
 *
 *   PROGRAM  master to worker: flags, the program's bytes
 *   PREDS    master to worker: predicates that the round adds; a new round
 *   DO_NODE  master to worker: round, node, location, depth, cube
 *   REACHED  worker to master: round, parent node, transition, cube
 *   ASK      worker to master: give me a node */
#ifndef CEGAR_PAPER_INTERNAL_H
#define CEGAR_PAPER_INTERNAL_H

enum paper_tag {
    PAPER_PROGRAM = 0x100,
    PAPER_PREDS,
    PAPER_DO_NODE,
    PAPER_REACHED,
    PAPER_ASK
};

enum paper_flags { PAPER_WITHOUT_A = 1 };

#endif
