// checks: memory
/* Of argv nothing is known, not even that it is no null pointer: that it fails
 * then says nothing about the program. */
int
main (int argc, char **argv)
{
    return argc > 1 ? argv[1][0] : 0;
}
