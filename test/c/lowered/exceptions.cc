// Landing pads; selectors are 1 + the number of the type.
// has: call @_Z6throw_i \(r0\) unwind \.
// has: landing catch @_ZTIi, 
// has: native __cxa_begin_catch
// has: constant @_ZTIi .*@_ZTVN10__cxxabiv123__fundamental_type_infoE
// has: native __cxa_throw \(r[0-9]+, @_ZTIi, 0\)
// has: resume r
// lacks: cut
struct guard { int *p; ~guard () { ++*p; } };
void throws (int i) { if (i) throw i; }
int cleaned (int i) { int n = 0; guard g = {&n}; throws (i); return n; }
void throw_ (int i) { throws (i); }
int caught (int i)
{
    extern void throw_ (int);
    try { throw_ (i); return cleaned (i); }
    catch (int e) { return e; }
    catch (...) { return 2; }
}
int main () { return caught (1); }
