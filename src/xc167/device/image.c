/* image.c -- see image.h. */
#include "xc167/device/image.h"

#include "xc167/device/program.h"
#include "xc167/xc167.h"

const char *
xc167_image_device (size_t i)
{
    const struct xc167_device *d = xc167_device_at (i);
    return d ? d->name : NULL;
}

bool
xc167_image_init (struct micro_image *image, const char *device)
{
    const struct xc167_device *d = xc167_device_find (device);
    if (!d)
        return false;
    image->class = &xc167_class;
    image->device = d;
    image->name = d->name;
    image->data_size = xc167_data_size (d);
    image->code_size = XC167_CODE;
    return true;
}

bool
xc167_image_is_loaded (const struct micro_image *image, uint32_t address)
{
    if (address >= image->code_end)
        return false;
    return !image->loaded || image->loaded[address >> 3] >> (address & 7) & 1;
}

bool
xc167_image_check (const struct micro_image *image, struct place place,
                   struct problem *p)
{
    const struct xc167_device *d = image->device;
    for (uint32_t a = XC167_LOW; a < 0x10000; a++)
        if (xc167_image_is_loaded (image, a)
            && xc167_place_of (d, a) != XC167_NONE)
            return problem_set (p, place,
                                "puts bytes into memory or registers (00'%04Xh "
                                "of %s), where nothing is loaded",
                                a, image->name);
    if (!xc167_image_is_loaded (image, 0)
        && !xc167_image_is_loaded (image, XC167_FLASH))
        return problem_set (p, place,
                            "has no code where %s starts: at 00'0000h or "
                            "C0'0000h",
                            image->name);
    return true;
}
