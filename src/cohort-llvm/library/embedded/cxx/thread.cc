// thread.cc -- std::thread, std::condition_variable, std::call_once.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <thread>
namespace std
{
thread::_State::~_State ()
{
}

static void *
begin (void *p)
{
    unique_ptr<thread::_State> state (static_cast<thread::_State *> (p));
    state->_M_run ();
    return nullptr;
}

void
thread::_M_start_thread (_State_ptr state, void (*) ())
{
    pthread_create (&_M_id._M_thread, nullptr, begin, state.get ());
    state.release ();
}

void
thread::join ()
{
    if (_M_id == id ())
        __throw_system_error (22);
    if (int e = pthread_join (_M_id._M_thread, nullptr))
        __throw_system_error (e);
    _M_id = id ();
}

void
thread::detach ()
{
    if (_M_id == id ())
        __throw_system_error (22);
    if (int e = pthread_detach (_M_id._M_thread))
        __throw_system_error (e);
    _M_id = id ();
}

unsigned int
thread::hardware_concurrency () noexcept
{
    return 2;
}

condition_variable::condition_variable () noexcept
{
}

condition_variable::~condition_variable () noexcept
{
}

void
condition_variable::wait (unique_lock<mutex> &lock)
{
    pthread_cond_wait (_M_cond.native_handle (),
                       lock.mutex ()->native_handle ());
}

void
condition_variable::notify_one () noexcept
{
    pthread_cond_signal (_M_cond.native_handle ());
}

void
condition_variable::notify_all () noexcept
{
    pthread_cond_broadcast (_M_cond.native_handle ());
}

__thread void *__once_callable;
__thread void (*__once_call) ();
extern "C" void
__once_proxy ()
{
    __once_call ();
}
} // namespace std
