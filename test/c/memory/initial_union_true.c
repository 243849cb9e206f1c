// checks: assert
// What an initialiser of a union says of its member, and of its largest one.
#include <assert.h>

union either {
    unsigned char byte;
    unsigned word;
};

int
main (void)
{
    union either e = {.byte = 5}, f = {.word = 5};
    assert (e.byte == 5 && f.word == 5 && f.byte == 5);
    e.word = 7;
    assert (e.byte == 7);
    return 0;
}
