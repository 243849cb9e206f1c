# shellcheck shell=bash
# match.sh -- expected lines against printed ones; scripts of tests source it.
#
#     want=(PATTERN..); lines_match FILE
#
# True if the lines of FILE are those of want, in order: `*` matches anything in a
# line, and the pattern `...` any number of lines.
lines_match() {
    local -a got
    mapfile -t got < "$1"
    local w=0 g=0 any=0
    while [ $w -lt ${#want[@]} ]; do
        if [ "${want[w]}" = ... ]; then any=1 w=$((w + 1)); continue; fi
        while :; do
            [ $g -lt ${#got[@]} ] || return 1
            # shellcheck disable=SC2254
            case ${got[g]} in ${want[w]//[/[[]}) g=$((g + 1)); break ;; esac
            [ $any = 1 ] || return 1
            g=$((g + 1))
        done
        any=0 w=$((w + 1))
    done
    [ $any = 1 ] || [ $g -eq ${#got[@]} ]
}
