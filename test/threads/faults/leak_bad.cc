// verdict: UNSAFE memory leak
// options: --check=leak
struct node { int v; };
static int use (node *n) { return n->v; }
int main ()
{
    node *n = new node{3};
    int r = use (n);
    n = nullptr;
    return r - 3;
}
