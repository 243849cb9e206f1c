// verdict: SAFE
int main ()
{
    int *a = new int (1), *b = a;
    delete b;
}
