// tree.cc -- red-black trees of std::map and std::set.
namespace std
{
struct _Rb_tree_node_base {
    int color; /* 0 red, 1 black */
    _Rb_tree_node_base *parent, *left, *right;
};
typedef _Rb_tree_node_base node;

node *
_Rb_tree_increment (node *x)
{
    if (x->right) {
        x = x->right;
        while (x->left)
            x = x->left;
        return x;
    }
    node *y = x->parent;
    while (x == y->right) {
        x = y;
        y = y->parent;
    }
    return x->right != y ? y : x;
}

const node *
_Rb_tree_increment (const node *x)
{
    return _Rb_tree_increment (const_cast<node *> (x));
}

node *
_Rb_tree_decrement (node *x)
{
    if (x->color == 0 && x->parent->parent == x)
        return x->right;
    if (x->left) {
        node *y = x->left;
        while (y->right)
            y = y->right;
        return y;
    }
    node *y = x->parent;
    while (x == y->left) {
        x = y;
        y = y->parent;
    }
    return y;
}

const node *
_Rb_tree_decrement (const node *x)
{
    return _Rb_tree_decrement (const_cast<node *> (x));
}

static void
replace (node *x, node *y, node *&root)
{
    y->parent = x->parent;
    if (x == root)
        root = y;
    else if (x == x->parent->left)
        x->parent->left = y;
    else
        x->parent->right = y;
}

static void
rotate_left (node *x, node *&root)
{
    node *y = x->right;
    x->right = y->left;
    if (y->left)
        y->left->parent = x;
    replace (x, y, root);
    y->left = x;
    x->parent = y;
}

static void
rotate_right (node *x, node *&root)
{
    node *y = x->left;
    x->left = y->right;
    if (y->right)
        y->right->parent = x;
    replace (x, y, root);
    y->right = x;
    x->parent = y;
}

void
_Rb_tree_insert_and_rebalance (const bool left, node *x, node *p, node &header)
{
    node *&root = header.parent;
    x->parent = p;
    x->left = x->right = nullptr;
    x->color = 0;
    if (left) {
        p->left = x;
        if (p == &header) {
            header.parent = x;
            header.right = x;
        } else if (p == header.left)
            header.left = x;
    } else {
        p->right = x;
        if (p == header.right)
            header.right = x;
    }
    while (x != root && x->parent->color == 0) {
        node *const grand = x->parent->parent;
        const bool is_left = x->parent == grand->left;
        node *const uncle = is_left ? grand->right : grand->left;
        if (uncle && uncle->color == 0) {
            x->parent->color = 1;
            uncle->color = 1;
            grand->color = 0;
            x = grand;
        } else if (is_left) {
            if (x == x->parent->right) {
                x = x->parent;
                rotate_left (x, root);
            }
            x->parent->color = 1;
            grand->color = 0;
            rotate_right (grand, root);
        } else {
            if (x == x->parent->left) {
                x = x->parent;
                rotate_right (x, root);
            }
            x->parent->color = 1;
            grand->color = 0;
            rotate_left (grand, root);
        }
    }
    root->color = 1;
}

static node *
least (node *x)
{
    while (x->left)
        x = x->left;
    return x;
}

static node *
greatest (node *x)
{
    while (x->right)
        x = x->right;
    return x;
}

/* Takes z out; gives what is to be freed, x where the balance is disturbed. */
static node *
unlink (node *const z, node &header, node *&x, node *&x_parent)
{
    node *&root = header.parent;
    node *y = z;
    x_parent = nullptr;
    if (!y->left)
        x = y->right;
    else if (!y->right)
        x = y->left;
    else {
        y = least (y->right);
        x = y->right;
    }
    if (y == z) {
        x_parent = y->parent;
        if (x)
            x->parent = y->parent;
        if (root == z)
            root = x;
        else if (z->parent->left == z)
            z->parent->left = x;
        else
            z->parent->right = x;
        if (header.left == z)
            header.left = z->right ? least (x) : z->parent;
        if (header.right == z)
            header.right = z->left ? greatest (x) : z->parent;
        return y;
    }
    z->left->parent = y;
    y->left = z->left;
    if (y != z->right) {
        x_parent = y->parent;
        if (x)
            x->parent = y->parent;
        y->parent->left = x;
        y->right = z->right;
        z->right->parent = y;
    } else
        x_parent = y;
    replace (z, y, root);
    int color = y->color;
    y->color = z->color;
    z->color = color;
    return z;
}

node *
_Rb_tree_rebalance_for_erase (node *const z, node &header)
{
    node *&root = header.parent;
    node *x, *x_parent;
    node *y = unlink (z, header, x, x_parent);
    if (y->color == 0)
        return y;
    while (x != root && (!x || x->color == 1)) {
        const bool is_left = x == x_parent->left;
        node *w = is_left ? x_parent->right : x_parent->left;
        if (w->color == 0) {
            w->color = 1;
            x_parent->color = 0;
            if (is_left)
                rotate_left (x_parent, root);
            else
                rotate_right (x_parent, root);
            w = is_left ? x_parent->right : x_parent->left;
        }
        node *near = is_left ? w->left : w->right;
        node *far = is_left ? w->right : w->left;
        if ((!near || near->color == 1) && (!far || far->color == 1)) {
            w->color = 0;
            x = x_parent;
            x_parent = x_parent->parent;
            continue;
        }
        if (!far || far->color == 1) {
            near->color = 1;
            w->color = 0;
            if (is_left)
                rotate_right (w, root);
            else
                rotate_left (w, root);
            w = is_left ? x_parent->right : x_parent->left;
            far = is_left ? w->right : w->left;
        }
        w->color = x_parent->color;
        x_parent->color = 1;
        if (far)
            far->color = 1;
        if (is_left)
            rotate_left (x_parent, root);
        else
            rotate_right (x_parent, root);
        break;
    }
    if (x)
        x->color = 1;
    return y;
}
} // namespace std
