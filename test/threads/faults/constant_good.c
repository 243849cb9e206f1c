// verdict: SAFE
// options: --engine=explore
static char *name (void)
{
    static char text[] = "abc";
    return text;
}
int main (void)
{
    name ()[1] = 'x';
    return name ()[0] - 'a';
}
