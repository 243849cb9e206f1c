#include <string.h>

static const char name[8] = "abc";

int
main (void)
{
    memcpy ((char *) name + 4, "x", 2);
    return 0;
}
