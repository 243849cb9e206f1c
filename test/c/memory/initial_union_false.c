// checks: assert
// An initialiser of a union says nothing about the bytes beyond its member: gcc 15
// leaves them as they were, earlier ones make them zero, clang what
// -ftrivial-auto-var-init says.
#include <assert.h>

union either {
    unsigned char byte;
    unsigned word;
};

int
main (void)
{
    union either e = {.byte = 5};
    assert (e.word == 5);
    return 0;
}
