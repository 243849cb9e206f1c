// verdict: UNSAFE uncaught exception
static void fail () { throw "text"; }
int main ()
{
    try {
        fail ();
    } catch (int x) {
    }
}
