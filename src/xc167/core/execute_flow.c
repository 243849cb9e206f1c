/* execute_flow.c -- jumps, calls, returns. */
#include "xc167/core/execute.h"
#include "xc167/core/trap.h"

static bool
condition_holds (struct micro_core *c, unsigned condition)
{
    switch ((enum xc167_condition) condition) {
    case CC_UC:
        return true;
    case CC_NET:
        return !xc167_need_flag (c, PSW_Z) && !xc167_need_flag (c, PSW_E);
    case CC_Z:
        return xc167_need_flag (c, PSW_Z);
    case CC_NZ:
        return !xc167_need_flag (c, PSW_Z);
    case CC_V:
        return xc167_need_flag (c, PSW_V);
    case CC_NV:
        return !xc167_need_flag (c, PSW_V);
    case CC_N:
        return xc167_need_flag (c, PSW_N);
    case CC_NN:
        return !xc167_need_flag (c, PSW_N);
    case CC_C:
        return xc167_need_flag (c, PSW_C);
    case CC_NC:
        return !xc167_need_flag (c, PSW_C);
    case CC_SGT:
        return !xc167_need_flag (c, PSW_Z)
               && xc167_need_flag (c, PSW_N) == xc167_need_flag (c, PSW_V);
    case CC_SLE:
        return xc167_need_flag (c, PSW_Z)
               || xc167_need_flag (c, PSW_N) != xc167_need_flag (c, PSW_V);
    case CC_SLT:
        return xc167_need_flag (c, PSW_N) != xc167_need_flag (c, PSW_V);
    case CC_SGE:
        return xc167_need_flag (c, PSW_N) == xc167_need_flag (c, PSW_V);
    case CC_UGT:
        return !xc167_need_flag (c, PSW_Z) && !xc167_need_flag (c, PSW_C);
    default:
        assert (condition == CC_ULE);
        return xc167_need_flag (c, PSW_Z) || xc167_need_flag (c, PSW_C);
    }
}

static void
push_ip (struct micro_core *c)
{
    xc167_push (c, value_of (xc167_address (core_pc (c)) & 0xffff));
}

static void
push_csp (struct micro_core *c)
{
    xc167_push (c, value_of (core_pc (c) >> 15));
}

/* To an instruction pointer in this segment. */
static void
go_near (struct micro_core *c, uint32_t ip)
{
    xc167_go (c, (core_pc (c) >> 15) << 16 | ip);
}

static void
return_from (struct micro_core *c, const struct xc167_instruction *i)
{
    uint32_t ip = xc167_know (c, xc167_pop (c));
    if (i->op == XC_RET || i->op == XC_RETP) {
        go_near (c, ip);
        return;
    }
    uint32_t segment = xc167_know (c, xc167_pop (c)) & 0xffu;
    xc167_go (c, segment << 16 | ip);
    if (i->op == XC_RETS)
        return;
    struct xc167_value psw = xc167_pop (c);
    psw.bits = (uint16_t) ((psw.bits & 0xff)
                           | core_know (c, value_half (psw, 1)) << 8);
    psw.unknown &= 0xff;
    xc167_set (c, XC167_PSW, psw);
    if (psw.bits >> 8 & PSW_BANK)
        core_fail (c, FAULT_OTHER, false);
    xc167_late (c);
    trap_return (c);
}

/* RETP: the operand is found before the stack moves. */
static void
return_and_pop (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place at = operand_find (c, &i->a, false);
    return_from (c, i);
    struct xc167_value v = xc167_pop (c);
    if (!operand_is_psw (&at))
        c166_test (c, v, false);
    operand_store (c, &at, v, false);
}

static void
push_and_call (struct micro_core *c, const struct xc167_instruction *i)
{
    struct xc167_value v = operand_worth (c, &i->a, false);
    c166_test (c, v, false);
    xc167_push (c, v);
    push_ip (c);
}

/* All that jump or call to a constant, and through a register. */
static void
jump_or_call (struct micro_core *c, const struct xc167_instruction *i,
              uint32_t address)
{
    uint32_t target = 0;
    if (!condition_holds (c, i->condition))
        return;
    bool known = xc167_target (i, address, &target);
    if (!known)
        target = (address & 0xff0000) | xc167_need_gpr (c, i->a.n);
    if (i->op == XC_PCALL)
        push_and_call (c, i);
    else if (i->op == XC_CALLS)
        push_csp (c);
    if (xc167_is_call (i) && i->op != XC_PCALL)
        push_ip (c);
    xc167_go (c, target);
}

void
c166_flow (struct micro_core *c, const struct xc167_instruction *i,
           uint32_t address)
{
    switch (i->op) {
    case XC_RET:
    case XC_RETS:
    case XC_RETI:
        return_from (c, i);
        break;
    case XC_RETP:
        return_and_pop (c, i);
        break;
    case XC_TRAP:
        trap_enter (c, i->number);
        break;
    default:
        jump_or_call (c, i, address);
    }
}
