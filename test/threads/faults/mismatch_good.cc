// verdict: SAFE
int main ()
{
    int *a = new int[4];
    delete[] a;
}
