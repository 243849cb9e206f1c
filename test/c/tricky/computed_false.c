// As computed_true.c, but for the distance that is expected.
extern void reach_error (void);

enum { PLACES = 5, ROADS = 8, FAR = 1000 };
static const int road[ROADS][3] = {{0, 1, 7}, {0, 2, 3}, {2, 1, 2}, {1, 3, 4},
                                   {2, 3, 9}, {3, 4, 1}, {4, 0, 5}, {1, 4, 8}};

struct place {
    int distance;
    unsigned char from;
};

int
main (void)
{
    struct place place[PLACES];
    for (int i = 0; i < PLACES; i++)
        place[i] = (struct place){i ? FAR : 0, 0};
    for (int round = 0; round < PLACES; round++)
        for (int i = 0; i < ROADS; i++) {
            const int *r = road[i];
            struct place *to = &place[r[1]];
            if (place[r[0]].distance + r[2] < to->distance) {
                to->distance = place[r[0]].distance + r[2];
                to->from = (unsigned char) r[0];
            }
        }
    if (place[4].distance != 11 || place[1].from != 2)
        reach_error ();
    return 0;
}
