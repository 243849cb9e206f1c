// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int main ()
{
    char text[32] = "one,two,,three";
    int n = 0;
    for (char *p = text; p; n++) {
        char *comma = strchr (p, ',');
        if (comma)
            *comma++ = 0;
        printf ("[%s]", p);
        p = comma;
    }
    char out[16];
    snprintf (out, sizeof out, "%03d|%-4s|%x", n, "ab", 255);
    printf (" %s %zu %d %d %c\n", out, strlen (out), strcmp ("abc", "abd") < 0, atoi ("-42x"), toupper ('q'));
}
