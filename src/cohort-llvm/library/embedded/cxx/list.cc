// list.cc -- nodes of std::list.
namespace std
{
namespace __detail
{
struct _List_node_base {
    _List_node_base *next, *prev;
    static void swap (_List_node_base &, _List_node_base &) noexcept;
    void _M_transfer (_List_node_base *const, _List_node_base *const) noexcept;
    void _M_reverse () noexcept;
    void _M_hook (_List_node_base *const) noexcept;
    void _M_unhook () noexcept;
};
static void
settle (_List_node_base &n, _List_node_base *was)
{
    if (n.next == was) {
        n.next = n.prev = &n;
        return;
    }
    n.next->prev = &n;
    n.prev->next = &n;
}

void
_List_node_base::swap (_List_node_base &x, _List_node_base &y) noexcept
{
    _List_node_base *next = x.next, *prev = x.prev;
    x.next = y.next;
    x.prev = y.prev;
    y.next = next;
    y.prev = prev;
    settle (x, &y);
    settle (y, &x);
}

void
_List_node_base::_M_transfer (_List_node_base *const first,
                              _List_node_base *const last) noexcept
{
    if (this == last)
        return;
    last->prev->next = this;
    first->prev->next = last;
    prev->next = first;
    _List_node_base *const before = prev;
    prev = last->prev;
    last->prev = first->prev;
    first->prev = before;
}

void
_List_node_base::_M_reverse () noexcept
{
    _List_node_base *at = this;
    do {
        _List_node_base *n = at->next;
        at->next = at->prev;
        at->prev = n;
        at = n;
    } while (at != this);
}

void
_List_node_base::_M_hook (_List_node_base *const position) noexcept
{
    next = position;
    prev = position->prev;
    position->prev->next = this;
    position->prev = this;
}

void
_List_node_base::_M_unhook () noexcept
{
    next->prev = prev;
    prev->next = next;
}
} // namespace __detail
} // namespace std
