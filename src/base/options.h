/* options.h -- all options, in one table.
 *
 * The table makes the struct, the parser, --help, the manual page, the run
 * directory's manifest and the identity of a run.  Options are of a class:
 * SEMANTIC ones are part of manifest, identity and digest; RESOURCE ones may
 * differ on resume; OUTPUT ones say what to write; HIDDEN ones serve tests.
 *
 *     NUMBER (class, field, "name", default, least, most, "help")
 *     AUTO   (class, field, "name", most, "help")  a number or "auto", which is 0
 *     WORD   (class, field, "name", "default", "word|word|..", "help")
 *     TEXT   (class, field, "name", "what", "help")      default: null
 *     FLAG   (class, field, "name", "help")              default: false
 *
 * Beside the table there are the compiler's own: -I -D -U -std= -include
 * -isystem.  They are SEMANTIC. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/bytes.h"
#include "base/problem.h"
#include "base/text.h"

#define OPTIONS(NUMBER, AUTO, WORD, TEXT, FLAG)                                \
    WORD (SEMANTIC, engine, "engine", "auto",                                  \
          "auto|cegar|unroll|induct|bounded|explore",                          \
          "which engine decides; auto: for Horn clauses stages of cegar, "     \
          "unroll and induct, for C these and bounded in turns, for Boogie "   \
          "programs bounded, for machines explore")                            \
    WORD (SEMANTIC, mode, "mode", "predictable",                               \
          "sequential|predictable|paper|naive|hydra",                          \
          "the reference itself; the same spread over a team; for Horn "       \
          "clauses: the paper's protocol, or whatever comes first; for "       \
          "programs: the paper's server and clients")                          \
    TEXT (SEMANTIC, entry, "entry", "NAME",                                    \
          "the procedure that a program starts with")                          \
    WORD (SEMANTIC, goal, "goal", "assert", "assert|return",                   \
          "what is looked for: a failed assertion, or the end of the entry "   \
          "procedure")                                                         \
    TEXT (SEMANTIC, property, "property", "FILE",                              \
          "C: what is checked, as a property file of SV-COMP says")            \
    FLAG (SEMANTIC, all, "all",                                                \
          "C: a verdict for every check, going on after the first failure")    \
    FLAG (SEMANTIC, bits32, "32", "C: int, long and pointers have 32 bits")    \
    FLAG (SEMANTIC, bits64, "64",                                              \
          "C: long and pointers have 64 bits (default)")                       \
    WORD (SEMANTIC, integers, "integers", "bits", "bits|math",                 \
          "C: integers as the machine has them, or as mathematics does")       \
    TEXT (SEMANTIC, commands, "compile-commands", "FILE",                      \
          "C: flags of every file, as a build wrote them "                     \
          "(compile_commands.json)")                                           \
    TEXT (SEMANTIC, assume, "assume", "LIST",                                  \
          "C: of pure-externals (unknown functions change nothing), malloc "   \
          "(never gives null)")                                                \
    FLAG (SEMANTIC, no_execute, "no-execute",                                  \
          "C: never run the program to confirm a counterexample (else it is "  \
          "run, confined: no network, no files, no process left behind)")      \
    TEXT (SEMANTIC, reuse, "reuse", "RUN",                                     \
          "C: try first what the proof of an earlier run says (a directory "   \
          "of --run, or a proof): of a program that was changed since")        \
    WORD (SEMANTIC, refine, "refine", "auto", "auto|farkas|newton|spacer",     \
          "where new predicates come from")                                    \
    WORD (SEMANTIC, preprocess, "preprocess", "full", "full|none",             \
          "simplify clauses or program before they are checked")               \
    WORD (SEMANTIC, blocks, "blocks", "large", "large|single",                 \
          "transitions: composed over acyclic regions, or one per clause")     \
    WORD (SEMANTIC, scope, "scope", "auto", "auto|location|all",               \
          "where a new predicate counts: at its location, or at all of equal " \
          "sorts (auto: all if blocks are single)")                            \
    NUMBER (SEMANTIC, seeds, "seeds", 120, 0, 10000,                           \
            "candidate invariants per location that are tried first")          \
    AUTO (SEMANTIC, bound, "bound", 1000000,                                   \
          "Horn clauses: deepest unrolling that is tried (auto: no bound); "   \
          "programs: how often a procedure or loop may be on the stack "       \
          "(auto: 1, 2, 4, ..)")                                               \
    WORD (SEMANTIC, split, "split", "proof", "proof|random|never",             \
          "programs: where a search is split in two")                          \
    NUMBER (SEMANTIC, budget, "budget", 0, 0, 1000000000,                      \
            "programs: thousands of solver steps before a search is split; "   \
            "in mode hydra, which splits by the clock, each is a quarter of "  \
            "a millisecond between splits (0: as usual)")                      \
    WORD (RESOURCE, queue, "queue", "deques", "deques|classic",                \
          "hydra: a double-ended queue per client, or one for all")            \
    WORD (RESOURCE, rate, "rate", "adaptive", "adaptive|fixed",                \
          "hydra: how often clients split")                                    \
    TEXT (SEMANTIC, invariant, "invariant", "EXPR",                            \
          "machines: what must always hold, as a C expression over variables " \
          "and registers")                                                     \
    TEXT (SEMANTIC, check, "check", "LIST",                                    \
          "machines: built-in checks, of stack, underflow, write, jump, "      \
          "interrupt, opcode (default without an invariant: all); C: of "      \
          "assert, overflow, bounds, null, shift, division, memory; threads: " \
          "deadlock, race, leak, uninit, lock, exception, too (default: "      \
          "assert, deadlock, invalid accesses and frees, exception)")          \
    TEXT (SEMANTIC, device, "device", "NAME",                                  \
          "firmware: the microcontroller, if the file does not tell")          \
    TEXT (SEMANTIC, environment, "environment", "FILE",                        \
          "firmware: restrictions of its inputs")                              \
    WORD (SEMANTIC, memory, "memory", "symbolic-stack",                        \
          "exact|bits|bytes|symbolic-stack",                                   \
          "firmware: what may stay unknown until it is needed")                \
    TEXT (SEMANTIC, reduce, "reduce", "LIST",                                  \
          "firmware: reductions that are used, of delay, flags, stack, dead, " \
          "path; threads: of local, symmetry; or none (default: all but "      \
          "symmetry)")                                                         \
    WORD (SEMANTIC, search, "search", "layers",                                \
          "layers|free|dfs|bfs|dynamic-locks|static-locks|static-master|"      \
          "static-local|directed|best|astar|ida|async",                        \
          "machines: breadth first by layers; without layers; by one thread; " \
          "a scheme of the paper; guided by --estimate: in rounds, best "      \
          "first, A*, IDA*; members without layers")                           \
    WORD (SEMANTIC, estimate, "estimate", "none",                              \
          "none|active|most-blocked|lock-and-block|interleaving|read-write|"   \
          "alternating|branch|distance|priority",                              \
          "machines: how near a state seems to an error, for guided searches") \
    NUMBER (SEMANTIC, beam, "beam", 1000, 1, 1000000000,                       \
            "directed: states that a round expands")                           \
    WORD (SEMANTIC, addresses, "addresses", "symbolic", "symbolic|concrete",   \
          "threads: addresses are objects and offsets, or numbers as well")    \
    FLAG (SEMANTIC, spurious, "spurious",                                      \
          "threads: waits for conditions may end without a signal")            \
    NUMBER (SEMANTIC, query_limit, "query-limit", 2000, 1, 1000000,            \
            "Horn clauses: thousands of solver steps that one query may take") \
    NUMBER (SEMANTIC, predicates, "predicates", 2000, 1, 1000000,              \
            "most predicates per location")                                    \
    FLAG (SEMANTIC, strict, "strict", "no assumptions: rather UNKNOWN")        \
    NUMBER (RESOURCE, workers, "workers", 0, 1, 4096,                          \
            "workers of the team (default: one per core)")                     \
    WORD (RESOURCE, transport, "transport", "auto", "auto|zmq|mpi|simulated",  \
          "how messages travel")                                               \
    NUMBER (RESOURCE, members, "members", 0, 1, 4096,                          \
            "machines: processes that share the search (default: this one)")   \
    NUMBER (RESOURCE, threads, "threads", 0, 1, 1024,                          \
            "machines: threads of each member (default: the workers)")         \
    WORD (RESOURCE, store, "store", "tree", "plain|tree|compact|disk",         \
          "machines: how states are kept; compact keeps hashes only; disk: "   \
          "their parts in files, with a cache")                                \
    NUMBER (RESOURCE, cache, "cache", 256, 1, 100000000,                       \
            "disk: megabytes for parts of states in memory")                   \
    WORD (RESOURCE, partition, "partition", "hash",                            \
          "hash|heap|stacks|depth|estimate",                                   \
          "members: what tells who owns a state: all of it, its heap, its "    \
          "stacks; or slices of the search (async)")                           \
    NUMBER (RESOURCE, slice, "slice", 100, 1, 1000000000,                      \
            "members: layers, or estimates, that one slice holds")             \
    WORD (RESOURCE, channel, "channel", "auto", "auto|single|dual",            \
          "members: states in messages, or in files with short messages")      \
    TEXT (RESOURCE, scratch, "scratch", "DIR",                                 \
          "machines: where files of states go (default: a temporary one)")     \
    NUMBER (RESOURCE, share, "share", 0, 1, 1000000,                           \
            "dynamic-locks: room of a shared queue (default: the threads)")    \
    WORD (RESOURCE, termination, "termination", "barrier", "barrier|token",    \
          "schemes of the paper: how the end is found")                        \
    TEXT (RESOURCE, listen, "listen", "ADDRESS",                               \
          "let other machines join, e.g. tcp://0.0.0.0:7777")                  \
    TEXT (RESOURCE, keys, "keys", "DIR", "where the keys for joining are")     \
    NUMBER (RESOURCE, time_limit, "time-limit", 0, 0, 100000000,               \
            "seconds until UNKNOWN (0: no limit)")                             \
    NUMBER (RESOURCE, memory_limit, "memory-limit", 0, 0, 100000000,           \
            "megabytes for the whole team on this machine (0: no limit)")      \
    NUMBER (                                                                   \
        RESOURCE, audit, "audit", 0, 0, 100,                                   \
        "percent of the items that a second worker answers too; machines, "    \
        "of the states, where members joined (default there: 1)")              \
    NUMBER (RESOURCE, seed, "seed", 1, 0, UINT64_MAX,                          \
            "of the simulated schedule, and of random splits")                 \
    TEXT (OUTPUT, run, "run", "DIR", "keep everything about the run there")    \
    TEXT (OUTPUT, resume, "resume", "DIR", "continue the run kept there")      \
    TEXT (OUTPUT, witness, "witness", "FILE",                                  \
          "write the proof or the counterexample there")                       \
    TEXT (OUTPUT, harness, "harness", "FILE",                                  \
          "C: write a test there that makes the program fail")                 \
    FLAG (OUTPUT, native, "native",                                            \
          "replay, threads: run the real program, its threads taking turns")   \
    TEXT (OUTPUT, html, "html", "FILE", "write a report there")                \
    TEXT (                                                                     \
        OUTPUT, sarif, "sarif", "FILE",                                        \
        "write a log there, as code hosts and editors read it (SARIF 2.1.0)")  \
    TEXT (OUTPUT, junit, "junit", "FILE",                                      \
          "write the result of a test there, as JUnit does")                   \
    FLAG (OUTPUT, json, "json", "the outcome as one JSON object")              \
    WORD (OUTPUT, emit, "emit", "none",                                        \
          "none|horn|dot|boogie|passive|steps|"                                \
          "states|output",                                                     \
          "print the input as the engine gets it, and stop (steps: how "       \
          "stratified inlining goes; states: the graph that was explored; "    \
          "output: what a C program without threads and inputs prints)")       \
    WORD (OUTPUT, progress, "progress", "auto", "auto|line|json|none",         \
          "how progress is shown on stderr")                                   \
    FLAG (OUTPUT, verbose, "verbose", "say more on stderr")                    \
    FLAG (OUTPUT, timings, "timings", "times in the report too")               \
    TEXT (HIDDEN, broken, "broken", "WHAT", "break a rule, to test the tests")

#define OPTION_NUMBER(class, field, ...) uint64_t field;
#define OPTION_AUTO(class, field, ...) uint64_t field;
#define OPTION_WORD(class, field, ...) const char *field;
#define OPTION_TEXT(class, field, ...) const char *field;
#define OPTION_FLAG(class, field, ...) bool field;

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
void options_help (struct text *);
/* `name: value` lines of the semantic options, all of them, in table order; last
 * the compiler's flags, with `\` before what would be mistaken. */
void options_semantic (const struct options *, struct text *);
bool option_is (const char *value, const char *word);

#endif
