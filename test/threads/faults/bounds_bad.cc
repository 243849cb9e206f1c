// verdict: UNSAFE access out of bounds
#include <vector>
struct matrix {
    int cell[3][3];
    int diagonal () { int s = 0; for (int i = 0; i <= 3; i++) s += cell[i][i]; return s; }
};
int main ()
{
    matrix *m = new matrix ();
    m->cell[1][1] = 4;
    int d = m->diagonal ();
    delete m;
    return d - 4;
}
