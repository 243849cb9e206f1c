// verdict: SAFE
static void fail () { throw "text"; }
int main ()
{
    try {
        fail ();
    } catch (const char * x) {
    }
}
