/* option_words.h -- the words of options that take one (base/options.h).
 *
 *     W    (VALUE, "word")          may be given for every input
 *     ONLY (VALUE, "word", inputs)  is refused for all but these inputs
 *
 * Two are refused for less than they could be: --goal=return does not count for Horn
 * clauses, firmware and models, and --emit=output is that of steps for Boogie. */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#define ENGINE_WORDS(W, ONLY)                      \
    W (ENGINE_AUTO, "auto")                        \
    ONLY (ENGINE_CEGAR, "cegar", FOR_ENGINES)      \
    ONLY (ENGINE_UNROLL, "unroll", FOR_ENGINES)    \
    ONLY (ENGINE_INDUCT, "induct", FOR_ENGINES)    \
    ONLY (ENGINE_BOUNDED, "bounded", FOR_PROGRAMS) \
    ONLY (ENGINE_SAT, "sat", FOR_PROGRAMS)         \
    ONLY (ENGINE_EXPLORE, "explore", FOR_MACHINES)
#define MODE_WORDS(W, ONLY)                 \
    W (MODE_SEQUENTIAL, "sequential")       \
    W (MODE_PREDICTABLE, "predictable")     \
    ONLY (MODE_PAPER, "paper", FOR_ENGINES) \
    ONLY (MODE_NAIVE, "naive", FOR_ENGINES) \
    ONLY (MODE_HYDRA, "hydra", FOR_PROGRAMS)
#define GOAL_WORDS(W, ONLY)   \
    W (GOAL_ASSERT, "assert") \
    ONLY (GOAL_RETURN, "return", FOR_ALL & ~FOR_THREADS)
#define INTEGERS_WORDS(W, ONLY) \
    W (INTEGERS_BITS, "bits") W (INTEGERS_MATH, "math")
#define REFINE_WORDS(W, ONLY)   \
    W (REFINE_AUTO, "auto")     \
    W (REFINE_FARKAS, "farkas") \
    W (REFINE_NEWTON, "newton") \
    W (REFINE_SPACER, "spacer")
#define PREPROCESS_WORDS(W, ONLY) \
    W (PREPROCESS_FULL, "full") W (PREPROCESS_NONE, "none")
#define BLOCKS_WORDS(W, ONLY) \
    W (BLOCKS_LARGE, "large") W (BLOCKS_SINGLE, "single")
#define SCOPE_WORDS(W, ONLY)       \
    W (SCOPE_AUTO, "auto")         \
    W (SCOPE_LOCATION, "location") \
    W (SCOPE_ALL, "all")
#define SPLIT_WORDS(W, ONLY)   \
    W (SPLIT_PROOF, "proof")   \
    W (SPLIT_RANDOM, "random") \
    W (SPLIT_NEVER, "never")
#define QUEUE_WORDS(W, ONLY) \
    W (QUEUE_DEQUES, "deques") W (QUEUE_CLASSIC, "classic")
#define RATE_WORDS(W, ONLY) \
    W (RATE_ADAPTIVE, "adaptive") W (RATE_FIXED, "fixed")
#define MEMORY_WORDS(W, ONLY) \
    W (MEMORY_EXACT, "exact") \
    W (MEMORY_BITS, "bits")   \
    W (MEMORY_BYTES, "bytes") \
    W (MEMORY_SYMBOLIC_STACK, "symbolic-stack")
#define ALGORITHM_WORDS(W, ONLY) \
    W (ALGORITHM_LOCAL, "local") \
    W (ALGORITHM_GLOBAL, "global")
#define SEARCH_WORDS(W, ONLY)                 \
    W (SEARCH_LAYERS, "layers")               \
    W (SEARCH_FREE, "free")                   \
    W (SEARCH_DFS, "dfs")                     \
    W (SEARCH_BFS, "bfs")                     \
    W (SEARCH_DYNAMIC_LOCKS, "dynamic-locks") \
    W (SEARCH_STATIC_LOCKS, "static-locks")   \
    W (SEARCH_STATIC_MASTER, "static-master") \
    W (SEARCH_STATIC_LOCAL, "static-local")   \
    W (SEARCH_DIRECTED, "directed")           \
    W (SEARCH_BEST, "best")                   \
    W (SEARCH_ASTAR, "astar")                 \
    W (SEARCH_IDA, "ida")                     \
    W (SEARCH_ASYNC, "async")
#define ESTIMATE_WORDS(W, ONLY)                   \
    W (ESTIMATE_NONE, "none")                     \
    W (ESTIMATE_ACTIVE, "active")                 \
    W (ESTIMATE_MOST_BLOCKED, "most-blocked")     \
    W (ESTIMATE_LOCK_AND_BLOCK, "lock-and-block") \
    W (ESTIMATE_INTERLEAVING, "interleaving")     \
    W (ESTIMATE_READ_WRITE, "read-write")         \
    W (ESTIMATE_ALTERNATING, "alternating")       \
    W (ESTIMATE_BRANCH, "branch")                 \
    W (ESTIMATE_DISTANCE, "distance")             \
    W (ESTIMATE_PRIORITY, "priority")
#define ADDRESSES_WORDS(W, ONLY) \
    W (ADDRESSES_SYMBOLIC, "symbolic") W (ADDRESSES_CONCRETE, "concrete")
#define TRANSPORT_WORDS(W, ONLY) \
    W (TRANSPORT_AUTO, "auto")   \
    W (TRANSPORT_ZMQ, "zmq")     \
    W (TRANSPORT_MPI, "mpi")     \
    W (TRANSPORT_SIMULATED, "simulated")
#define STORE_WORDS(W, ONLY)     \
    W (STORE_PLAIN, "plain")     \
    W (STORE_TREE, "tree")       \
    W (STORE_COMPACT, "compact") \
    W (STORE_DISK, "disk")
#define PARTITION_WORDS(W, ONLY)     \
    W (PARTITION_HASH, "hash")       \
    W (PARTITION_HEAP, "heap")       \
    W (PARTITION_STACKS, "stacks")   \
    W (PARTITION_THREADS, "threads") \
    W (PARTITION_AUTO, "auto")       \
    W (PARTITION_DEPTH, "depth")     \
    W (PARTITION_ESTIMATE, "estimate")
#define CHANNEL_WORDS(W, ONLY)   \
    W (CHANNEL_AUTO, "auto")     \
    W (CHANNEL_SINGLE, "single") \
    W (CHANNEL_DUAL, "dual")
#define TERMINATION_WORDS(W, ONLY) \
    W (TERMINATION_BARRIER, "barrier") W (TERMINATION_TOKEN, "token")
#define EMIT_WORDS(W, ONLY)                            \
    W (EMIT_NONE, "none")                              \
    ONLY (EMIT_HORN, "horn", FOR_ENGINES)              \
    ONLY (EMIT_DOT, "dot", FOR_ENGINES | FOR_FIRMWARE) \
    ONLY (EMIT_BOOGIE, "boogie", FOR_PROGRAMS)         \
    ONLY (EMIT_PASSIVE, "passive", FOR_PROGRAMS)       \
    ONLY (EMIT_STEPS, "steps", FOR_PROGRAMS)           \
    ONLY (EMIT_STATES, "states", FOR_MACHINES)         \
    ONLY (EMIT_OUTPUT, "output", FOR_THREADS | FOR_BOOGIE)
#define SHOW_WORDS(W, ONLY) \
    W (SHOW_AUTO, "auto")   \
    W (SHOW_LINE, "line")   \
    W (SHOW_JSON, "json")   \
    W (SHOW_NONE, "none")

#endif
