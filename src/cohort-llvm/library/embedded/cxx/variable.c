/* variable.c -- variables of the C and C++ libraries. */
char __libc_single_threaded = 0;
char _ZSt7nothrow[1] = {0};
char __dso_handle = 0;
