// Structs: in registers, or as the callee's own copy.
// has: function @small \(i32, i32\), 2 results
// has: function @large \(ptr, ptr\), 0 results
// has: native memcpy \(r[0-9]+, r1, 40\)
// has: function @floats \(i64, i32\), 2 results
// lacks: cut
struct small { float x, y; };
struct large { long a[5]; };
struct floats { double x; int y; };
struct small small (struct small s) { s.x += s.y; return s; }
struct large large (struct large l) { l.a[0]++; return l; }
struct floats floats (struct floats f) { f.y++; return f; }
int main (void)
{
    struct large l = {{1, 2, 3}};
    l = large (l);
    return (int) small ((struct small){1, 2}).x + (int) l.a[0]
           + floats ((struct floats){1, 2}).y;
}
