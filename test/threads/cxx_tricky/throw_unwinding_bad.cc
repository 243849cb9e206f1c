// verdict: UNSAFE uncaught exception
// A destructor that throws while another exception is in flight: terminate.
struct bomb {
    ~bomb () noexcept (false) { throw 2; }
};
int main ()
{
    try {
        bomb b;
        throw 1;
    } catch (int) {
    }
}
