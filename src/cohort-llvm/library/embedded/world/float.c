/* float.c -- math.h and fenv.h: what more than a number comes out of. */
#include "world.h"

/// frexp
/// frexpf: double = float
/// lgamma_r: exponent = sign
double
frexp (double x, int *exponent)
{
    WRITES (exponent, sizeof *exponent);
    return DOUBLE;
}

/// modf
/// modff: double = float
double
modf (double x, double *whole)
{
    WRITES (whole, sizeof *whole);
    return DOUBLE;
}

/// remquo
/// remquof: double = float
double
remquo (double x, double y, int *quotient)
{
    WRITES (quotient, sizeof *quotient);
    return DOUBLE;
}

/// sincos
void
sincos (double x, double *s, double *c)
{
    WRITES (s, sizeof *s);
    WRITES (c, sizeof *c);
}

/// nan
/// nanf: double = float
double
nan (const char *tag)
{
    STRING (tag);
    return DOUBLE;
}

/// fesetround
int
fesetround (int mode)
{
    if (mode)
        CUT;
    return 0;
}

/// fesetenv
/// feupdateenv
int
fesetenv (const void *environment)
{
    CUT;
    return INT;
}

/// fegetenv
/// feholdexcept
int
fegetenv (void *to)
{
    WRITES (to, 28);
    return INT;
}

/// fegetexceptflag
int
fegetexceptflag (void *to, int which)
{
    WRITES (to, 2);
    return INT;
}

/// fesetexceptflag
int
fesetexceptflag (const void *from, int which)
{
    READS (from, 2);
    return INT;
}
