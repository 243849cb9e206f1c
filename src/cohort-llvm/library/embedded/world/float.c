/* float.c -- math.h and fenv.h: what more than a number comes out of. */
#include "world.h"

/// frexp
double
frexp (double x, int *exponent)
{
    WRITES (exponent, sizeof *exponent);
    return DOUBLE;
}

/// frexpf
float
frexpf (float x, int *exponent)
{
    WRITES (exponent, sizeof *exponent);
    return (float) DOUBLE;
}

/// modf
double
modf (double x, double *whole)
{
    WRITES (whole, sizeof *whole);
    return DOUBLE;
}

/// modff
float
modff (float x, float *whole)
{
    WRITES (whole, sizeof *whole);
    return (float) DOUBLE;
}

/// remquo
double
remquo (double x, double y, int *quotient)
{
    WRITES (quotient, sizeof *quotient);
    return DOUBLE;
}

/// remquof
float
remquof (float x, float y, int *quotient)
{
    WRITES (quotient, sizeof *quotient);
    return (float) DOUBLE;
}

/// sincos
void
sincos (double x, double *s, double *c)
{
    WRITES (s, sizeof *s);
    WRITES (c, sizeof *c);
}

/// lgamma_r
double
lgamma_r (double x, int *sign)
{
    WRITES (sign, sizeof *sign);
    return DOUBLE;
}

/// nan
double
nan (const char *tag)
{
    STRING (tag);
    return DOUBLE;
}

/// nanf
float
nanf (const char *tag)
{
    STRING (tag);
    return (float) DOUBLE;
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
int
fesetenv (const void *environment)
{
    CUT;
    return INT;
}

/// feupdateenv
int
feupdateenv (const void *environment)
{
    CUT;
    return INT;
}

/// fegetenv
int
fegetenv (void *to)
{
    WRITES (to, 28);
    return INT;
}

/// feholdexcept
int
feholdexcept (void *to)
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
