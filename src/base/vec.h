/* vec.h -- typed growing arrays, as macros over an open struct.
 *
 *     struct vec_int VEC (int);     declares  { int *at; size_t size, room; }
 *     VEC_PUSH (v, x)               v is an lvalue of such a struct */
#ifndef VEC_H
#define VEC_H

#include <assert.h>

#include "base/memory.h"

#define VEC(type)          \
    {                      \
        type *at;          \
        size_t size, room; \
    }
#define VEC_PUSH(v, x)              \
    do {                            \
        VEC_ROOM (v, (v).size + 1); \
        (v).at[(v).size++] = (x);   \
    } while (0)
#define VEC_ROOM(v, n)                                                  \
    do {                                                                \
        if ((n) > (v).room) {                                           \
            (v).room = (v).room ? (v).room * 2 : 8;                     \
            while ((v).room < (n))                                      \
                (v).room *= 2;                                          \
            (v).at = memory_resize ((v).at, (v).room * sizeof *(v).at); \
        }                                                               \
    } while (0)
/* The same for what is large and counted: by an eighth, not to twice as much. */
#define VEC_PUSH_LEAN(v, x)                                             \
    do {                                                                \
        if ((v).size == (v).room && (v).room >= 1 << 14) {              \
            (v).room += (v).room / 8;                                   \
            (v).at = memory_resize ((v).at, (v).room * sizeof *(v).at); \
        }                                                               \
        VEC_PUSH (v, x);                                                \
    } while (0)
#define VEC_POP(v) (assert ((v).size), (v).at[--(v).size])
#define VEC_LAST(v) ((v).at[(v).size - 1])
#define VEC_CLEAR(v)             \
    do {                         \
        memory_free ((v).at);    \
        (v).at = NULL;           \
        (v).size = (v).room = 0; \
    } while (0)

#endif
