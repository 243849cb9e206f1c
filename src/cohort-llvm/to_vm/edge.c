/* edge.c -- what happens between blocks: a phi is a register that every
 * edge to its block sets. */
#include "cohort-llvm/to_vm/internal.h"

#include "vm/code/op.h"

enum { EARLY_MOST = 100 };

static LLVMValueRef
phi_incoming (LLVMValueRef phi, LLVMBasicBlockRef from)
{
    assert (LLVMIsAPHINode (phi));
    unsigned n = LLVMCountIncoming (phi);
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetIncomingBlock (phi, i) == from)
            return LLVMGetIncomingValue (phi, i);
    return NULL;
}

struct moves VEC (uint32_t); /* register, operand, .. */

/* A constant that is not modelled cuts the edge. */
static bool
move_collect (lowering *l, LLVMValueRef phi, LLVMBasicBlockRef from,
              struct moves *to)
{
    assert (LLVMIsAPHINode (phi));
    LLVMValueRef v = phi_incoming (phi, from);
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (phi));
    const char *why = NULL;
    if (!v || s->odd)
        return true;
    if (LLVMIsConstant (v) && !lower_is_thread_address (l, v)
        && !lower_known (l, v, &why)) {
        lower_cut (l, "%s", why);
        return false;
    }
    const struct lower_held *h = lower_held (l, phi);
    for (uint32_t i = 0; i < h->leaves; i++) {
        uint32_t operand = lower_operand (l, v, i);
        if (operand == h->operand[i])
            continue;
        VEC_PUSH (*to, h->operand[i]);
        VEC_PUSH (*to, operand);
    }
    return true;
}

static void
moves_emit (lowering *l, const struct moves *m)
{
    assert (m->size % 2 == 0);
    if (m->size == 2) {
        uint8_t width =
            l->code->width
                .at[l->code->function.at[l->number].first_width + m->at[0]];
        lower_emit (l, (struct vm_instruction) {
                           .op = VM_MOVE,
                           .width = width ? width : (uint8_t) l->pointer_bits,
                           .result = m->at[0],
                           .a = m->at[1]});
        return;
    }
    uint32_t list = (uint32_t) l->code->list.size;
    for (size_t i = 0; i < m->size; i++)
        lower_list (l, m->at[i]);
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_MOVES, .a = list, .b = (uint32_t) m->size / 2});
}

/* ---- moves that are not needed */

struct edge_scan {
    uint32_t wanted;
    bool found;
};

static void
scan_visit (void *context, uint32_t operand)
{
    struct edge_scan *s = context;
    s->found |= operand == s->wanted;
}

static bool
code_touches (const lowering *l, size_t at, uint32_t r)
{
    struct edge_scan s = {.wanted = r};
    const struct vm_instruction *i = &l->code->instruction.at[at];
    vm_op_reads (l->code, i, scan_visit, &s);
    vm_op_sets (l->code, i, scan_visit, &s);
    return s.found;
}

static void
count_visit (void *context, uint32_t r)
{
    (void) r;
    ++*(unsigned *) context;
}

/* The instruction of the straight line at hand that sets register x, and
 * nothing else, with none behind it that has to do with p; else 0. */
static size_t
setter_find (const lowering *l, uint32_t x, uint32_t p)
{
    assert (!(x & VM_CONSTANT) && !(p & VM_CONSTANT));
    size_t at = l->code->instruction.size, most = EARLY_MOST;
    while (at-- > l->line && most--) {
        const struct vm_instruction *i = &l->code->instruction.at[at];
        struct edge_scan s = {.wanted = x};
        unsigned sets = 0;
        vm_op_sets (l->code, i, scan_visit, &s);
        vm_op_sets (l->code, i, count_visit, &sets);
        if (s.found)
            return sets == 1 ? at + 1 : 0;
        /* Where an exception goes, p may be needed as it is. */
        if (code_touches (l, at, p)
            || (vm_op_calls (i->op) && i->c != VM_NOWHERE))
            return 0;
    }
    return 0;
}

/* Is the phi all that needs what is in the register? */
static bool
is_for_phi_only (const lowering *l, uint32_t x)
{
    LLVMValueRef v = x & VM_CONSTANT ? NULL : l->owner.at[x];
    LLVMUseRef use = v && LLVMIsAInstruction (v) && !LLVMIsAPHINode (v)
                         ? LLVMGetFirstUse (v)
                         : NULL;
    return use && !LLVMGetNextUse (use) && LLVMIsAPHINode (LLVMGetUser (use));
}

/* Another move of these reads what this one sets. */
static bool
is_read_by_others (const struct moves *m, size_t pair)
{
    assert (pair + 1 < m->size);
    for (size_t i = 0; i < m->size; i += 2)
        if (i != pair && m->at[i + 1] == m->at[pair])
            return true;
    return false;
}

static void
notes_rename (lowering *l, size_t at, uint32_t from, uint32_t to)
{
    for (size_t i = l->code->note.size; i-- && l->code->note.at[i].at > at;)
        if (l->code->note.at[i].operand == from)
            l->code->note.at[i].operand = to;
}

/* What was computed only to be moved is computed where it goes. */
static void
moves_early (lowering *l, struct moves *m)
{
    assert (m->size % 2 == 0);
    size_t kept = 0;
    for (size_t i = 0; i < m->size; i += 2) {
        uint32_t p = m->at[i], x = m->at[i + 1];
        size_t setter = is_for_phi_only (l, x) && !is_read_by_others (m, i)
                            ? setter_find (l, x, p)
                            : 0;
        if (setter) {
            l->code->instruction.at[setter - 1].result = p;
            notes_rename (l, setter - 1, x, p);
            m->at[i] = VM_NOWHERE;
        }
    }
    for (size_t i = 0; i < m->size; i += 2)
        if (m->at[i] != VM_NOWHERE) {
            m->at[kept++] = m->at[i];
            m->at[kept++] = m->at[i + 1];
        }
    m->size = kept;
}

/* ---- edges */

/* What the phis of a block become, if one comes from there.  `always`: the
 * block at hand does nothing else, so that it may set them before its end. */
static void
edge_moves (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
            bool always)
{
    struct moves m = {0};
    bool good = true;
    for (LLVMValueRef i = LLVMGetFirstInstruction (to);
         i && LLVMIsAPHINode (i) && good; i = LLVMGetNextInstruction (i))
        good = move_collect (l, i, from, &m);
    if (good && always)
        moves_early (l, &m);
    if (m.size && good)
        moves_emit (l, &m);
    VEC_CLEAR (m);
}

/* Would there be one?  (Constants that are not modelled count as well.) */
static bool
edge_has_moves (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction (to); i && LLVMIsAPHINode (i);
         i = LLVMGetNextInstruction (i)) {
        LLVMValueRef v = phi_incoming (i, from);
        if (v && v != i && !lower_shape (l, LLVMTypeOf (i))->odd)
            return true;
    }
    return false;
}

static uint32_t
edge_label (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
            uint64_t epoch)
{
    if (!edge_has_moves (l, from, to))
        return lower_block_label (l, to);
    for (size_t i = 0; i < l->edge.size; i++)
        if (l->edge.at[i].to == to)
            return l->edge.at[i].label;
    struct edge_code e = {from, to, lower_label (l), epoch};
    VEC_PUSH (l->edge, e);
    return e.label;
}

uint32_t
lower_edge (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    return edge_label (l, from, to, 0);
}

/* Only moves may stand before a landing pad: all that they need is computed
 * here. */
bool
lower_edge_unwinding (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                      uint32_t *label, const char **why)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction (to); i && LLVMIsAPHINode (i);
         i = LLVMGetNextInstruction (i)) {
        LLVMValueRef v = phi_incoming (i, from);
        const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
        if (!v || s->odd)
            continue;
        if (LLVMIsConstant (v) && !lower_is_thread_address (l, v)
            && !lower_known (l, v, why))
            return false;
        for (uint32_t k = 0; k < s->leaves; k++)
            lower_operand (l, v, k);
    }
    *label = edge_label (l, from, to, l->epoch);
    return true;
}

void
lower_edges (lowering *l)
{
    for (size_t i = 0; i < l->edge.size; i++) {
        struct edge_code e = l->edge.at[i];
        uint32_t next = l->next;
        l->next = i + 1 < l->edge.size ? VM_NOWHERE : next;
        uint64_t epoch = l->epoch;
        if (e.epoch)
            l->epoch = e.epoch;
        else
            lower_forget_near (l);
        lower_label_here (l, e.label);
        edge_moves (l, e.from, e.to, false);
        lower_jump (l, lower_block_label (l, e.to));
        l->next = next;
        l->epoch = epoch > l->epoch ? epoch : l->epoch;
    }
    l->edge.size = 0;
}

void
lower_edge_here (lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    uint32_t next = l->next;
    edge_moves (l, from, to, true);
    /* An exception's way may have code of its own, which comes first. */
    if (l->edge.size)
        l->next = VM_NOWHERE;
    lower_jump (l, lower_block_label (l, to));
    l->next = next;
}
