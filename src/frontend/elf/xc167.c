/* xc167.c -- ELF for XC167: code where the segments say, names from the symbol table.
 *
 * One space of 24-bit addresses holds code, memory and registers.  Segments with bytes
 * are code and constants; what a program keeps in memory has no bytes in the file, for
 * nothing would put them there. */
#include <string.h>

#include "frontend/elf/internal.h"
#include "xc167/device/image.h"
#include "xc167/device/program.h"

static bool
load_segment (struct elf_reading *r, const GElf_Phdr *h, const uint8_t *data,
              size_t size)
{
    struct micro_image *image = r->image;
    if (h->p_offset > size || h->p_filesz > size - h->p_offset)
        return problem_set (r->problem, r->place,
                            "is cut off: a segment ends at byte %llu of %zu",
                            (unsigned long long) (h->p_offset + h->p_filesz),
                            size);
    uint64_t end = h->p_paddr + h->p_filesz;
    if (h->p_filesz && (h->p_paddr >= XC167_CODE || end > XC167_CODE))
        return problem_set (r->problem, r->place,
                            "has code at 0x%llx, beyond 24 bits",
                            (unsigned long long) end - 1);
    for (uint64_t i = 0; i < h->p_filesz; i++) {
        uint32_t a = (uint32_t) (h->p_paddr + i);
        uint8_t bit = (uint8_t) (1u << (a & 7));
        if (image->loaded[a >> 3] & bit)
            return problem_set (r->problem, r->place,
                                "is corrupt: two segments overlap");
        image->loaded[a >> 3] |= bit;
        image->code[a] = data[h->p_offset + i];
    }
    if (h->p_filesz && end > image->code_end)
        image->code_end = (uint32_t) end;
    return true;
}

static bool
read_segments (struct elf_reading *r, const uint8_t *data, size_t size)
{
    size_t count = 0;
    if (elf_getphdrnum (r->elf, &count))
        return problem_set (r->problem, r->place, "is corrupt: %s",
                            elf_errmsg (-1));
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr h;
        if (!gelf_getphdr (r->elf, (int) i, &h))
            return problem_set (r->problem, r->place, "is corrupt: %s",
                                elf_errmsg (-1));
        if (h.p_type == PT_LOAD && !load_segment (r, &h, data, size))
            return false;
    }
    return r->image->code_end
           || problem_set (r->problem, r->place, "holds no code");
}

/* Of a symbol nothing is known but its size: 1, 2 or 4 bytes are an unsigned number,
 * more are bytes. */
static uint32_t
type_of (struct micro_symbols *s, uint32_t size)
{
    struct micro_type t = {.kind = TYPE_INTEGER, .size = size};
    if (size == 1 || size == 2 || size == 4) {
        VEC_PUSH (s->type, t);
        return (uint32_t) s->type.size - 1;
    }
    t.size = 1;
    VEC_PUSH (s->type, t);
    struct micro_type array = {.kind = TYPE_ARRAY,
                               .size = size,
                               .element = (uint32_t) s->type.size - 1,
                               .count = size};
    VEC_PUSH (s->type, array);
    return (uint32_t) s->type.size - 1;
}

static void
read_symbol (struct elf_reading *r, const GElf_Sym *s, const char *name)
{
    struct micro_image *image = r->image;
    unsigned type = GELF_ST_TYPE (s->st_info);
    if (!name || !name[0] || type == STT_SECTION || type == STT_FILE
        || s->st_shndx == SHN_UNDEF || s->st_value >= XC167_CODE)
        return;
    uint16_t place = xc167_place_of (image->device, (uint32_t) s->st_value);
    bool is_data = place != XC167_NONE;
    uint32_t room = is_data ? image->data_size - place : 0;
    struct micro_label l = {.name = memory_string (name),
                            .address = is_data ? place : (uint32_t) s->st_value,
                            .size = (uint32_t) s->st_size,
                            .code = !is_data};
    VEC_PUSH (image->symbols.label, l);
    if (!is_data || !s->st_size || s->st_size > room)
        return;
    struct micro_variable v = {
        .name = memory_string (name),
        .file = memory_string (""),
        .address = place,
        .type = type_of (&image->symbols, (uint32_t) s->st_size)};
    VEC_PUSH (image->symbols.variable, v);
}

static void
read_symbols (struct elf_reading *r)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn (r->elf, section))) {
        GElf_Shdr header;
        Elf_Data *d = elf_getdata (section, NULL);
        if (!gelf_getshdr (section, &header) || header.sh_type != SHT_SYMTAB
            || !d || !d->d_buf)
            continue;
        for (size_t i = 0; i < d->d_size / sizeof (Elf32_Sym); i++) {
            GElf_Sym s;
            if (gelf_getsym (d, (int) i, &s))
                read_symbol (r, &s,
                             elf_strptr (r->elf, header.sh_link, s.st_name));
        }
    }
}

static bool
choose_device (struct elf_reading *r, const char *device)
{
    if (xc167_image_init (r->image, device ? device : xc167_image_device (0)))
        return true;
    return problem_set (r->problem, r->place,
                        "--device=%.40s is not known, or no XC167 (known: %s)",
                        device, xc167_image_device (0));
}

bool
elf_xc167 (struct elf_reading *r, const uint8_t *data, size_t size,
           const char *device)
{
    struct micro_image *image = r->image;
    if (!choose_device (r, device))
        return false;
    image->code = memory_new (image->code_size);
    memset (image->code, 0xff, image->code_size);
    image->loaded = memory_new (image->code_size / 8);
    memset (image->loaded, 0, image->code_size / 8);
    if (!read_segments (r, data, size)
        || !xc167_image_check (image, r->place, r->problem))
        return false;
    read_symbols (r);
    micro_symbols_sort (&image->symbols);
    return true;
}
