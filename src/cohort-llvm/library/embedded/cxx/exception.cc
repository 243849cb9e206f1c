// exception.cc -- exceptions of the standard library.
#include <cxxabi.h>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>

extern "C" void __cohort_exception_hold (void *);
extern "C" void __cohort_exception_drop (void *);
extern "C" void *__cohort_exception_current ();
extern "C" [[noreturn]] void __cohort_exception_rethrow (void *);

// Cancelling a thread would throw it; nobody does.
namespace __cxxabiv1
{
__forced_unwind::~__forced_unwind () noexcept
{
}
} // namespace __cxxabiv1

namespace std
{
#define PLAIN(name, text)                    \
    name::~name () noexcept                  \
    {                                        \
    }                                        \
    const char *name::what () const noexcept \
    {                                        \
        return text;                         \
    }
PLAIN (exception, "std::exception")
PLAIN (bad_exception, "std::bad_exception")
PLAIN (bad_alloc, "std::bad_alloc")
PLAIN (bad_array_new_length, "std::bad_array_new_length")
PLAIN (bad_cast, "std::bad_cast")
PLAIN (bad_typeid, "std::bad_typeid")
PLAIN (bad_function_call, "bad_function_call")
PLAIN (bad_weak_ptr, "bad_weak_ptr")

static const char *
copy (const char *from, size_t size)
{
    char *to = new char[size + 1];
    for (size_t i = 0; i < size; i++)
        to[i] = from[i];
    to[size] = 0;
    return to;
}

static size_t
length (const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

__cow_string::__cow_string () : _M_p (copy ("", 0))
{
}

__cow_string::__cow_string (const std::string &s)
    : _M_p (copy (s.data (), s.size ()))
{
}

__cow_string::__cow_string (const char *s, size_t n) : _M_p (copy (s, n))
{
}

__cow_string::__cow_string (const __cow_string &s) noexcept
    : _M_p (copy (s._M_p, length (s._M_p)))
{
}

__cow_string &
__cow_string::operator= (const __cow_string &s) noexcept
{
    const char *made = copy (s._M_p, length (s._M_p));
    delete[] _M_p;
    _M_p = made;
    return *this;
}

__cow_string::~__cow_string ()
{
    delete[] _M_p;
}

__cow_string::__cow_string (__cow_string &&s) noexcept : _M_p (s._M_p)
{
    s._M_p = copy ("", 0);
}

__cow_string &
__cow_string::operator= (__cow_string &&s) noexcept
{
    const char *other = s._M_p;
    s._M_p = _M_p;
    _M_p = other;
    return *this;
}

#define BASE(name)                                                         \
    name::name (const string &s) : _M_msg (s)                              \
    {                                                                      \
    }                                                                      \
    name::name (const char *s) : _M_msg (s, length (s))                    \
    {                                                                      \
    }                                                                      \
    name::name (const name &e) noexcept : exception (e), _M_msg (e._M_msg) \
    {                                                                      \
    }                                                                      \
    name::name (name &&e) noexcept                                         \
        : exception (e), _M_msg (static_cast<__cow_string &&> (e._M_msg))  \
    {                                                                      \
    }                                                                      \
    name &name::operator= (const name &e) noexcept                         \
    {                                                                      \
        _M_msg = e._M_msg;                                                 \
        return *this;                                                      \
    }                                                                      \
    name &name::operator= (name &&e) noexcept                              \
    {                                                                      \
        _M_msg = static_cast<__cow_string &&> (e._M_msg);                  \
        return *this;                                                      \
    }                                                                      \
    name::~name () noexcept                                                \
    {                                                                      \
    }                                                                      \
    const char *name::what () const noexcept                               \
    {                                                                      \
        return _M_msg._M_p;                                                \
    }
BASE (logic_error)
BASE (runtime_error)

#define DERIVED(name, base)                 \
    name::name (const string &s) : base (s) \
    {                                       \
    }                                       \
    name::name (const char *s) : base (s)   \
    {                                       \
    }                                       \
    name::~name () noexcept                 \
    {                                       \
    }
DERIVED (domain_error, logic_error)
DERIVED (invalid_argument, logic_error)
DERIVED (length_error, logic_error)
DERIVED (out_of_range, logic_error)
DERIVED (range_error, runtime_error)
DERIVED (overflow_error, runtime_error)
DERIVED (underflow_error, runtime_error)

#define THROWN(name)       \
    void __throw_##name () \
    {                      \
        throw name ();     \
    }
THROWN (bad_exception)
THROWN (bad_alloc)
THROWN (bad_array_new_length)
THROWN (bad_cast)
THROWN (bad_typeid)
THROWN (bad_function_call)

#define THROWN_WITH(name)               \
    void __throw_##name (const char *s) \
    {                                   \
        throw name (s);                 \
    }
THROWN_WITH (logic_error)
THROWN_WITH (domain_error)
THROWN_WITH (invalid_argument)
THROWN_WITH (length_error)
THROWN_WITH (out_of_range)
THROWN_WITH (runtime_error)
THROWN_WITH (range_error)
THROWN_WITH (overflow_error)
THROWN_WITH (underflow_error)

void
__throw_out_of_range_fmt (const char *s, ...)
{
    throw out_of_range (s);
}

namespace __exception_ptr
{
void
exception_ptr::_M_addref () noexcept
{
    if (_M_exception_object)
        __cohort_exception_hold (_M_exception_object);
}

void
exception_ptr::_M_release () noexcept
{
    if (_M_exception_object)
        __cohort_exception_drop (_M_exception_object);
    _M_exception_object = nullptr;
}

void *
exception_ptr::_M_get () const noexcept
{
    return _M_exception_object;
}

exception_ptr::exception_ptr (void *p) noexcept : _M_exception_object (p)
{
    _M_addref ();
}
} // namespace __exception_ptr
exception_ptr
current_exception () noexcept
{
    exception_ptr p;
    void *e = __cohort_exception_current ();
    if (!e)
        return p;
    static_assert (sizeof p == sizeof e, "");
    *reinterpret_cast<void **> (&p) = e;
    return p;
}

void
rethrow_exception (exception_ptr p)
{
    __cohort_exception_rethrow (*reinterpret_cast<void **> (&p));
}
} // namespace std

extern "C" void
__cxa_bad_cast ()
{
    throw std::bad_cast ();
}

extern "C" void
__cxa_bad_typeid ()
{
    throw std::bad_typeid ();
}
