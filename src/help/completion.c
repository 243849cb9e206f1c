/* completion.c -- what shells complete. */
#include <string.h>

#include "help/help_internal.h"

static bool
row_shown (const struct option_row *row)
{
    return row->class != CLASS_HIDDEN;
}

/* What a value is: its words, or a file, a directory, or neither. */
static bool
value_is (const struct option_row *row, const char *what)
{
    return row->kind == KIND_TEXT && !strcmp (row->what, what);
}

static bool
value_is_directory (const struct option_row *row)
{
    return value_is (row, "DIR") || value_is (row, "RUN");
}

static void
words_add (struct text *t, const struct option_row *row)
{
    for (const struct option_word *w = row->words; w && w->name; w++)
        text_print (t, "%s%s", w == row->words ? "" : " ", w->name);
    if (row->word)
        text_add (t, row->word);
}

/* The first clause of its help, without what shells would take for theirs. */
static void
brief_add (struct text *t, const char *help)
{
    for (const char *at = help;
         *at && strncmp (at, "; ", 2) && strncmp (at, " (", 2); at++)
        if (!strchr ("'\"\\[]$`", *at))
            text_add_n (t, *at == ':' ? "," : at, 1);
}

static void
command_names (struct text *t)
{
    for (const struct help_command *c = help_commands; c->name; c++)
        text_print (t, "%s%s", c == help_commands ? "" : " ", c->name);
}

static void
topic_names (struct text *t)
{
    for (const struct help_input *i = help_inputs; i->topic; i++)
        text_print (t, "%s ", i->topic);
    text_add (t, "team all ");
    command_names (t);
}

/* ---- bash: `--name=value` comes as three words */

static void
bash_values (struct text *t)
{
    for (size_t i = 0; i < option_rows_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row_shown (row) || row->kind == KIND_FLAG)
            continue;
        text_print (t, "    --%s) ", row->name);
        if (value_is_directory (row))
            text_add (t, "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")");
        else if (value_is (row, "FILE"))
            text_add (t, "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")");
        else {
            text_add (t, "mapfile -t COMPREPLY < <(compgen -W '");
            words_add (t, row);
            text_add (t, "' -- \"$cur\")");
        }
        text_add (t, "; return ;;\n");
    }
}

void
help_complete_bash (struct text *t)
{
    text_add (t, "# bash completion for cohort\n"
                 "_cohort() {\n"
                 "    local cur=${COMP_WORDS[COMP_CWORD]} name=\n"
                 "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                 "    COMPREPLY=()\n"
                 "    if [ \"$cur\" = = ]; then name=$prev cur=\n"
                 "    elif [ \"$prev\" = = ]; then "
                 "name=${COMP_WORDS[COMP_CWORD - 2]}\n"
                 "    fi\n"
                 "    case $name in\n");
    bash_values (t);
    text_add (t,
              "    esac\n    case $cur in\n    -*)\n"
              "        mapfile -t COMPREPLY < <(compgen -W '--help --version");
    for (size_t i = 0; i < option_rows_count; i++)
        if (row_shown (&option_rows[i]))
            text_print (t, " --%s%s", option_rows[i].name,
                        option_rows[i].kind == KIND_FLAG ? "" : "=");
    text_add (t, "' -- \"$cur\")\n"
                 "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
                 "        return ;;\n    esac\n"
                 "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                 "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                 "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < "
                 "<(compgen -W '");
    command_names (t);
    text_add (t, "' -- \"$cur\")\n    elif [ \"${COMP_WORDS[1]}\" = help ]; "
                 "then\n        mapfile -t COMPREPLY < <(compgen -W '");
    topic_names (t);
    text_add (t, "' -- \"$cur\")\n    fi\n}\n"
                 "complete -o filenames -F _cohort cohort\n");
}

/* ---- zsh */

void
help_complete_zsh (struct text *t)
{
    text_add (t,
              "#compdef cohort\n\n_cohort() {\n    local -a commands topics\n"
              "    commands=(\n");
    for (const struct help_command *c = help_commands; c->name; c++) {
        text_print (t, "        '%s:", c->name);
        brief_add (t, c->text);
        text_add (t, "'\n");
    }
    text_add (t, "    )\n    topics=(");
    topic_names (t);
    text_add (t, ")\n    if (( CURRENT == 2 )); then\n"
                 "        _describe -t commands 'command' commands\n    fi\n"
                 "    if [[ $words[2] == help ]]; then\n"
                 "        (( CURRENT == 3 )) && compadd -a topics\n"
                 "        return\n    fi\n    _arguments \\\n"
                 "        '(- *)--help[show help]' \\\n"
                 "        '(- *)--version[show the version]' \\\n");
    for (size_t i = 0; i < option_rows_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row_shown (row))
            continue;
        text_print (t, "        '--%s%s[", row->name,
                    row->kind == KIND_FLAG ? "" : "=");
        brief_add (t, row->help);
        text_char (t, ']');
        if (value_is_directory (row))
            text_add (t, ":directory:_files -/");
        else if (value_is (row, "FILE"))
            text_add (t, ":file:_files");
        else if (row->words || row->word) {
            text_add (t, ":word:(");
            words_add (t, row);
            text_char (t, ')');
        } else if (row->kind != KIND_FLAG)
            text_add (t, ":value: ");
        text_add (t, "' \\\n");
    }
    text_add (t, "        '*:file:_files'\n}\n\n_cohort \"$@\"\n");
}

/* ---- fish */

void
help_complete_fish (struct text *t)
{
    text_add (t, "# fish completion for cohort\n");
    for (const struct help_command *c = help_commands; c->name; c++) {
        text_print (t, "complete -c cohort -n __fish_use_subcommand -a %s -d '",
                    c->name);
        brief_add (t, c->text);
        text_add (t, "'\n");
    }
    text_add (t,
              "complete -c cohort -n '__fish_seen_subcommand_from help' -x -a "
              "'");
    topic_names (t);
    text_add (t, "'\ncomplete -c cohort -l help -s h -d 'show help'\n"
                 "complete -c cohort -l version -d 'show the version'\n");
    for (size_t i = 0; i < option_rows_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row_shown (row))
            continue;
        text_print (t, "complete -c cohort -l %s", row->name);
        if (value_is_directory (row))
            text_add (t, " -x -a '(__fish_complete_directories)'");
        else if (value_is (row, "FILE"))
            text_add (t, " -r");
        else if (row->words || row->word) {
            text_add (t, " -x -a '");
            words_add (t, row);
            text_char (t, '\'');
        } else if (row->kind != KIND_FLAG)
            text_add (t, " -x");
        text_add (t, " -d '");
        brief_add (t, row->help);
        text_add (t, "'\n");
    }
}
