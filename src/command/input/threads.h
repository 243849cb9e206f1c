/* threads.h -- how the driver of C hands over a program of the C machine. */
#ifndef COMMAND_INPUT_THREADS_H
#define COMMAND_INPUT_THREADS_H

#include "command/work.h"
#include "frontend/task/c_ask.h"

/* The work's kind is threads_kind by now.  Checks the options and makes the machine;
 * the question and the code change hands.  False: problem. */
bool threads_input_take (struct work *, struct c_ask *adopted,
                         struct vm_code *adopted_code, struct problem *);

#endif
