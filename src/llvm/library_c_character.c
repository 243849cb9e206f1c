/* library_c_character.c -- C texts of ctype.h, in the locale "C". */
#include "llvm/library_private.h"

const char *const library_c_character[] = {
    "isdigit",
    "int isdigit (int c)\n"
    "{\n"
    "    return c >= '0' && c <= '9';\n"
    "}\n",
    "isupper",
    "int isupper (int c)\n"
    "{\n"
    "    return c >= 'A' && c <= 'Z';\n"
    "}\n",
    "islower",
    "int islower (int c)\n"
    "{\n"
    "    return c >= 'a' && c <= 'z';\n"
    "}\n",
    "isalpha",
    "int isalpha (int c)\n"
    "{\n"
    "    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');\n"
    "}\n",
    "isalnum",
    "int isalnum (int c)\n"
    "{\n"
    "    return (c >= 'a' && c <= 'z')\n"
    "           || (c >= 'A' && c <= 'Z')\n"
    "           || (c >= '0' && c <= '9');\n"
    "}\n",
    "isxdigit",
    "int isxdigit (int c)\n"
    "{\n"
    "    return (c >= '0' && c <= '9')\n"
    "           || (c >= 'a' && c <= 'f')\n"
    "           || (c >= 'A' && c <= 'F');\n"
    "}\n",
    "isspace",
    "int isspace (int c)\n"
    "{\n"
    "    return c == ' ' || (c >= '\\t' && c <= '\\r');\n"
    "}\n",
    "isblank",
    "int isblank (int c)\n"
    "{\n"
    "    return c == ' ' || c == '\\t';\n"
    "}\n",
    "iscntrl",
    "int iscntrl (int c)\n"
    "{\n"
    "    return (c >= 0 && c < 32) || c == 127;\n"
    "}\n",
    "isprint",
    "int isprint (int c)\n"
    "{\n"
    "    return c >= 32 && c < 127;\n"
    "}\n",
    "isgraph",
    "int isgraph (int c)\n"
    "{\n"
    "    return c > 32 && c < 127;\n"
    "}\n",
    "ispunct",
    "int ispunct (int c)\n"
    "{\n"
    "    return (c > 32 && c < 48)\n"
    "           || (c > 57 && c < 65)\n"
    "           || (c > 90 && c < 97)\n"
    "           || (c > 122 && c < 127);\n"
    "}\n",
    "isascii",
    "int isascii (int c)\n"
    "{\n"
    "    return c >= 0 && c < 128;\n"
    "}\n",
    "toupper",
    "int toupper (int c)\n"
    "{\n"
    "    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;\n"
    "}\n",
    "tolower",
    "int tolower (int c)\n"
    "{\n"
    "    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;\n"
    "}\n",
    "toascii",
    "int toascii (int c)\n"
    "{\n"
    "    return c & 127;\n"
    "}\n",
    NULL,
};
