/* An integer that becomes a pointer may point to all whose address became an
 * integer, at any byte. */
int x, y, z;
int main (void)
{
    unsigned long n = (unsigned long) &x;
    y = 0;
    int *p = (int *) (n + y);
    *p = 3;
    z = 4;
    return x;
}
