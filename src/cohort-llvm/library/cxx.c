/* cxx.c -- which text of the C++ library defines a name. */
#include "cohort-llvm/library/cxx.h"

#include <stddef.h>
#include <string.h>

/* Names as the linker knows them; one that ends with * is a beginning. */
struct named {
    const char *text;
    const char *const *name; /* null: end */
};

/* clang-format off */
static const char *const exception_names[] = {
    "_ZNSt9exception*",
    "_ZNSt13bad_exception*",
    "_ZNSt9bad_alloc*",
    "_ZNSt20bad_array_new_length*",
    "_ZNSt8bad_cast*",
    "_ZNSt10bad_typeid*",
    "_ZNSt17bad_function_call*",
    "_ZNSt12bad_weak_ptr*",
    "_ZNSt12__cow_string*",
    "_ZNSt11logic_error*",
    "_ZNSt13runtime_error*",
    "_ZNSt12domain_error*",
    "_ZNSt16invalid_argument*",
    "_ZNSt12length_error*",
    "_ZNSt12out_of_range*",
    "_ZNSt11range_error*",
    "_ZNSt14overflow_error*",
    "_ZNSt15underflow_error*",
    "_ZNKSt9exception4whatEv",
    "_ZNKSt13bad_exception4whatEv",
    "_ZNKSt9bad_alloc4whatEv",
    "_ZNKSt20bad_array_new_length4whatEv",
    "_ZNKSt8bad_cast4whatEv",
    "_ZNKSt10bad_typeid4whatEv",
    "_ZNKSt17bad_function_call4whatEv",
    "_ZNKSt12bad_weak_ptr4whatEv",
    "_ZNKSt11logic_error4whatEv",
    "_ZNKSt13runtime_error4whatEv",
    "_ZNKSt12domain_error4whatEv",
    "_ZNKSt16invalid_argument4whatEv",
    "_ZNKSt12length_error4whatEv",
    "_ZNKSt12out_of_range4whatEv",
    "_ZNKSt11range_error4whatEv",
    "_ZNKSt14overflow_error4whatEv",
    "_ZNKSt15underflow_error4whatEv",
    "_ZTIN10__cxxabiv115__forced_unwindE",
    "_ZTISt9exception",
    "_ZTISt13bad_exception",
    "_ZTISt9bad_alloc",
    "_ZTISt20bad_array_new_length",
    "_ZTISt8bad_cast",
    "_ZTISt10bad_typeid",
    "_ZTISt17bad_function_call",
    "_ZTISt12bad_weak_ptr",
    "_ZTISt11logic_error",
    "_ZTISt13runtime_error",
    "_ZTISt12domain_error",
    "_ZTISt16invalid_argument",
    "_ZTISt12length_error",
    "_ZTISt12out_of_range",
    "_ZTISt11range_error",
    "_ZTISt14overflow_error",
    "_ZTISt15underflow_error",
    "_ZTSSt9exception",
    "_ZTSSt13bad_exception",
    "_ZTSSt9bad_alloc",
    "_ZTSSt20bad_array_new_length",
    "_ZTSSt8bad_cast",
    "_ZTSSt10bad_typeid",
    "_ZTSSt17bad_function_call",
    "_ZTSSt12bad_weak_ptr",
    "_ZTSSt11logic_error",
    "_ZTSSt13runtime_error",
    "_ZTSSt12domain_error",
    "_ZTSSt16invalid_argument",
    "_ZTSSt12length_error",
    "_ZTSSt12out_of_range",
    "_ZTSSt11range_error",
    "_ZTSSt14overflow_error",
    "_ZTSSt15underflow_error",
    "_ZTVSt9exception",
    "_ZTVSt13bad_exception",
    "_ZTVSt9bad_alloc",
    "_ZTVSt20bad_array_new_length",
    "_ZTVSt8bad_cast",
    "_ZTVSt10bad_typeid",
    "_ZTVSt17bad_function_call",
    "_ZTVSt12bad_weak_ptr",
    "_ZTVSt11logic_error",
    "_ZTVSt13runtime_error",
    "_ZTVSt12domain_error",
    "_ZTVSt16invalid_argument",
    "_ZTVSt12length_error",
    "_ZTVSt12out_of_range",
    "_ZTVSt11range_error",
    "_ZTVSt14overflow_error",
    "_ZTVSt15underflow_error",
    "_ZSt21__throw_bad_exception*",
    "_ZSt17__throw_bad_alloc*",
    "_ZSt28__throw_bad_array_new_length*",
    "_ZSt16__throw_bad_cast*",
    "_ZSt18__throw_bad_typeid*",
    "_ZSt25__throw_bad_function_call*",
    "_ZSt19__throw_logic_error*",
    "_ZSt20__throw_domain_error*",
    "_ZSt24__throw_invalid_argument*",
    "_ZSt20__throw_length_error*",
    "_ZSt20__throw_out_of_range*",
    "_ZSt24__throw_out_of_range_fmt*",
    "_ZSt21__throw_runtime_error*",
    "_ZSt19__throw_range_error*",
    "_ZSt22__throw_overflow_error*",
    "_ZSt23__throw_underflow_error*",
    "_ZNSt15__exception_ptr13exception_ptr*",
    "_ZNKSt15__exception_ptr13exception_ptr*",
    "_ZSt17current_exceptionv",
    "_ZSt17rethrow_exception*",
    "__cxa_bad_cast",
    "__cxa_bad_typeid",
    NULL
};

static const char *const system_names[] = {
    "_ZNKSt3_V214error_category*",
    "_ZNSt3_V214error_category*",
    "_ZNSt3_V215system_categoryEv",
    "_ZNSt3_V216generic_categoryEv",
    "_ZSt15future_categoryv",
    "_ZNKSt10error_code23default_error_conditionEv",
    "_ZNKSt12future_error4whatEv",
    "_ZNSt12future_errorD*",
    "_ZNSt12system_errorD*",
    "_ZSt20__throw_future_errori",
    "_ZSt20__throw_system_errori",
    "_ZTISt12future_error",
    "_ZTISt12system_error",
    "_ZTINSt3_V214error_categoryE",
    "_ZTSSt12future_error",
    "_ZTSSt12system_error",
    "_ZTSNSt3_V214error_categoryE",
    "_ZTVSt12future_error",
    "_ZTVSt12system_error",
    "_ZTVNSt3_V214error_categoryE",
    NULL
};

static const char *const string_names[] = {
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*",
    "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*",
    "_ZNSaIcE*",
    NULL
};

static const char *const tree_names[] = {
    "_ZSt18_Rb_tree_*",
    "_ZSt28_Rb_tree_*",
    "_ZSt29_Rb_tree_*",
    NULL
};

static const char *const list_names[] = {
    "_ZNSt8__detail15_List_node_base*",
    NULL
};

static const char *const hash_names[] = {
    "_ZNKSt8__detail20_Prime_rehash_policy*",
    "_ZSt11_Hash_bytesPKvmm",
    NULL
};

static const char *const thread_names[] = {
    "_ZNSt18condition_variable*",
    "_ZNSt6thread*",
    "_ZTINSt6thread6_StateE",
    "_ZTSNSt6thread6_StateE",
    "_ZTVNSt6thread6_StateE",
    "_ZSt11__once_call",
    "_ZSt15__once_callable",
    "__once_proxy",
    NULL
};

static const char *const future_names[] = {
    "_ZNSt13__future_base12_Result_base*",
    "_ZNSt28__atomic_futex_unsigned_base*",
    "_ZTINSt13__future_base12_Result_baseE",
    "_ZTSNSt13__future_base12_Result_baseE",
    "_ZTVNSt13__future_base12_Result_baseE",
    NULL
};

static const char *const clock_names[] = {
    "_ZNSt6chrono3_V212steady_clock3nowEv",
    "_ZNSt6chrono3_V212system_clock3nowEv",
    "_ZNSt11this_thread11__sleep_for*",
    NULL
};

static const char *const variable_names[] = {
    "__libc_single_threaded",
    "_ZSt7nothrow",
    "__dso_handle",
    NULL
};

static const char *const stream_names[] = {
    "_ZNKSt9basic_iosIcSt11char_traitsIcEE4fillEv",
    "_ZNSo3putEc",
    "_ZNSo5flushEv",
    "_ZNSo5writeEPKcl",
    "_ZNSolsEPFRSoS_E",
    "_ZNSolsEPFRSt8ios_baseS0_E",
    "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E",
    "_ZNSolsEPKv",
    "_ZNSolsEb",
    "_ZNSolsEd",
    "_ZNSolsEf",
    "_ZNSolsEi",
    "_ZNSolsEj",
    "_ZNSolsEl",
    "_ZNSolsEm",
    "_ZNSolsEs",
    "_ZNSolsEt",
    "_ZNSolsEx",
    "_ZNSolsEy",
    "_ZNSt8ios_base15sync_with_stdioEb",
    "_ZNSt8ios_base4InitC1Ev",
    "_ZNSt8ios_base4InitD1Ev",
    "_ZNSt9basic_iosIcSt11char_traitsIcEE3tieEPSo",
    "_ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc",
    "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
    "_ZSt3cin",
    "_ZSt4cerr",
    "_ZSt4clog",
    "_ZSt4cout",
    "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
    "_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
    "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a",
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c",
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h",
    "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision",
    "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw",
    "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E",
    "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
    NULL
};

static const struct named texts[] = {
    {embedded_cxx_exception, exception_names},
    {embedded_cxx_system, system_names},
    {embedded_cxx_string, string_names},
    {embedded_cxx_tree, tree_names},
    {embedded_cxx_list, list_names},
    {embedded_cxx_hash, hash_names},
    {embedded_cxx_thread, thread_names},
    {embedded_cxx_future, future_names},
    {embedded_cxx_clock, clock_names},
    {embedded_cxx_variable, variable_names},
    {embedded_cxx_stream, stream_names},
};
/* clang-format on */

static bool
name_fits (const char *name, const char *pattern)
{
    size_t size = strlen (pattern);
    return pattern[size - 1] == '*' ? !strncmp (name, pattern, size - 1)
                                    : !strcmp (name, pattern);
}

const char *
library_cxx_source (const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *const *at = texts[i].name; *at; at++)
            if (name_fits (name, *at))
                return texts[i].text;
    return NULL;
}
