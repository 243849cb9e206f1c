/* From a member back to its struct, by hand: the offset is that of null's. */
struct link { struct link *next; };
struct item { int value; struct link link; } a, b;
static struct item *item (struct link *l)
{
    return (struct item *) ((char *) l
                            - (unsigned long) &((struct item *) 0)->link);
}
int main (void)
{
    a.link.next = &b.link;
    b.value = 1;
    return item (a.link.next)->value;
}
