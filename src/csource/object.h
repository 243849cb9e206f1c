/* object.h -- what C calls an object of memory, a place in it, and a pointer.
 *
 * "n[1].next", "&n[1]", "heap#1[3]", "one past the end of buf (16 bytes)".  Objects of
 * the heap have no names: they are numbered in the order of their making along
 * the trail that is told.  Names, sizes and layouts: program/attributes.h. */
#ifndef CSOURCE_OBJECT_H
#define CSOURCE_OBJECT_H

#include "base/map.h"
#include "program/program.h"

struct c_object {
    const char *name;   /* borrowed; "": of the heap */
    const char *layout; /* borrowed; "": not known */
    uint64_t bytes;     /* 0: not known */
    uint64_t element;   /* of the heap: bytes of what `layout` is of; 0: all */
    uint32_t heap;      /* of the heap: its number; 0: of no trace yet */
    bool told;          /* where it was made has been told */
    struct place place; /* where it was made; no line: not known */
};

struct c_objects {
    struct map at; /* number -> index into object */
    struct VEC (struct c_object) object;
    uint32_t heap; /* how many of the heap there are */
};

/* With those that have numbers of their own. */
void objects_init (struct c_objects *, const struct program *);
void objects_clear (struct c_objects *);
/* Null: not known.  Borrowed until the next one is made. */
struct c_object *objects_find (const struct c_objects *, uint64_t number);
/* A new one, or one of the same number again. */
struct c_object *objects_make (struct c_objects *, uint64_t number,
                               struct place);
/* A pointer to it has the mark {:c_points}, if it has no layout yet. */
void objects_points (const struct c_objects *, uint64_t number,
                     const char *points);

/* "n[1].v": what is at an offset.  Gives the C type if it is a scalar, to be freed
 * (null: not known).  False: no such object. */
bool objects_place (const struct c_objects *, uint64_t number, uint64_t offset,
                    struct text *out, char **type);
/* "&n[1]", "null", "sum".  `type` is the pointer's; null: not known. */
void objects_pointer (const struct c_objects *, const term *object,
                      const term *offset, const char *type, struct text *out);

#endif
