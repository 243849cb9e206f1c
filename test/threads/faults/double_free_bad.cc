// verdict: UNSAFE double free
int main ()
{
    int *a = new int (1), *b = a;
    delete a;
    delete b;
}
