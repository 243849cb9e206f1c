// A buffer is too small for wcslen.
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    wchar_t w[2] = {L"a"[0], L"b"[0]}; return (int) wcslen (w);
}
