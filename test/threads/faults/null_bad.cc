// verdict: UNSAFE access through a null pointer
struct node { int v; node *next; };
int main ()
{
    node b{2, nullptr}, a{1, &b};
    int sum = 0;
    node *n = &a;
    for (int i = 0; i < 3; i++) {
        sum += n->v;
        n = n->next;
    }
    return sum - 3;
}
