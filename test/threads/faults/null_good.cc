// verdict: SAFE
struct node { int v; node *next; };
int main ()
{
    node b{2, nullptr}, a{1, &b};
    int sum = 0;
    node *n = &a;
    for (int i = 0; i < 3; i++) {
        if (n) sum += n->v;
        if (n) n = n->next;
    }
    return sum - 3;
}
