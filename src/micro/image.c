/* image.c -- see image.h. */
#include "micro/image.h"

void
micro_image_clear (struct micro_image *image)
{
    memory_free (image->code);
    memory_free (image->loaded);
    micro_symbols_clear (&image->symbols);
    *image = (struct micro_image) {0};
}
