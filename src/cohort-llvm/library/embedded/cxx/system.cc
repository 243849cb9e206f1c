// system.cc -- std::system_error, as far as threads and locks throw it.
#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
namespace std
{
inline namespace _V2
{
error_category::~error_category ()
{
}

error_condition
error_category::default_error_condition (int n) const noexcept
{
    return error_condition (n, *this);
}

bool
error_category::equivalent (int n, const error_condition &c) const noexcept
{
    return default_error_condition (n) == c;
}

bool
error_category::equivalent (const error_code &c, int n) const noexcept
{
    return *this == c.category () && c.value () == n;
}

__cow_string
error_category::_M_message (int) const
{
    return __cow_string ("error", 5);
}
} // namespace _V2
namespace
{
struct named_category : error_category {
    const char *text;
    explicit constexpr named_category (const char *t) : text (t)
    {
    }
    const char *
    name () const noexcept override
    {
        return text;
    }
    string
    message (int) const override
    {
        return text;
    }
};
[[clang::no_destroy]] const named_category generic ("generic"),
    the_system ("system"), the_future ("future");
} // namespace
inline namespace _V2
{
const error_category &
generic_category () noexcept
{
    return generic;
}

const error_category &
system_category () noexcept
{
    return the_system;
}
} // namespace _V2
const error_category &
future_category () noexcept
{
    return the_future;
}

error_condition
error_code::default_error_condition () const noexcept
{
    return category ().default_error_condition (value ());
}

system_error::~system_error () noexcept
{
}

future_error::~future_error () noexcept
{
}

const char *
future_error::what () const noexcept
{
    return "future_error";
}

void
__throw_system_error (int n)
{
    throw system_error (error_code (n, generic_category ()));
}

void
__throw_future_error (int n)
{
    throw future_error (make_error_code (future_errc (n)));
}
} // namespace std
