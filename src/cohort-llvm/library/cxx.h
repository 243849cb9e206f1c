/* cxx.h -- what libstdc++ keeps in its binary, as text.
 *
 * Headers of the C++ library hold most of it; the rest is in embedded/cxx,
 * written anew: a text is C++ if it begins with "//", else C.  Each is a file by itself. */
#ifndef COHORT_LLVM_LIBRARY_CXX_H
#define COHORT_LLVM_LIBRARY_CXX_H

#include <stdbool.h>

/* The text that defines `name` (mangled), or null. */
const char *library_cxx_source (const char *name);

extern const char embedded_cxx_exception[];
extern const char embedded_cxx_system[];
extern const char embedded_cxx_string[];
extern const char embedded_cxx_tree[];
extern const char embedded_cxx_list[];
extern const char embedded_cxx_hash[];
extern const char embedded_cxx_thread[];
extern const char embedded_cxx_future[];
extern const char embedded_cxx_clock[];
extern const char embedded_cxx_variable[];
extern const char embedded_cxx_stream[];

#endif
