/* lines.c -- the line table of a unit.
 *
 * The line program (DWARF 2 to 5, section 6.2) is run here, as libdw sorts all
 * its sequences into one: those of functions that the linker dropped start at
 * address 0 and must go as a whole.  File names come from libdw. */
#include <dwarf.h>
#include <string.h>

#include "frontend/elf/internal.h"

enum { MOST_ROWS = 1 << 20 };

struct line_program {
    struct elf_reading *elf;
    struct reader reader;
    Dwarf_Files *files;
    size_t file_count;
    const char *directory; /* of the compilation; may be null */
    uint32_t *known;       /* per file of the unit: 1 + index among all */
    unsigned least_bytes, line_range, opcode_base;
    int line_base;
    bool starts_as_statement;
    struct bytes operands; /* per standard opcode: how many */
    /* The row that is being made. */
    uint64_t address;
    uint64_t file, line;
    bool is_statement;
    size_t first; /* row of this sequence, among all */
};

static int64_t
read_signed (struct reader *r)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = reader_byte (r);
        if (shift < 64)
            value |= (uint64_t) (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && !r->failed);
    if (shift < 64 && byte & 0x40)
        value |= UINT64_MAX << shift;
    return (int64_t) value;
}

static unsigned
read_half (struct reader *r)
{
    unsigned low = reader_byte (r);
    return low | (unsigned) reader_byte (r) << 8;
}

/* Below the directory of the compilation a path is said from there. */
static const char *
path_shorten (const char *path, const char *directory)
{
    size_t n = directory ? strlen (directory) : 0;
    if (n && !strncmp (path, directory, n) && path[n] == '/')
        path += n + 1;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return path;
}

static uint32_t
file_index (struct line_program *p, size_t file)
{
    struct micro_symbols *s = &p->elf->image->symbols;
    assert (file < p->file_count);
    if (p->known[file])
        return p->known[file] - 1;
    const char *path = dwarf_filesrc (p->files, file, NULL, NULL);
    path = path_shorten (path ? path : "?", p->directory);
    size_t i = 0;
    while (i < s->file.size && strcmp (s->file.at[i], path))
        i++;
    if (i == s->file.size)
        VEC_PUSH (s->file, memory_string (path));
    p->known[file] = (uint32_t) i + 1;
    return (uint32_t) i;
}

static void
add_row (struct line_program *p, bool end)
{
    struct micro_symbols *s = &p->elf->image->symbols;
    if (p->address > p->elf->image->code_size || s->line.size >= MOST_ROWS)
        return;
    struct micro_line l = {.address = (uint32_t) p->address,
                           .is_statement = p->is_statement};
    if (!end && p->file < p->file_count && p->line <= UINT32_MAX) {
        l.file = file_index (p, (size_t) p->file);
        l.line = (uint32_t) p->line;
    }
    VEC_PUSH (s->line, l);
}

static void
start_sequence (struct line_program *p)
{
    p->address = 0;
    p->file = p->line = 1;
    p->is_statement = p->starts_as_statement;
    p->first = p->elf->image->symbols.line.size;
}

static void
end_sequence (struct line_program *p)
{
    struct micro_symbols *s = &p->elf->image->symbols;
    assert (p->first <= s->line.size);
    add_row (p, true);
    const struct micro_label *vectors =
        micro_symbols_find_label (s, "__vectors");
    if (p->first < s->line.size && s->line.at[p->first].address == 0 && vectors
        && vectors->address == 0)
        s->line.size = p->first;
    start_sequence (p);
}

static void
run_extended (struct line_program *p)
{
    uint64_t size = reader_uint (&p->reader);
    struct reader r;
    reader_init (&r, reader_take (&p->reader, (size_t) size));
    switch (reader_byte (&r)) {
    case DW_LNE_end_sequence:
        end_sequence (p);
        break;
    case DW_LNE_set_address:
        p->address = 0;
        for (unsigned shift = 0; r.at < r.end && shift < 32; shift += 8)
            p->address |= (uint64_t) reader_byte (&r) << shift;
        break;
    default:
        break;
    }
}

static void
run_special (struct line_program *p, unsigned opcode)
{
    assert (opcode >= p->opcode_base && p->line_range);
    unsigned adjusted = opcode - p->opcode_base;
    p->address += (uint64_t) (adjusted / p->line_range) * p->least_bytes;
    p->line += (uint64_t) (p->line_base + (int) (adjusted % p->line_range));
    add_row (p, false);
}

static void
run_standard (struct line_program *p, unsigned opcode)
{
    assert (opcode && opcode <= p->operands.size);
    switch (opcode) {
    case DW_LNS_copy:
        add_row (p, false);
        break;
    case DW_LNS_advance_pc:
        p->address += reader_uint (&p->reader) * p->least_bytes;
        break;
    case DW_LNS_advance_line:
        p->line += (uint64_t) read_signed (&p->reader);
        break;
    case DW_LNS_set_file:
        p->file = reader_uint (&p->reader);
        break;
    case DW_LNS_negate_stmt:
        p->is_statement = !p->is_statement;
        break;
    case DW_LNS_const_add_pc:
        p->address += (uint64_t) ((255 - p->opcode_base) / p->line_range)
                      * p->least_bytes;
        break;
    case DW_LNS_fixed_advance_pc:
        p->address += read_half (&p->reader);
        break;
    default:
        for (unsigned i = p->operands.data[opcode - 1]; i; i--)
            reader_uint (&p->reader);
        break;
    }
}

/* Leaves the reader at the first opcode. */
static bool
read_header (struct line_program *p)
{
    struct reader *r = &p->reader;
    uint32_t size = reader_u32 (r); /* the 64-bit form is not for AVR */
    struct bytes unit = reader_take (r, size);
    if (r->failed)
        return false;
    reader_init (r, unit);
    unsigned version = read_half (r);
    if (version < 2 || version > 5)
        return false;
    if (version == 5)
        read_half (r); /* sizes of addresses and selectors */
    uint32_t header = reader_u32 (r);
    struct reader rest = *r;
    reader_take (&rest, header);
    p->least_bytes = reader_byte (r);
    if (version >= 4)
        reader_byte (r); /* operations per instruction */
    p->starts_as_statement = reader_byte (r);
    p->line_base = (int8_t) reader_byte (r); /* NOLINT(*-signed-char-misuse) */
    p->line_range = reader_byte (r);
    p->opcode_base = reader_byte (r);
    if (!p->opcode_base || !p->line_range)
        return false;
    p->operands = reader_take (r, p->opcode_base - 1);
    if (r->failed || rest.failed)
        return false;
    *r = rest;
    return true;
}

static void
run (struct line_program *p)
{
    struct reader *r = &p->reader;
    start_sequence (p);
    while (!r->failed && r->at < r->end) {
        unsigned opcode = reader_byte (r);
        if (opcode >= p->opcode_base)
            run_special (p, opcode);
        else if (opcode)
            run_standard (p, opcode);
        else
            run_extended (p);
    }
    /* A sequence without an end: it is not known how far it reaches. */
    p->elf->image->symbols.line.size = p->first;
}

void
elf_lines (struct elf_reading *elf, Dwarf_Die *unit, struct bytes section)
{
    struct line_program p = {.elf = elf};
    Dwarf_Attribute a;
    Dwarf_Word offset;
    if (!dwarf_attr (unit, DW_AT_stmt_list, &a) || dwarf_formudata (&a, &offset)
        || offset >= section.size
        || dwarf_getsrcfiles (unit, &p.files, &p.file_count))
        return;
    reader_init (&p.reader,
                 (struct bytes) {section.data + offset, section.size - offset});
    if (!read_header (&p))
        return;
    if (dwarf_attr (unit, DW_AT_comp_dir, &a))
        p.directory = dwarf_formstring (&a);
    p.known = NEW_ARRAY (uint32_t, p.file_count);
    run (&p);
    memory_free (p.known);
    assert (elf->image->symbols.line.size <= MOST_ROWS);
}
