/* wires.c -- libFuzzer target: any bytes taken for what members of a team, the
 * reader of C and run directories hand over, and for firmware.
 *
 * The first byte is the letter of the reader.  Whatever follows, the reader must
 * answer; what it takes, it writes, and reads again as the same.  With
 * COHORT_FUZZ_SEEDS=DIR no fuzzing is done, but inputs to start from are written
 * there. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bounded/passive/passive.h"
#include "bounded/prepare.h"
#include "explore/async/wire.h"
#include "explore/members/wire.h"
#include "explore/path.h"
#include "explore/threads/shard.h"
#include "frontend/boogie/boogie.h"
#include "frontend/elf/elf.h"
#include "journal/memo.h"
#include "machine/generator.h"
#include "vm/code/code.h"
#include "program/program_wire.h"
#include "team/transport/child.h"
#include "wires.h"

static const char program_text[] =
    "type T; const unique a: T; const c: [int]bv8;\n"
    "function f (x: int, y: T) returns (bool);\n"
    "axiom (forall x: int :: {f (x, a)} f (x, a) ==> x > 2);\n"
    "var g: int where g >= 0; var m: [int]int;\n"
    "procedure {:c \"p\"} p (x: int) returns (r: int where r < 7);\n"
    "  requires x > 0; free ensures g == old (g) + x; modifies g, m;\n"
    "procedure {:entrypoint} main () returns (q: int) modifies g, m;\n"
    "{ var l: int; start: havoc l; m[l], q := l, 3 + g; call l := p (q);\n"
    "  goto start, out; out: assert f (l, a); return; }\n";

/* The body of a program; what stands before it is made here. */
static void
body_wrap (struct buffer *to, struct bytes body)
{
    buffer_put (to, "cohort program 1\n", 17);
    buffer_digest (to, digest_of (body));
    buffer_bytes (to, body);
}

static void
read_program (struct bytes b)
{
    struct buffer all, one, two;
    struct program p, again;
    struct reader r;
    buffer_init (&all);
    buffer_init (&one);
    buffer_init (&two);
    body_wrap (&all, b);
    program_init (&p, "fuzz");
    program_init (&again, "fuzz");
    reader_init (&r, buffer_view (&all));
    if (program_read (&p, &r) && reader_done (&r)) {
        program_write (&p, &one);
        reader_init (&r, buffer_view (&one));
        require (program_read (&again, &r), "a program, written");
        program_write (&again, &two);
        require (bytes_equal (buffer_view (&one), buffer_view (&two)),
                 "a program that changes when it is written");
    }
    program_clear (&p);
    program_clear (&again);
    buffer_clear (&all);
    buffer_clear (&one);
    buffer_clear (&two);
}

static void
read_terms (struct bytes b)
{
    terms *t = terms_new ();
    struct term_vec list = {0}, again = {0};
    struct reader r;
    struct buffer out;
    buffer_init (&out);
    reader_init (&r, b);
    if (term_read (t, &r, &list)) {
        term_write (&out, list.at, list.size);
        reader_init (&r, buffer_view (&out));
        require (term_read (t, &r, &again) && again.size == list.size,
                 "terms, written");
        for (size_t i = 0; i < list.size; i++)
            require (list.at[i] == again.at[i], "a term that changes");
    }
    VEC_CLEAR (list);
    VEC_CLEAR (again);
    buffer_clear (&out);
    terms_free (t);
}

static void
read_passive (struct bytes b)
{
    struct passive_program p;
    if (!passive_read (&p, b))
        return;
    require (passive_sound (&p), "an unsound passive program");
    passive_clear (&p);
}

static void
read_code (struct bytes b)
{
    struct vm_code c;
    struct reader r;
    vm_code_init (&c);
    reader_init (&r, b);
    if (vm_code_read (&c, &r)) {
        struct text t;
        text_init (&t);
        vm_code_print (&c, &t);
        text_clear (&t);
    }
    vm_code_clear (&c);
}

static void
read_members (struct bytes b)
{
    struct members_setup s = {0};
    struct finding f = {0};
    struct problem p = {0};
    struct shard_report report = {0};
    struct path path = {0};
    struct reader r;
    reader_init (&r, b);
    members_setup_read (&s, &r);
    members_setup_clear (&s);
    reader_init (&r, b);
    finding_read (&f, &r);
    buffer_clear (&f.source);
    reader_init (&r, b);
    problem_read (&p, &r);
    reader_init (&r, b);
    report_read (&report, &r);
    shard_report_clear (&report);
    reader_init (&r, b);
    path_read (&path, &r);
    path_clear (&path);
    struct async_mini mini;
    reader_init (&r, b);
    mini_read (&mini, &r);
}

/* A machine of any kind, as a member opens it.  No state of it is entered. */
static void
read_machine (struct bytes b)
{
    struct problem p = {0};
    generator *g = generator_open (b, &p);
    if (!g) {
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
        return;
    }
    g->class->identity (g);
    g->class->free (g);
}

static void
read_firmware (struct bytes b)
{
    struct micro_image image = {0};
    struct problem p = {0};
    elf_recognise (b.data, b.size);
    if (elf_read (&image, b.data, b.size, "fuzz", NULL, &p))
        micro_image_clear (&image);
    else
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
}

/* Records, then anything: the records are there again. */
static void
read_memo (struct bytes b)
{
    char path[40];
    struct problem p = {0};
    int fd = memfd_create ("cohort-fuzz", MFD_CLOEXEC);
    require (fd >= 0, "a file");
    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    memo *m = memo_open (path, &p);
    require (m, "a memo");
    size_t records = b.size ? b.data[0] % 4 : 0, at = b.size > 0;
    for (size_t i = 0; i < records && at < b.size; i++) {
        size_t size = b.data[at] < b.size - at ? b.data[at] : b.size - at;
        struct bytes answer = {b.data + at, size};
        memo_put (m, digest_of (answer), answer, i, 0);
        at += size ? size : 1;
    }
    records = memo_count (m);
    require (memo_sync (m, true, &p), "a disk");
    memo_free (m);
    lseek (fd, 0, SEEK_END);
    require (write (fd, b.data + at, b.size - at) >= 0, "a file");
    m = memo_open (path, &p);
    require (m && memo_count (m) >= records, "records that are lost");
    memo_free (m);
    close (fd);
}

static void
read_address (struct bytes b)
{
    struct child_address a;
    char text[128];
    snprintf (text, sizeof text, "%.*s", (int) (b.size < 127 ? b.size : 127),
              (const char *) b.data);
    child_address_parse (text, &a);
}

static const struct wire readers[] = {
    {'p', read_program}, {'t', read_terms},
    {'v', read_passive}, {'c', read_code},
    {'m', read_members}, {'f', read_firmware},
    {'j', read_memo},    {'a', read_address},
    {'o', read_machine}, {0},
};
static const struct wire *const rooms[] = {readers, wires_cegar, wires_bounded,
                                           wires_xc167};

/* ---- seeds */

static const char *seeds; /* the directory */

static void
seed_save (const char *name, char queued_message, struct bytes b)
{
    struct text path;
    struct buffer all;
    text_init (&path);
    buffer_init (&all);
    text_print (&path, "%s/%s", seeds, name);
    buffer_byte (&all, (uint8_t) queued_message);
    buffer_put (&all, b.data, b.size);
    require (text_save (text_view (&path), (const char *) all.data, all.size),
             "a seed");
    text_clear (&path);
    buffer_clear (&all);
}

static void
candidates_make (void)
{
    struct program p;
    struct prepared prepared;
    struct options o;
    struct problem problem = {0};
    struct buffer b;
    buffer_init (&b);
    options_init (&o);
    program_init (&p, "fuzz");
    require (boogie_read (&p, program_text, sizeof program_text - 1, "fuzz",
                          &problem),
             "the program");
    program_write (&p, &b);
    struct reader r;
    reader_init (&r, buffer_view (&b));
    reader_take (&r, 17);
    reader_digest (&r);
    seed_save ("program", 'p', reader_bytes (&r));
    buffer_reset (&b);
    const term *const axiom[] = {p.axiom.at[0].term};
    term_write (&b, axiom, 1);
    seed_save ("terms", 't', buffer_view (&b));
    buffer_reset (&b);
    require (prepare (&prepared, &p, &o, &problem), "what is prepared");
    passive_write (&prepared.passive, &b);
    seed_save ("passive", 'v', buffer_view (&b));
    prepared_clear (&prepared);
    program_clear (&p);
    buffer_reset (&b);
    problem_set (&problem, (struct place) {"file", 1, 2}, "message");
    problem_write (&problem, &b);
    seed_save ("problem", 'm', buffer_view (&b));
    buffer_reset (&b);
    buffer_string (&b, "model");
    buffer_string (&b, "cohort-model phil 2");
    seed_save ("machine", 'o', buffer_view (&b));
    seed_save ("memo", 'j', bytes_of ("\2ab\3abcrest"));
    seed_save ("address", 'a', bytes_of ("ipc:///tmp/x/team#3@77"));
    buffer_clear (&b);
}

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);
int LLVMFuzzerInitialize (int *, char ***);

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
    seeds = getenv ("COHORT_FUZZ_SEEDS");
    (void) argc, (void) argv;
    if (!seeds)
        return 0;
    candidates_make ();
    candidates_cegar (seed_save);
    candidates_bounded (seed_save);
    exit (0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
    struct bytes b = {data + 1, size ? size - 1 : 0};
    for (size_t i = 0; size && i < sizeof rooms / sizeof *rooms; i++)
        for (const struct wire *w = rooms[i]; w->queued_message; w++)
            if (w->queued_message == (char) data[0])
                w->read (b);
    return 0;
}
