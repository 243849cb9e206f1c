/* internal.h -- the graph that regions are found with.
 *
 * A node is a set of objects laid over each other, with a common system of
 * offsets; nodes are merged by union-find, where a link says where the merged
 * node lies in the other.  A cell is a set of places in a node: `at`, and if
 * the reach is not empty also at + stride, at + 2 stride, .. up to at + length.
 * Soundness: the cell of a pointer covers every place that the pointer can have
 * in an execution without undefined behaviour; merging only widens cells. */
#ifndef COHORT_LLVM_ALIAS_INTERNAL_H
#define COHORT_LLVM_ALIAS_INTERNAL_H

#include "base/map.h"
#include "cohort-llvm/alias/regions.h"

/* Where an index that is not constant can lead. */
struct reach {
    uint64_t length; /* to the last place; a multiple of stride; or REACH_END */
    uint64_t stride; /* 0: no reach */
    uint64_t past;   /* how far behind the last place a pointer may be that is
                        only compared, or moved back before it is used */
};
#define REACH_END UINT64_MAX /* to the end of the object, whatever that is */

struct alias_cell {
    uint32_t node; /* 0: none (null, undefined) */
    int64_t at;
    struct reach reach;
};

/* Bytes that are loaded or stored; of a root only. */
struct use {
    int64_t at;
    struct reach reach;
    uint64_t width;
    uint32_t pointee; /* node, of pointers; 0: none */
    bool number;      /* numbers are accessed there */
    bool written;
    bool exposed;    /* its pointee went to the lump */
    uint32_t region; /* index, after grouping */
};
struct vec_use VEC (struct use);

/* A thing that memory is made for. */
struct thing {
    LLVMValueRef value; /* global, function, alloca, call, byval argument */
    uint64_t size;      /* 0: unknown */
    bool constant;
    bool single; /* at most one at a time */
    const char *name;
    LLVMValueRef type; /* in debug information, as a node; null: unknown */
};
struct placed { /* a thing in a node */
    uint32_t thing;
    int64_t at;
};
struct vec_placed VEC (struct placed);

struct alias_node {
    uint32_t parent;    /* itself: a root */
    int64_t shift;      /* where it lies in its parent */
    struct reach reach; /* all its places are that uncertain in the parent */
    /* Of roots: */
    uint64_t modulus; /* offsets count modulo this; 0: as they are */
    bool unknown;     /* something else than its things may be there */
    struct vec_use use;
    struct vec_placed placed;
    uint32_t first, regions; /* its regions, after grouping */
    bool kept; /* memory, or a result, may hold a pointer to it; once frozen */
};

struct alias_node_vec VEC (struct alias_node);
struct vec_cell VEC (struct alias_cell);

/* What is stored at `to` may come from `from`: to's places must include its;
 * and the other way too if `both`. */
struct demand {
    struct alias_cell to, from;
    bool both;
};
struct vec_demand VEC (struct demand);
struct vec_thing VEC (struct thing);
struct alias_value_vec VEC (LLVMValueRef);
struct vec_region VEC (struct region);
struct vec_begin VEC (int64_t);

/* A store of opaque contents: it makes regions, but nothing flows. */
struct opaque {
    struct alias_cell there;
    LLVMTypeRef type;
};
struct vec_opaque VEC (struct opaque);

/* Two pointers that are compared, and may turn out to be equal though nothing
 * flows from one to the other: one of them was made from a number, or is
 * uninitialised. */
struct compared {
    struct alias_cell a, b;
    bool joins;  /* in this round */
    bool joined; /* what either points to, the other may, too */
};
struct vec_compared VEC (struct compared);

/* A call whose function is not constant. */
struct indirect {
    LLVMValueRef call;
    uint32_t root; /* what was linked already: so many things of it */
    size_t seen;
    bool open; /* and what is unknown */
};
struct vec_indirect VEC (struct indirect);

struct alias_graph {
    const struct unit *unit;
    struct arena arena;
    unsigned pointer;           /* bytes of one */
    struct alias_node_vec node; /* [0] is none */
    struct vec_thing thing;
    struct map thing_of; /* value -> index + 1 */
    struct map cell_of;  /* value -> index into cell + 1 */
    struct vec_cell cell;
    struct vec_demand pending;
    bool draining;
    /* What integers that become pointers, and unknown functions, can reach; 0
     * until something asks for it. */
    uint32_t lump;
    bool lump_closed;        /* an unknown function follows pointers too */
    struct vec_cell exposed; /* what was cast to an integer */
    struct vec_indirect indirect;
    struct vec_compared compared;
    struct map result;    /* function -> node of what it returns */
    size_t exposed_done;  /* so many of them are in the lump */
    bool changed;         /* since the round began */
    struct vec_cell bulk; /* pointers of memcpy and its like */
    struct vec_opaque opaque;
    bool silent; /* uses that are added do not have to agree */
    bool frozen; /* nothing is merged any more */
    struct vec_region region;
    struct vec_begin begin; /* of each region, in its node */
};

struct regions {
    struct alias_graph *graph;
};

/* ---- reach.c: arithmetic of places */
uint64_t reach_gcd (uint64_t, uint64_t); /* 0 is neutral */
struct reach reach_add (struct reach, struct reach);
/* The same, with the places just past it as places of their own. */
struct reach reach_widen (struct reach);
/* The places of a cell in a node with that modulus, in one form. */
struct alias_cell cell_normal (struct alias_cell, uint64_t modulus);
/* Whether b's places are a's too; both normal, of one node. */
bool cell_includes (struct alias_cell a, struct alias_cell b);
/* The widest modulus under which both are one place. */
uint64_t cell_common (struct alias_cell, struct alias_cell);
/* Whether two uses may have a byte in common. */
bool use_overlaps (const struct use *, const struct use *, uint64_t modulus);

/* ---- graph.c: nodes and cells */
uint32_t graph_node (struct alias_graph *);
struct alias_cell graph_resolve (struct alias_graph *,
                                 struct alias_cell); /* to a root */
struct alias_node *graph_root (struct alias_graph *, uint32_t node);
/* The value of `from` flows to `to`. */
void graph_flow (struct alias_graph *, struct alias_cell to,
                 struct alias_cell from);
/* Bytes at one are copied to the other, so what is there is the same. */
void graph_copy (struct alias_graph *, struct alias_cell, struct alias_cell);
/* Bytes there are written all at once. */
void graph_bulk (struct alias_graph *, struct alias_cell);
void graph_fold (struct alias_graph *, uint32_t node, uint64_t modulus);
struct alias_cell graph_shift (struct alias_graph *, struct alias_cell,
                               int64_t);
struct alias_cell graph_index (struct alias_graph *, struct alias_cell,
                               struct reach);
/* An access; gives the cell of the pointers there if `pointer`. */
struct alias_cell graph_use (struct alias_graph *, struct alias_cell,
                             struct reach, uint64_t width, bool pointer,
                             bool written);
/* The node that integers can point to; nodes are merged into it. */
struct alias_cell graph_lump (struct alias_graph *);
void graph_expose (struct alias_graph *, struct alias_cell);
/* An unknown function gets it, and may link all that it reaches. */
void graph_escape (struct alias_graph *, struct alias_cell);

/* ---- value.c: cells of values */
struct alias_cell value_cell (struct alias_graph *, LLVMValueRef);
struct alias_cell value_cell_known (struct alias_graph *,
                                    LLVMValueRef); /* adds nothing */
void value_define (struct alias_graph *, LLVMValueRef, struct alias_cell);
/* Whether a constant number is made of addresses; those are exposed. */
bool value_is_address (struct alias_graph *, LLVMValueRef);
struct alias_cell value_gep (struct alias_graph *, LLVMValueRef gep,
                             struct alias_cell base);
struct alias_cell thing_cell (struct alias_graph *, LLVMValueRef,
                              uint64_t size);
bool type_has_pointers (LLVMTypeRef);
/* Accesses of all leaves of a type; pointers there are unified with `value`. */
void type_use (struct alias_graph *, struct alias_cell, LLVMTypeRef,
               struct alias_cell value, bool written);
void value_initialise (struct alias_graph *, LLVMValueRef global);
/* The same, for what such a global is copied to. */
void value_copy_constant (struct alias_graph *, struct alias_cell to,
                          LLVMValueRef global);

/* ---- scan.c: instructions */
void scan_module (struct alias_graph *);
/* Joins what is compared, and was not yet, where it may be equal by other ways
 * than flow; false: there was nothing to join. */
bool scan_join_compared (struct alias_graph *);
/* ---- calls.c: calls */
void call_scan (struct alias_graph *, LLVMValueRef call);
void
calls_settle (struct alias_graph *); /* indirect ones, until nothing changes */
/* What an indirect call may call; false: or anything else. */
bool call_targets (struct alias_graph *, LLVMValueRef call,
                   struct alias_value_vec *);
struct alias_cell function_result (struct alias_graph *, LLVMValueRef function);
bool param_is_copy (LLVMValueRef param); /* byval: an object of its own */
bool call_is_fresh (LLVMValueRef);       /* a call of cohort.fresh.N */
/* The function of a direct call; null: indirect, or assembly. */
LLVMValueRef call_function (LLVMValueRef call);
/* Whether a function is an external whose effects are not known. */
bool function_unknown (LLVMValueRef function);
/* ---- external.c: calls of functions without a body */
void call_external (struct alias_graph *, LLVMValueRef call,
                    LLVMValueRef function);
void call_escape (struct alias_graph *,
                  LLVMValueRef call); /* of unknown ones */
/* ---- single.c: which things exist once at a time */
void things_single (struct alias_graph *);
/* ---- group.c: uses to regions */
void graph_group (struct alias_graph *);
/* Whether the root reaches beyond what the program made; and so is all that is
 * reached from there. */
void graph_spread_unknown (struct alias_graph *);
/* ---- field.c: members of types, from debug information */
LLVMValueRef variable_type (LLVMValueRef variable);
LLVMValueRef global_type (LLVMContextRef, LLVMValueRef global);
/* ".member.member" of what stands at the offset; false: nothing has a name. */
bool field_path (LLVMValueRef type, uint64_t offset, struct text *);
/* ---- name.c: for people */
void things_name (struct alias_graph *);
/* "thing.member", or "thing.offset" if the member is not known; only "thing"
 * unless `part`; null: no thing is known. */
const char *region_name (struct alias_graph *, const struct thing *,
                         int64_t offset, bool part, uint32_t index);

#endif
