/* options.h -- all options, in one table.
 *
 * The table makes the struct, the parser, --help, the manual page, the run
 * directory's manifest and the identity of a run.  Options are of a class:
 * SEMANTIC ones are part of manifest, identity and digest; RESOURCE ones may
 * differ on resume; OUTPUT ones say what to write; HIDDEN ones serve tests.
 *
 *     NUMBER (class, inputs, field, "name", default, least, most, "help")
 *     AUTO   (class, inputs, field, "name", most, "help")  a number, or "auto": 0
 *     WORD   (class, inputs, field, "name", DEFAULT, WORDS, "help")
 *     TEXT   (class, inputs, field, "name", "what", "help")  default: null
 *     FLAG   (class, inputs, field, "name", "help")          default: false
 *
 * A WORD is an `enum option_FIELD`, made of its list in base/option_words.h.  The
 * inputs are those that an option counts for; elsewhere it is ignored, or refused
 * if FOR_ONLY is among them (options_fit).
 *
 * Beside the table there are the compiler's own: -I -D -U -std= -include
 * -isystem.  They are SEMANTIC, and FOR_ONLY | FOR_CSOURCE. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/bytes.h"
#include "base/option_words.h"
#include "base/problem.h"
#include "base/text.h"

enum option_inputs {
    FOR_HORN = 1,
    FOR_BOOGIE = 2,
    FOR_C = 4,       /* by engines */
    FOR_THREADS = 8, /* C on the C machine: with threads, C++ */
    FOR_FIRMWARE = 16,
    FOR_MODEL = 32,
    FOR_ALL = 63,
    FOR_CSOURCE = FOR_C | FOR_THREADS,
    FOR_PROGRAMS = FOR_BOOGIE | FOR_C,
    FOR_ENGINES = FOR_HORN | FOR_PROGRAMS, /* all but explore */
    FOR_MACHINES = FOR_THREADS | FOR_FIRMWARE | FOR_MODEL,
    FOR_ONLY = 64
};

#define OPTIONS(NUMBER, AUTO, WORD, TEXT, FLAG)                                \
    WORD (SEMANTIC, FOR_ALL, engine, "engine", ENGINE_AUTO, ENGINE_WORDS,      \
          "which engine decides; auto: for Horn clauses stages of cegar, "     \
          "unroll and induct, for C these and bounded in turns, for Boogie "   \
          "programs bounded, for machines explore")                            \
    WORD (SEMANTIC, FOR_ALL, mode, "mode", MODE_PREDICTABLE, MODE_WORDS,       \
          "the reference itself; the same spread over a team; for Horn "       \
          "clauses: the paper's protocol, or whatever comes first; for "       \
          "programs: the paper's server and clients")                          \
    TEXT (SEMANTIC, FOR_BOOGIE | FOR_CSOURCE, entry, "entry", "NAME",          \
          "the procedure that a program starts with")                          \
    WORD (SEMANTIC, FOR_PROGRAMS, goal, "goal", GOAL_ASSERT, GOAL_WORDS,       \
          "what is looked for: a failed assertion, or the end of the entry "   \
          "procedure")                                                         \
    TEXT (SEMANTIC, FOR_ONLY | FOR_CSOURCE, property, "property", "FILE",      \
          "what is checked, as a property file of SV-COMP says")               \
    FLAG (SEMANTIC, FOR_ONLY | FOR_C, all, "all",                              \
          "a verdict for every check, going on after the first failure")       \
    FLAG (SEMANTIC, FOR_ONLY | FOR_CSOURCE, bits32, "32",                      \
          "int, long and pointers have 32 bits")                               \
    FLAG (SEMANTIC, FOR_ONLY | FOR_CSOURCE, bits64, "64",                      \
          "long and pointers have 64 bits (default)")                          \
    WORD (SEMANTIC, FOR_ONLY | FOR_C, integers, "integers", INTEGERS_BITS,     \
          INTEGERS_WORDS,                                                      \
          "integers as the machine has them, or as mathematics does")          \
    TEXT (SEMANTIC, FOR_ONLY | FOR_CSOURCE, commands, "compile-commands",      \
          "FILE",                                                              \
          "flags of every file, as a build wrote them "                        \
          "(compile_commands.json)")                                           \
    TEXT (SEMANTIC, FOR_ONLY | FOR_CSOURCE, assume, "assume", "LIST",          \
          "of pure-externals (unknown functions change nothing), malloc "      \
          "(never gives null)")                                                \
    FLAG (SEMANTIC, FOR_CSOURCE, no_execute, "no-execute",                     \
          "never run the program to confirm a counterexample (else it is "     \
          "run, confined: no network, no files, no process left behind)")      \
    TEXT (SEMANTIC, FOR_ONLY | FOR_C, reuse, "reuse", "RUN",                   \
          "try first what the proof of an earlier run says (a directory "      \
          "of --run, or a proof): of a program that was changed since")        \
    WORD (SEMANTIC, FOR_ENGINES, refine, "refine", REFINE_AUTO, REFINE_WORDS,  \
          "where new predicates come from")                                    \
    WORD (SEMANTIC, FOR_ENGINES, preprocess, "preprocess", PREPROCESS_FULL,    \
          PREPROCESS_WORDS,                                                    \
          "simplify clauses or program before they are checked")               \
    WORD (SEMANTIC, FOR_ENGINES, blocks, "blocks", BLOCKS_LARGE, BLOCKS_WORDS, \
          "transitions: composed over acyclic regions, or one per clause")     \
    WORD (SEMANTIC, FOR_ENGINES, scope, "scope", SCOPE_AUTO, SCOPE_WORDS,      \
          "where a new predicate counts: at its location, or at all of equal " \
          "sorts (auto: all if blocks are single)")                            \
    NUMBER (SEMANTIC, FOR_ENGINES, seeds, "seeds", 120, 0, 10000,              \
            "candidate invariants per location that are tried first")          \
    AUTO (SEMANTIC, FOR_ALL, bound, "bound", 1000000,                          \
          "Horn clauses: deepest unrolling that is tried (auto: no bound); "   \
          "programs: how often a procedure or loop may be on the stack "       \
          "(auto: 1, 2, 4, ..)")                                               \
    WORD (SEMANTIC, FOR_PROGRAMS, split, "split", SPLIT_PROOF, SPLIT_WORDS,    \
          "where a search is split")                                           \
    NUMBER (SEMANTIC, FOR_PROGRAMS, budget, "budget", 0, 0, 1000000000,        \
            "thousands of solver steps before a search is split; "             \
            "in mode hydra, which splits by the clock, each is a quarter of "  \
            "a millisecond between splits (0: as usual)")                      \
    WORD (RESOURCE, FOR_PROGRAMS, queue, "queue", QUEUE_DEQUES, QUEUE_WORDS,   \
          "hydra: a double-ended queue per client, or one for all")            \
    WORD (RESOURCE, FOR_PROGRAMS, rate, "rate", RATE_ADAPTIVE, RATE_WORDS,     \
          "hydra: how often clients split")                                    \
    TEXT (SEMANTIC, FOR_ONLY | FOR_FIRMWARE, invariant, "invariant", "EXPR",   \
          "machines: what must always hold, as a C expression over variables " \
          "and registers")                                                     \
    TEXT (SEMANTIC, FOR_ONLY | FOR_MACHINES, ctl, "ctl", "FORMULA",            \
          "a formula of CTL that must hold when main begins, such "            \
          "as AG (request -> AF grant), over what --invariant can say")        \
    TEXT (                                                                     \
        SEMANTIC, FOR_ONLY | FOR_MACHINES, fair, "fair", "LIST",               \
        "ctl: propositions with ; between that hold again and again on the "   \
        "paths that count, such as pc == __vector_9, or P ~> Q: Q does if P "  \
        "does; of firmware device, too (interrupts that stay enabled come), "  \
        "served (so do those that others keep waiting), and polled (flags "    \
        "that "                                                                \
        "are polled come)")                                                    \
    WORD (SEMANTIC, FOR_ONLY | FOR_MACHINES, algorithm, "algorithm",           \
          ALGORITHM_LOCAL, ALGORITHM_WORDS,                                    \
          "ctl: on the fly, expanding only what the formula needs; or "        \
          "labelling all states")                                              \
    TEXT (SEMANTIC, FOR_ONLY | FOR_FIRMWARE | FOR_CSOURCE, check, "check",     \
          "LIST",                                                              \
          "machines: built-in checks, of stack, underflow, write, jump, "      \
          "interrupt, opcode (default without an invariant: all); C: of "      \
          "assert, overflow, bounds, null, shift, division, memory; threads: " \
          "deadlock, race, leak, uninit, lock, exception, too (default: "      \
          "assert, deadlock, invalid accesses and frees, exception)")          \
    TEXT (SEMANTIC, FOR_ONLY | FOR_FIRMWARE, device, "device", "NAME",         \
          "the microcontroller, if the file does not tell")                    \
    TEXT (SEMANTIC, FOR_ONLY | FOR_FIRMWARE, environment, "environment",       \
          "FILE", "restrictions of its inputs")                                \
    WORD (SEMANTIC, FOR_FIRMWARE, memory, "memory", MEMORY_SYMBOLIC_STACK,     \
          MEMORY_WORDS, "firmware: what may stay unknown until it is needed")  \
    TEXT (SEMANTIC, FOR_FIRMWARE | FOR_THREADS, reduce, "reduce", "LIST",      \
          "firmware: reductions that are used, of delay, flags, stack, dead, " \
          "path; threads: of local, symmetry; or none (default: all but "      \
          "symmetry)")                                                         \
    WORD (SEMANTIC, FOR_MACHINES, search, "search", SEARCH_LAYERS,             \
          SEARCH_WORDS,                                                        \
          "breadth first by layers; without layers; by one thread; "           \
          "a scheme of the paper; guided by --estimate: in rounds, best "      \
          "first, A*, IDA*; members without layers")                           \
    WORD (SEMANTIC, FOR_MACHINES, estimate, "estimate", ESTIMATE_NONE,         \
          ESTIMATE_WORDS,                                                      \
          "how near a state seems to an error, for guided searches")           \
    NUMBER (SEMANTIC, FOR_MACHINES, beam, "beam", 1000, 1, 1000000000,         \
            "directed: states that a round expands")                           \
    WORD (SEMANTIC, FOR_THREADS, addresses, "addresses", ADDRESSES_SYMBOLIC,   \
          ADDRESSES_WORDS,                                                     \
          "addresses are objects and offsets, or numbers as well")             \
    FLAG (SEMANTIC, FOR_THREADS, spurious, "spurious",                         \
          "waits for conditions may end without a signal")                     \
    NUMBER (SEMANTIC, FOR_ENGINES, query_limit, "query-limit", 2000, 1,        \
            1000000,                                                           \
            "Horn clauses: thousands of solver steps that one query may take") \
    NUMBER (SEMANTIC, FOR_ENGINES, predicates, "predicates", 2000, 1, 1000000, \
            "most predicates per location")                                    \
    FLAG (SEMANTIC, FOR_ALL, strict, "strict",                                 \
          "no assumptions: rather UNKNOWN")                                    \
    NUMBER (RESOURCE, FOR_ALL, workers, "workers", 0, 1, 4096,                 \
            "workers of the team (default: one per core)")                     \
    WORD (RESOURCE, FOR_ALL, transport, "transport", TRANSPORT_AUTO,           \
          TRANSPORT_WORDS, "how messages travel")                              \
    NUMBER (RESOURCE, FOR_MACHINES, members, "members", 0, 1, 4096,            \
            "processes that share the search (default: this one)")             \
    NUMBER (RESOURCE, FOR_MACHINES, threads, "threads", 0, 1, 1024,            \
            "threads of each member (default: the workers)")                   \
    WORD (RESOURCE, FOR_MACHINES, store, "store", STORE_TREE, STORE_WORDS,     \
          "how states are kept; compact keeps hashes only; disk: "             \
          "their parts in files, with a cache")                                \
    NUMBER (RESOURCE, FOR_MACHINES, cache, "cache", 256, 1, 100000000,         \
            "disk: megabytes for parts of states in memory")                   \
    WORD (RESOURCE, FOR_MACHINES, partition, "partition", PARTITION_AUTO,      \
          PARTITION_WORDS,                                                     \
          "members: what tells who owns a state: all of it, its heap, its "    \
          "stacks, some of its threads (auto: what a sample of states says); " \
          "or slices of the search (async)")                                   \
    NUMBER (RESOURCE, FOR_MACHINES, slice, "slice", 100, 1, 1000000000,        \
            "members: layers, or estimates, that one slice holds")             \
    NUMBER (RESOURCE, FOR_MACHINES, alone, "alone", 4096, 0, 1000000000,       \
            "members: a layer with less work than this, in edges and steps, "  \
            "is walked by one of them (0: none is)")                           \
    WORD (RESOURCE, FOR_MACHINES, channel, "channel", CHANNEL_AUTO,            \
          CHANNEL_WORDS,                                                       \
          "members: states in messages, or in files with short messages")      \
    TEXT (RESOURCE, FOR_MACHINES, scratch, "scratch", "DIR",                   \
          "where files of states go (default: a temporary one)")               \
    NUMBER (RESOURCE, FOR_MACHINES, share, "share", 0, 1, 1000000,             \
            "dynamic-locks: room of a shared queue (default: the threads)")    \
    WORD (RESOURCE, FOR_MACHINES, termination, "termination",                  \
          TERMINATION_BARRIER, TERMINATION_WORDS,                              \
          "schemes of the paper: how the end is found")                        \
    TEXT (RESOURCE, FOR_ALL, listen, "listen", "ADDRESS",                      \
          "let other machines join, e.g. tcp://0.0.0.0:7777")                  \
    TEXT (RESOURCE, FOR_ALL, keys, "keys", "DIR",                              \
          "where the keys for joining are")                                    \
    NUMBER (RESOURCE, FOR_ALL, wait, "wait", 10, 0, 100000000,                 \
            "join: seconds that a master who is not there yet is awaited")     \
    NUMBER (RESOURCE, FOR_ALL, time_limit, "time-limit", 0, 0, 100000000,      \
            "seconds until UNKNOWN (0: no limit)")                             \
    NUMBER (RESOURCE, FOR_ALL, memory_limit, "memory-limit", 0, 0, 100000000,  \
            "megabytes for the whole team on this machine (0: no limit)")      \
    NUMBER (                                                                   \
        RESOURCE, FOR_ALL, audit, "audit", 0, 0, 100,                          \
        "percent of the items that a second worker answers too; machines, "    \
        "of the states, where members joined (default there: 1)")              \
    NUMBER (RESOURCE, FOR_ALL, seed, "seed", 1, 0, UINT64_MAX,                 \
            "of the simulated schedule, and of random splits")                 \
    TEXT (OUTPUT, FOR_ALL, run, "run", "DIR",                                  \
          "keep everything about the run there")                               \
    TEXT (OUTPUT, FOR_ALL, resume, "resume", "DIR",                            \
          "continue the run kept there")                                       \
    TEXT (OUTPUT, FOR_ALL, witness, "witness", "FILE",                         \
          "write the proof or the counterexample there")                       \
    TEXT (OUTPUT, FOR_ONLY | FOR_C, harness, "harness", "FILE",                \
          "write a test there that makes the program fail")                    \
    FLAG (OUTPUT, FOR_THREADS, native, "native",                               \
          "replay, threads: run the real program, its threads taking turns")   \
    FLAG (OUTPUT, FOR_ALL, dap, "dap",                                         \
          "replay: be a debug adapter on stdin and stdout, for editors that "  \
          "step through the counterexample")                                   \
    TEXT (OUTPUT, FOR_ALL, html, "html", "FILE", "write a report there")       \
    TEXT (                                                                     \
        OUTPUT, FOR_ALL, sarif, "sarif", "FILE",                               \
        "write a log there, as code hosts and editors read it (SARIF 2.1.0)")  \
    TEXT (OUTPUT, FOR_ALL, junit, "junit", "FILE",                             \
          "write the result of a test there, as JUnit does")                   \
    FLAG (OUTPUT, FOR_ALL, json, "json", "the outcome as one JSON object")     \
    WORD (OUTPUT, FOR_ALL, emit, "emit", EMIT_NONE, EMIT_WORDS,                \
          "print the input as the engine gets it, and stop (steps: how "       \
          "stratified inlining goes; states: the graph that was explored; "    \
          "output: what a C program without threads and inputs prints)")       \
    WORD (OUTPUT, FOR_ALL, progress, "progress", SHOW_AUTO, SHOW_WORDS,        \
          "how progress is shown on stderr")                                   \
    TEXT (OUTPUT, FOR_ALL, serve, "serve", "ADDRESS",                          \
          "show the check on a page there while it runs, such as "             \
          "127.0.0.1:8080 (others than this machine need a token)")            \
    TEXT (OUTPUT, FOR_ALL, serve_token, "serve-token", "FILE",                 \
          "serve: the token, if it is not to be made up")                      \
    FLAG (OUTPUT, FOR_ALL, verbose, "verbose", "say more on stderr")           \
    FLAG (OUTPUT, FOR_ALL, timings, "timings",                                 \
          "times in --html and --json too")                                    \
    TEXT (HIDDEN, FOR_ALL, broken, "broken", "WHAT",                           \
          "break a rule, to test the tests")

#define OPTION_NONE(...)
#define OPTION_VALUE(value, ...) value,
#define OPTION_ENUM(class, inputs, field, name, value, words, help) \
    enum option_##field{words (OPTION_VALUE, OPTION_VALUE)};        \
    extern const struct option_word option_##field##_words[];

struct option_word {
    const char *name;
    unsigned inputs; /* that it is not refused for */
};

OPTIONS (OPTION_NONE, OPTION_NONE, OPTION_ENUM, OPTION_NONE, OPTION_NONE)

#define OPTION_NUMBER(class, inputs, field, ...) uint64_t field;
#define OPTION_AUTO(class, inputs, field, ...) uint64_t field;
#define OPTION_WORD(class, inputs, field, ...) enum option_##field field;
#define OPTION_TEXT(class, inputs, field, ...) const char *field;
#define OPTION_FLAG(class, inputs, field, ...) bool field;

struct options {
    OPTIONS (OPTION_NUMBER, OPTION_AUTO, OPTION_WORD, OPTION_TEXT, OPTION_FLAG)
    const char **file; /* the arguments that are no options; borrowed */
    size_t files;
    const char **flag; /* the compiler's, each one word: "-Idir", "-DX=1";
                          owned */
    size_t flags;
    bool help, version;
};

void options_init (struct options *); /* the defaults */
void options_clear (struct options *);
/* `argv` without the program's name; borrowed as long as the options.  False:
 * problem of kind USAGE, naming the option and a near one if it is unknown. */
bool options_parse (struct options *, int argc, char **argv, struct problem *);
/* `name: value` lines of the semantic options, all of them, in table order; last
 * the compiler's flags, with `\` before what would be mistaken. */
void options_semantic (const struct options *, struct text *);
/* Whether one of these inputs refuses no option that differs from its default.
 * False: the first that is refused is added as it is written, "--emit=states". */
bool options_fit (const struct options *, unsigned inputs, struct text *given);
/* The column of an option; 0: there is none of that name. */
unsigned option_inputs (const char *name);
/* The word that a WORD's field stands for. */
#define OPTION_NAME(options, field) \
    (option_##field##_words[(options)->field].name)

#endif
