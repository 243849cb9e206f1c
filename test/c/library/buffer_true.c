// Functions write no more than their buffers hold.
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    wchar_t wide[7];
    char path[4096], text[4], other[4] = "abc";
    struct tm t = {0};
    time_t now;
    wcscpy (wide, L"abcdef");
    getcwd (path, sizeof path);
    strftime (text, sizeof text, "%Y", &t);
    time (&now);
    return memcmp (other, "abcd", 4) + wide[0];
}
