/* item_worker_class.h -- the worker of this engine, for those who need nothing else
 * of it. */
#ifndef CEGAR_ABSTRACTION_ITEM_WORKER_CLASS_H
#define CEGAR_ABSTRACTION_ITEM_WORKER_CLASS_H

#include "team/engine.h"

/* Answers the items of every stage. */
extern const struct item_worker_class cegar_item_worker;

#endif
