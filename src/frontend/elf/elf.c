/* elf.c -- see elf.h: segments, sections and labels. */
#include "frontend/elf/internal.h"

#include <string.h>

enum { MOST_SEGMENTS = 64 };

bool
elf_recognise (const void *data, size_t size)
{
    return size >= SELFMAG && !memcmp (data, ELFMAG, SELFMAG);
}

Elf_Scn *
elf_section (const struct elf_reading *r, const char *name, GElf_Shdr *header)
{
    size_t names;
    if (elf_getshdrstrndx (r->elf, &names))
        return NULL;
    Elf_Scn *s = NULL;
    while ((s = elf_nextscn (r->elf, s))) {
        if (!gelf_getshdr (s, header))
            continue;
        const char *found = elf_strptr (r->elf, names, header->sh_name);
        if (found && !strcmp (found, name))
            return s;
    }
    return NULL;
}

struct bytes
elf_section_bytes (const struct elf_reading *r, const char *name)
{
    GElf_Shdr header;
    Elf_Scn *s = elf_section (r, name, &header);
    if (!s || header.sh_type == SHT_NOBITS || header.sh_flags & SHF_COMPRESSED)
        return (struct bytes) {0};
    Elf_Data *d = elf_rawdata (s, NULL);
    if (!d || !d->d_buf)
        return (struct bytes) {0};
    return (struct bytes) {d->d_buf, d->d_size};
}

/* By hand, as libelf may not even look at a file that is too short. */
static bool
check_header (struct elf_reading *r, const uint8_t *data, size_t size)
{
    if (!elf_recognise (data, size))
        return problem_set (r->problem, r->place, "is no ELF file");
    if (size < sizeof (Elf32_Ehdr))
        return problem_set (r->problem, r->place,
                            "is cut off: an ELF header has %zu bytes, this "
                            "file %zu",
                            sizeof (Elf32_Ehdr), size);
    bool big = data[EI_DATA] == ELFDATA2MSB;
    unsigned machine =
        big ? data[18] * 256u + data[19] : data[19] * 256u + data[18];
    unsigned type =
        big ? data[16] * 256u + data[17] : data[17] * 256u + data[16];
    char buffer[32];
    if (machine != EM_AVR && machine != ELF_XC167)
        return problem_set (r->problem, r->place,
                            "is for %s, not for AVR or XC167",
                            elf_machine_name (machine, buffer));
    if (data[EI_CLASS] != ELFCLASS32 || data[EI_DATA] != ELFDATA2LSB)
        return problem_set (r->problem, r->place,
                            "is corrupt: ELF for %s has 32 bits, low byte "
                            "first",
                            machine == EM_AVR ? "AVR" : "XC167");
    r->is_xc167 = machine == ELF_XC167;
    if (type == ET_REL)
        return problem_set (r->problem, r->place,
                            "is an object file: link it first");
    if (type != ET_EXEC)
        return problem_set (r->problem, r->place, "is no linked program");
    return true;
}

static bool
load_segment (struct elf_reading *r, const GElf_Phdr *h, const uint8_t *data,
              size_t size)
{
    struct micro_image *image = r->image;
    const struct avr_device *device = image->device;
    assert (h->p_type == PT_LOAD && image->code);
    if (h->p_offset > size || h->p_filesz > size - h->p_offset)
        return problem_set (r->problem, r->place,
                            "is cut off: a segment ends at byte %llu of %zu",
                            (unsigned long long) (h->p_offset + h->p_filesz),
                            size);
    if (h->p_paddr >= ELF_EEPROM || !h->p_filesz)
        return true;
    if (h->p_paddr >= ELF_DATA)
        return problem_set (r->problem, r->place,
                            "puts data into SRAM (0x%llx), not into flash",
                            (unsigned long long) h->p_paddr);
    uint64_t end = h->p_paddr + h->p_filesz;
    if (end > device->flash_bytes)
        return problem_set (
            r->problem, r->place, "needs %llu bytes of flash; %s has %u",
            (unsigned long long) end, device->name, device->flash_bytes);
    memcpy (image->code + h->p_paddr, data + h->p_offset, h->p_filesz);
    if (end > image->code_end)
        image->code_end = (uint32_t) end;
    return true;
}

static bool
segments_apart (const GElf_Phdr *h, size_t count)
{
    assert (count <= MOST_SEGMENTS);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (h[i].p_filesz && h[j].p_filesz
                && h[i].p_paddr < h[j].p_paddr + h[j].p_filesz
                && h[j].p_paddr < h[i].p_paddr + h[i].p_filesz)
                return false;
    return true;
}

/* Where data is: [from, from + bytes) of the linker's addresses. */
static bool
note_data (struct elf_reading *r, uint64_t from, uint64_t bytes)
{
    const struct avr_device *device = r->image->device;
    if (from < ELF_DATA || from >= ELF_EEPROM || !bytes)
        return true;
    uint64_t end = from - ELF_DATA + bytes;
    if (bytes > ELF_EEPROM || end > device->sram_last + 1u)
        return problem_set (r->problem, r->place,
                            "needs SRAM up to 0x%llx; that of %s ends at 0x%x",
                            (unsigned long long) (end - 1), device->name,
                            device->sram_last);
    assert (end <= UINT16_MAX);
    if (end > r->image->data_end)
        r->image->data_end = (uint16_t) end;
    return true;
}

static bool
read_segments (struct elf_reading *r, const uint8_t *data, size_t size)
{
    struct micro_image *image = r->image;
    GElf_Phdr load[MOST_SEGMENTS];
    size_t count = 0, all = 0, sections = 0;
    if (elf_getphdrnum (r->elf, &all) || elf_getshdrnum (r->elf, &sections))
        return problem_set (r->problem, r->place, "is corrupt: %s",
                            elf_errmsg (-1));
    for (size_t i = 0; i < all; i++) {
        GElf_Phdr h;
        if (!gelf_getphdr (r->elf, (int) i, &h))
            return problem_set (r->problem, r->place, "is corrupt: %s",
                                elf_errmsg (-1));
        if (h.p_type != PT_LOAD)
            continue;
        if (count == MOST_SEGMENTS)
            return problem_set (r->problem, r->place,
                                "has more than %d segments", MOST_SEGMENTS);
        load[count++] = h;
        /* Sections say it better: who strips may leave nonsense here. */
        if (!load_segment (r, &h, data, size)
            || !note_data (r, h.p_vaddr, sections > 1 ? h.p_filesz : h.p_memsz))
            return false;
    }
    if (!segments_apart (load, count))
        return problem_set (r->problem, r->place,
                            "is corrupt: two segments overlap");
    if (!image->code_end)
        return problem_set (r->problem, r->place, "holds no code");
    assert (image->code_end <= image->code_size);
    return true;
}

static void
read_label (struct elf_reading *r, const GElf_Sym *s, const char *name)
{
    unsigned type = GELF_ST_TYPE (s->st_info);
    if (!name || !name[0] || type == STT_SECTION || type == STT_FILE
        || s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS
        || s->st_shndx == SHN_COMMON)
        return;
    struct micro_label l = {.size = (uint32_t) s->st_size};
    if (s->st_value < r->image->code_size) {
        l.code = true;
        l.address = (uint32_t) s->st_value;
    } else if (s->st_value >= ELF_DATA
               && s->st_value - ELF_DATA < r->image->data_size)
        l.address = (uint32_t) (s->st_value - ELF_DATA);
    else
        return;
    assert (l.address <= UINT32_MAX / 2);
    l.name = memory_string (name);
    VEC_PUSH (r->image->symbols.label, l);
}

static void
read_labels (struct elf_reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *d = elf_getdata (section, NULL);
    if (!d || !d->d_buf || !header->sh_entsize)
        return;
    size_t count = d->d_size / sizeof (Elf32_Sym);
    for (size_t i = 0; i < count; i++) {
        GElf_Sym s;
        if (gelf_getsym (d, (int) i, &s))
            read_label (r, &s, elf_strptr (r->elf, header->sh_link, s.st_name));
    }
}

static bool
read_sections (struct elf_reading *r)
{
    Elf_Scn *s = NULL;
    while ((s = elf_nextscn (r->elf, s))) {
        GElf_Shdr h;
        if (!gelf_getshdr (s, &h))
            continue;
        if (h.sh_flags & SHF_ALLOC && !note_data (r, h.sh_addr, h.sh_size))
            return false;
        if (h.sh_type == SHT_SYMTAB)
            read_labels (r, s, &h);
    }
    GElf_Shdr stabs;
    r->image->symbols.stabs = elf_section (r, ".stab", &stabs) != NULL;
    return true;
}

static bool
read_all (struct elf_reading *r, const uint8_t *data, size_t size,
          const char *device)
{
    struct micro_image *image = r->image;
    if (elf_kind (r->elf) != ELF_K_ELF)
        return problem_set (r->problem, r->place, "is corrupt: %s",
                            elf_errmsg (-1));
    if (r->is_xc167)
        return elf_xc167 (r, data, size, device);
    if (!elf_device (r, device))
        return false;
    assert (image->device && !image->code);
    image->code = memory_new (image->code_size);
    memset (image->code, 0xff, image->code_size);
    image->data_end = ((const struct avr_device *) image->device)->sram_first;
    if (!read_segments (r, data, size) || !read_sections (r))
        return false;
    micro_symbols_sort (&image->symbols);
    elf_dwarf (r);
    micro_symbols_sort (&image->symbols);
    return true;
}

bool
elf_read (struct micro_image *image, const void *data, size_t size,
          const char *file, const char *device, struct problem *p)
{
    *image = (struct micro_image) {0};
    micro_symbols_init (&image->symbols);
    struct elf_reading r = {
        .image = image, .place = {.file = file}, .problem = p};
    if (!check_header (&r, data, size))
        return false;
    elf_version (EV_CURRENT);
    char *copy = memory_copy (data, size); /* libelf may write into it */
    r.elf = elf_memory (copy, size);
    bool good =
        r.elf ? read_all (&r, data, size, device)
              : problem_set (p, r.place, "is corrupt: %s", elf_errmsg (-1));
    elf_end (r.elf);
    memory_free (copy);
    if (!good)
        micro_image_clear (image);
    return good;
}
