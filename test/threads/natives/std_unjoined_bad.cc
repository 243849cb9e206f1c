// verdict: UNSAFE uncaught exception
#include <thread>
int
main ()
{
    std::thread t ([] {});
}
