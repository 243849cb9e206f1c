// verdict: SAFE
/* Transfers between accounts on the heap, each with a lock, taken in order.
 * -DBUG: taken as they come. */
#include <cohort.h>

#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int sum;
};

class clerk : public cohort::thread {
  public:
    clerk (account *f, account *t) : from (f), to (t) {}

  protected:
    void
    run () override
    {
        account *one = from, *other = to;
#ifndef BUG
        if (number (to) < number (from)) {
            one = to;
            other = from;
        }
#endif
        pthread_mutex_lock (&one->lock);
        pthread_mutex_lock (&other->lock);
        from->sum -= 1;
        to->sum += 1;
        pthread_mutex_unlock (&other->lock);
        pthread_mutex_unlock (&one->lock);
    }

  private:
    static int number (const account *);
    account *from, *to;
};

static account *all[3];

int
clerk::number (const account *a)
{
    int i = 0;
    while (all[i] != a)
        i++;
    return i;
}

int
main ()
{
    for (int i = 0; i < 3; i++) {
        all[i] = new account;
        pthread_mutex_init (&all[i]->lock, nullptr);
        all[i]->sum = 5;
    }
    {
        clerk a (all[0], all[1]), b (all[1], all[2]), c (all[2], all[0]);
        a.start ();
        b.start ();
        c.start ();
        a.join ();
        b.join ();
        c.join ();
    }
    VASSERT (all[0]->sum + all[1]->sum + all[2]->sum == 15);
    for (account *a : all) {
        pthread_mutex_destroy (&a->lock);
        delete a;
    }
    return 0;
}
