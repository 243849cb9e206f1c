// Money goes to and fro between two accounts.
#include <mutex>
#include <thread>

struct account {
    std::mutex lock;
    int money = 10;
};

static account mine, yours;

static void
transfer (account &from, account &to)
{
    std::lock_guard<std::mutex> first (from.lock);
    std::lock_guard<std::mutex> second (to.lock);
    from.money--;
    to.money++;
}

int
main ()
{
    std::thread one (transfer, std::ref (mine), std::ref (yours));
    std::thread two (transfer, std::ref (yours), std::ref (mine));
    one.join ();
    two.join ();
}
