// Jumps lead to where they end; a loop's variable is counted up in its register.
// has: r0 = add.32 r0 1
// has: switch.32 .*1 \.[0-9]+, 2 \.[0-9]+ else
// has: branch.1 r[0-9]+ \.
// lacks: cut
// lacks: moves
int main (void)
{
    int i = 0;
    while (i < 10) {
        switch (i) {
        case 1:
        case 2:
            i++;
            continue;
        default:
            break;
        }
        i++;
    }
    return i;
}
