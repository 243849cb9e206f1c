# join.sh -- `cohort join` before, at and after the begin of a check, and to one that
# is not there, ends or dies; a part of run, which sources it.

join_keys=$scratch/join-keys
join_address=

# Starts `cohort join` with WORKERS, and writes its exit code to $scratch/NAME.code.
joins() { # NAME WORKERS ARGUMENT...
    local name=$1 workers=$2
    shift 2
    rm -f "$scratch/$name.code"
    {
        timeout -k 2 60 "$cohort" join --workers="$workers" --keys="$join_keys" "$@" \
            "$join_address" > "$scratch/$name.said" 2>&1 < /dev/null
        echo $? > "$scratch/$name.new"
        mv "$scratch/$name.new" "$scratch/$name.code"
    } &
}

# Did it end with CODE, and say WORDS?  Else sets why.
joined() { # NAME CODE WORDS
    local got i
    for i in {1..1000}; do
        [ -e "$scratch/$1.code" ] && break
        sleep 0.02
    done
    got=$(cat "$scratch/$1.code" 2> /dev/null || echo none)
    [ "$got" = "$2" ] || why="${why:+$why; }join ends with $got, not $2: $(tail -1 "$scratch/$1.said")"
    [ -z "$3" ] || grep -q -- "$3" "$scratch/$1.said" || why="${why:+$why; }join says nothing about '$3'"
}

# Waits until the joiner NAME says WORDS, or ends.
join_says() { # NAME WORDS
    until grep -q -- "$2" "$scratch/$1.said" 2> /dev/null || [ -e "$scratch/$1.code" ]; do
        sleep 0.02
    done
}

# The door of a check at a port that is free, most likely.
join_door() {
    join_address=tcp://127.0.0.1:$((20000 + RANDOM % 12000))
}
run_door() { # ARGUMENT...
    run --workers=1 --keys="$join_keys" --listen="$join_address" "$@"
}

test_join() {
    local n
    "$cohort" keys --keys="$join_keys" > /dev/null
    join_order
    join_teams
    join_ends
    join_wrong
}

join_order() {
    local some='--engine=cegar --seeds=0 ticket.smt2'
    expect $some
    join_door
    joins early 2
    join_says early 'waiting for a check'
    run_door $some
    same
    joined early 0 'cannot be reached: .*; waiting for a check, up to 10 s'
    ok 'join before the check' "$why"

    join_door
    joins same 2 --wait=20
    run_door $some
    same
    joined same 0 ''
    ok 'join at the same time' "$why"

    expect $long
    join_door
    session "$cohort" --progress=none --verbose --workers=1 --keys="$join_keys" \
        --listen="$join_address" $long
    until grep -q '^cohort: workers can join' "$scratch/err" || ! kill -0 $job 2> /dev/null; do sleep 0.01; done
    sleep 0.5
    joins after 2
    wait $job
    code=$?
    same
    joined after 0 ''
    ok 'join after the begin' "$why"

    # Shorter than a moment, and over when it is seen.
    expect paper.smt2
    join_door
    joins brief 1
    join_says brief 'waiting for a check'
    run_door paper.smt2
    same
    joined brief 0 'cannot be reached: .*; waiting for a check'
    ok 'join to a check that is over at once' "$why"

    # Open while the input is read, by a reader who takes his time.
    local slow=$scratch/slow reader
    mkdir -p "$slow"
    reader=$(dirname "$cohort")/cohort-llvm
    cp "$cohort" "$slow/cohort"
    printf '#!/bin/sh\nwhile [ ! -e "%s/go" ]; do sleep 0.02; done\nexec "%s" "$@"\n' \
        "$slow" "$reader" > "$slow/cohort-llvm"
    chmod +x "$slow/cohort-llvm"
    expect ../golden/c/sum-safe.c
    join_door
    session "$slow/cohort" --progress=none --workers=1 --keys="$join_keys" \
        --listen="$join_address" ../golden/c/sum-safe.c
    joins reading 1
    join_says reading 'is there; waiting for a team'
    touch "$slow/go"
    wait $job
    code=$?
    same
    joined reading 0 'is there; waiting for a team'
    ok 'join before the input is read' "$why"
}

# One check, several teams, one after the other; and none at all.
join_teams() {
    expect ../golden/c/sum-safe.c
    join_door
    joins teams 1 --verbose
    join_says teams 'waiting for a check'
    run_door ../golden/c/sum-safe.c
    same
    joined teams 0 ''
    [ "$(grep -c 'is there; waiting for a team' "$scratch/teams.said")" -ge 2 ] ||
        why="${why:+$why; }it left after the first team"
    ok 'join a check of several teams' "$why"

    join_door
    joins idle 2
    join_says idle 'waiting for a check'
    run_door --mode=sequential --engine=cegar --seeds=0 ticket.smt2
    says SAFE
    joined idle 0 'is there; waiting for a team'
    ok 'join a check that has no team' "$why"
}

join_ends() {
    join_door
    joins limit 2
    join_says limit 'waiting for a check'
    run_door --time-limit=2 --engine=cegar --seeds=0 $endless
    wants 5 'time limit of 2 s'
    joined limit 0 ''
    ok 'join a check that ends by its time limit' "$why"

    join_door
    joins lobby 1
    join_says lobby 'waiting for a check'
    run_door --time-limit=1 --mode=sequential --engine=cegar --seeds=0 $endless
    wants 5 'time limit of 1 s'
    joined lobby 0 'is there; waiting for a team'
    ok 'the same without a team' "$why"

    join_door
    start --keys="$join_keys" --listen="$join_address" --mode=sequential --engine=cegar \
        --seeds=0 $endless
    joins killed 2
    join_says killed 'is there; waiting for a team'
    kill_all "$sid"
    wait $job
    why=
    joined killed 5 'has broken the connection'
    ok 'join a check that is killed' "$why"
}

join_wrong() {
    join_address=tcp://127.0.0.1:1
    joins nobody 2 --wait=1
    why=
    joined nobody 5 'cannot be reached: .*: no check listens there, and none came within --wait'
    ok 'join where nobody ever listens' "$why"
    join_address=tcp://no-such-host.invalid:7777
    joins nohost 1 --wait=0
    why=
    joined nohost 5 'cannot be reached: .*: no check listens there'
    ok 'join a host that has no address' "$why"
    join_address=tcp://127.0.0.1
    joins noport 1
    why=
    joined noport 1 'an address is like tcp://'
    ok 'join without a port' "$why"

    "$cohort" keys --keys="$scratch/join-stranger" > /dev/null
    "$cohort" keys --keys="$scratch/join-other" > /dev/null
    cp "$join_keys/server.pub" "$scratch/join-stranger/server.pub"
    join_door
    start --workers=1 --keys="$join_keys" --listen="$join_address" --engine=cegar --seeds=0 $endless
    joins stranger 1 --keys="$scratch/join-stranger"
    joins other 1 --keys="$scratch/join-other"
    why=
    joined stranger 5 "does not accept this worker's key"
    ok 'join with a key that is not allowed' "$why"
    why=
    joined other 5 'has another key than server.pub here'
    ok 'join a master who has another key' "$why"
    kill_all "$sid"
    wait $job
}
