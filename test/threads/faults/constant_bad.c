// verdict: UNSAFE write to a constant
// options: --engine=explore
static char *name (void)
{
    return (char *) "abc";
}
int main (void)
{
    name ()[1] = 'x';
    return name ()[0] - 'a';
}
