# threads.sh -- programs with threads that ask for too much, on machines with no
# disk, no memory, no time, whose members are killed: a part of run, which sources
# it.

test_threads() {
    threads_input
    threads_options
    threads_limits
    threads_deep
    threads_members
}

# wants, with the place in FILE.
wants_at() { # CODE WORDS FILE LINE
    wants "$1" "$3:$4.*$2"
}

threads_input() {
    local at=../robust/threads
    run $at/assembly.c
    wants_at 5 'has assembly' assembly.c 5; ok 'inline assembly' "$why"
    run $at/external.c
    wants_at 5 'calls mystery, which is not modelled' external.c 5; ok 'an unknown function' "$why"
    run $at/recursion.c
    wants_at 5 'a stack deeper than' recursion.c 4; ok 'recursion without end' "$why"
    run $at/many.c
    wants_at 5 'too many threads' many.c 13; ok '10,000 threads' "$why"
    run --assume=malloc $at/heap.c
    wants_at 5 'a heap of more than' heap.c 11; ok 'a heap that grows without end' "$why"
    run $at/setjmp.c
    wants_at 5 'setjmp, which is not modelled' setjmp.c 6; ok 'setjmp' "$why"
    run $at/long_double.c
    wants_at 5 'long double' long_double.c 5; ok 'long double' "$why"
    printf '#include <pthread.h>\nint main () { undeclared x; return x; }\n' > "$scratch/broken.cc"
    run "$scratch/broken.cc"
    wants_at 2 'undeclared' broken.cc 2; ok 'C++ that does not compile' "$why"
    printf '#include <nowhere>\nint main () {}\n' > "$scratch/missing.cc"
    run "$scratch/missing.cc"
    wants_at 2 'not found' missing.cc 1; ok 'a header that is not there' "$why"
    head -c 20000 /dev/urandom > "$scratch/noise.cc"
    run "$scratch/noise.cc"
    wants 2 'noise.cc:1:'; ok 'C++ of noise' "$why"
}

threads_options() {
    local model=$scratch/guided
    run --search=astar --estimate=nearest ../threads/bakery.c
    wants 1 'estimate'; ok 'an estimate that there is not' "$why"
    echo 'cohort-model phil 5' > "$model"
    run --search=astar --estimate=branch "$model"
    wants 1 '--estimate=branch: this input has '; ok 'an estimate that a model does not have' "$why"
    "$cohort" keys --keys="$scratch/dual-keys" > /dev/null
    run --members=2 --channel=dual --keys="$scratch/dual-keys" --listen=tcp://127.0.0.1:* \
        ../threads/bakery.c
    wants 1 'needs a directory that all members share'; ok 'files for members elsewhere' "$why"
    run --members=2 --channel=dual --scratch="$scratch/nowhere" ../threads/bakery.c
    wants 5 'nowhere: No such file'; ok 'files in a directory that is not there' "$why"
    run --store=disk --scratch="$scratch/nowhere" ../threads/bakery.c
    wants 5 "no file for states in $scratch/nowhere"; ok 'states in a directory that is not there' "$why"
    # As if hashes had 4 bits: what members cannot know the order of is not
    # explored in some order.
    run --search=directed --estimate=active --members=2 --broken=hash-4 ../threads/bakery.c
    wants 5 'the same 64 bits of hash'; ok 'directed: a tie between members' "$why"
    run --search=ida --members=2 --estimate=active ../threads/bakery.c
    wants 1 'is for one member'; ok 'IDA* with members' "$why"
}

threads_limits() {
    local way begun ms endless=../robust/threads/endless.c disk=$scratch/disk
    for way in --search=layers --members=2 --search=dfs --store=disk \
        '--search=directed --estimate=active' '--search=astar --estimate=active' \
        '--search=async --members=2'; do
        begun=$(date +%s%N)
        # shellcheck disable=SC2086
        run --time-limit=2 $way $endless
        ms=$((($(date +%s%N) - begun) / 1000000))
        wants 5 '^reason: time limit of 2 s'
        [ $ms -lt 4000 ] || why="${why:+$why; }$ms ms"
        ok "threads: --time-limit=2 holds within 2 s ($way)" "$why"
    done
    # The limit is for all: nothing of it is kept for workers that there are not.
    run --memory-limit=600 --workers=8 --store=disk --time-limit=4 --threads=1 $endless
    wants_some 5 '^reason: time limit of 4 s'; ok 'threads: --memory-limit, and the rest on disk' "$why"
    run_with_small_files 4096 --store=disk --threads=2 --scratch="$scratch" $endless
    wants_some 5 "^reason: no space in $scratch"; ok 'threads: files of states that may not grow' "$why"
    mkdir -p "$disk"
    if ! mount -t tmpfs -o size=1m none "$disk" 2> /dev/null; then
        skip 'threads: a disk too small for the states' 'no right to mount one'
        return
    fi
    run --store=disk --threads=2 --scratch="$disk" $endless
    wants_some 5 "^reason: no space in $disk"; ok 'threads: a disk too small for the states' "$why"
    umount "$disk"
}

# 200 philosophers, depth first: the error is too deep to be searched for by
# layers, and what is kept of the way down does not depend on the memory.
threads_deep() {
    local program="--time-limit=95 -DN=200 ../threads/philosophers.c"
    # shellcheck disable=SC2086
    run --search=dfs --memory-limit=1500 --witness="$scratch/alone.path" $program
    wants 10 '^verdict: UNSAFE'
    grep -v '^witness: ' "$scratch/out" > "$scratch/expected"
    ok 'threads: 200 philosophers, depth first' "$why"
    # shellcheck disable=SC2086
    run --search=dfs --memory-limit=200 --store=disk --cache=8 --witness="$scratch/path" $program
    same_path; ok 'threads: 200 philosophers, depth first, on disk with 200 MB' "$why"
}

# A program that takes some seconds: members die, or all of them and are resumed.
threads_members() {
    local program="-DROUNDS=6 --reduce=none ../threads/bakery.c" dir n
    local bug="-DBUG --reduce=none -I../../include ../threads/agree/bank.cc"
    # shellcheck disable=SC2086
    run --witness="$scratch/alone.path" $program
    grep -v '^witness: ' "$scratch/out" > "$scratch/expected"
    why=; [ "$(line verdict)" = SAFE ] || why="$(line verdict)"
    ok 'threads: the result of one' "$why"
    for n in 5 20; do
        dir=$scratch/threads-$n why=
        # shellcheck disable=SC2086
        start --members=3 --store=disk --run="$dir" --witness="$scratch/path" $program
        until_there "$dir/layers/$n"
        kill_member
        wait $job
        code=$?
        [ -n "$why" ] || same_path
        ok "threads: kill -9 of a member after layer $n" "$why"
    done
    # shellcheck disable=SC2086
    run --witness="$scratch/alone.path" $bug
    grep -v '^witness: ' "$scratch/out" > "$scratch/expected"
    dir=$scratch/threads-resume why=
    # shellcheck disable=SC2086
    start --members=2 --channel=dual --run="$dir" $bug
    until_there "$dir/layers/10"
    kill_all "$sid"
    wait $job
    # shellcheck disable=SC2086
    [ -n "$why" ] || { run --members=3 --resume="$dir" --witness="$scratch/path" $bug; same_path; }
    ok 'threads: kill -9 of everything, then --resume' "$why"
}
