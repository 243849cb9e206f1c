// Objects that are not promoted, structs that are copied scalar by scalar (others
// may see them half copied), declarations that are reached again.
// has: = alloca.32 1 80
// has: = load.64 @__const.main.a\+16
// lacks: native memcpy
// has: native cohort.forget \(r[0-9]+, 80\)
// has: undef:ffffffff
// lacks: cut
struct wide { long a, b, c; };
int again (int n)
{
    int t = 0;
    for (int i = 0; i < n; i++) {
        int a[20], u;
        a[i] = i;
        if (t > 2)
            u = 3;
        t += a[i] + u;
    }
    return t;
}
int main (void)
{
    struct wide a = {1, 2, 3}, b = a;
    return again (3) + (int) b.c;
}
