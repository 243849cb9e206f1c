# shellcheck shell=bash
# tell.sh -- how scripts of tests tell what they find; they source it.
#
#     ok NAME [WHY-IT-FAILED]   one test
#     skip NAME WHY             one that cannot be run here
#     script COMMAND..          one that ends with `N passed, N failed`, too
#     told                      that line, the last one; its status is 0 if none failed
#
# The time of a test is that since the one before: it goes to $COHORT_TIMES, if
# there is one, as CPU seconds (of all processes that were waited for), seconds
# and name, with tabs between.
passed=0 failed=0

# CPU time of all children so far, in ms: sets REPLY.
times_cpu() {
    local line user system part total=0
    times > "$COHORT_TIMES.$BASHPID"
    { read -r line; read -r user system; } < "$COHORT_TIMES.$BASHPID"
    rm -f "$COHORT_TIMES.$BASHPID"
    for part in "$user" "$system"; do
        part=${part%s}
        line=${part#*m}
        total=$((total + ${part%m*} * 60000 + ${line%.*} * 1000 + 10#${line#*.}))
    done
    REPLY=$total
}

times_begin() {
    [ -n "${COHORT_TIMES:-}" ] || return 0
    times_cpu
    times_used=$REPLY times_at=${EPOCHREALTIME/./}
}

times_end() { # NAME
    [ -n "${COHORT_TIMES:-}" ] || return 0
    local used=$times_used at=$times_at
    times_begin
    printf '%d.%03d\t%d.%03d\t%s\n' $(((times_used - used) / 1000)) $(((times_used - used) % 1000)) \
        $(((times_at - at) / 1000000)) $(((times_at - at) / 1000 % 1000)) "$1" >> "$COHORT_TIMES"
}

# What else is to be told then: scripts may have their own.
on_failure() { :; }

ok() { # NAME [WHY-IT-FAILED]
    if [ -z "${2:-}" ]; then
        echo "ok $1"
        passed=$((passed + 1))
    else
        echo "not ok $1: ${2//$'\n'/ }"
        failed=$((failed + 1))
        on_failure
    fi
    times_end "$1"
}

skip() { # NAME WHY
    echo "skipped $1: $2"
}

script() { # COMMAND...
    local said sum code
    said=$("$@" 2>&1)
    code=$?
    sum=$(tail -1 <<< "$said" | grep -E '^[0-9]+ passed, [0-9]+ failed$')
    sed -e '/passed, .* failed$/d' -e '/^[0-9]* programs, /s/^/ok /' <<< "$said"
    # One without a sum has failed as a whole.
    [ -n "$sum" ] || echo "not ok $*: it ends with exit code $code and without a sum"
    # shellcheck disable=SC2086
    set -- ${sum:-0 passed, 1 failed}
    passed=$((passed + $1)) failed=$((failed + $3))
    times_begin
}

told() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}

times_begin
