// Labels as values are numbers of blocks.
// has: switch.64 r[0-9]+ [0-9]+ \.[0-9]+, [0-9]+ \.[0-9]+ else
// has: cut "jumps to a label of another function"
int main (int argc, char **argv)
{
    static const void *const to[] = {&&one, &&two};
    goto *to[argc & 1];
one:
    return 1;
two:
    return 2;
}
