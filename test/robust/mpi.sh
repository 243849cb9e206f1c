# mpi.sh -- random kills, a few of those of bench/kills; jobs of both MPIs: every rank ends, with the code of the verdict; a
# part of run, which sources it.

test_kills() {
    why=
    COHORT=$cohort timeout 300 ../../bench/kills --trials=4 --all=2 --only=model \
        > "$scratch/out" 2> "$scratch/err" < /dev/null || why="$(grep wrong: "$scratch/out" | head -1)"
    tail -1 "$scratch/out" | grep -q '^6 passed, 0 failed' || why="${why:-$(tail -1 "$scratch/err")}"
    ok 'kills at random times (bench/kills)' "$why"
}

# The same as run, with so many ranks of an MPI.
run_ranks() { # MPI RANKS ARGUMENT...
    local mpi=$1 ranks=$2
    shift 2
    timeout -k 5 60 "mpirun.$mpi" -n "$ranks" "$cohort" --progress=none "$@" \
        > "$scratch/out" 2> "$scratch/err" < /dev/null
    code=$?
}

# gives CODE VERDICT: else sets why
gives() {
    why=
    [ $code = "$1" ] || why="exit code $code, not $1"
    [ "$(line verdict)" = "$2" ] || why="${why:+$why; }verdict $(line verdict)"
}

test_mpi() {
    local n
    expect $long
    for n in openmpi mpich; do
        if command -v mpirun.$n > /dev/null; then
            mpi_few $n
            mpi_input $n
            mpi_teams $n
            mpi_end $n
            mpi_kill $n
        else
            skip "mpirun.$n" 'not installed'
        fi
    done
}

# One rank is no team, and two are one member with its master.
mpi_few() {
    local phil=$scratch/phil-small elf=$scratch/copy.elf ranks
    echo 'cohort-model phil 6 bug' > "$phil"
    for ranks in 1 2; do
        run_ranks $1 $ranks "$phil"
        gives 10 UNSAFE; ok "mpirun.$1 -n $ranks: a model" "$why"
        run_ranks $1 $ranks ../threads/bakery.c
        gives 0 SAFE; ok "mpirun.$1 -n $ranks: threads" "$why"
    done
    run_ranks $1 1 $short
    gives 0 SAFE; ok "mpirun.$1 -n 1: clauses" "$why"
    if avr-gcc -mmcu=atmega16 -Os -gdwarf-4 ../firmware/lift.c -o "$elf" 2> "$scratch/err"; then
        run_ranks $1 2 "$elf"
        gives 0 SAFE; ok "mpirun.$1 -n 2: a firmware" "$why"
    fi
}

# What ends before there is a team.
mpi_input() {
    echo 'int main (void) { return x; }' > "$scratch/unknown.c"
    run_ranks $1 2 "$scratch/nothere.c"
    wants 2 'nothere.c: No such file'; ok "mpirun.$1: a missing file" "$why"
    run_ranks $1 3 "$scratch/unknown.c"
    wants 2 'unknown.c:1:'; ok "mpirun.$1: a file that is not compiled" "$why"
    run_ranks $1 2 --witness="$scratch/nowhere/w" paper.smt2
    wants 1 'cannot be written'; ok "mpirun.$1: a witness that cannot be written" "$why"
    run_ranks $1 2 --engine=magic paper.smt2
    wants 1 'magic'; ok "mpirun.$1: an unknown engine" "$why"
    run_ranks $1 2 --resume="$scratch/nowhere" paper.smt2
    wants 1 'nowhere'; ok "mpirun.$1: nothing to resume" "$why"
    run_ranks $1 2 ../golden/c/straight-safe.c
    gives 0 SAFE; ok "mpirun.$1: a program that needs no team" "$why"
}

# One after the other.
mpi_teams() {
    run_ranks $1 3 ../golden/c/sum-safe.c
    gives 0 SAFE; ok "mpirun.$1: a C program, by several engines" "$why"
    run_ranks $1 2 --all --check=overflow ../golden/c/two-faults.c
    gives 10 UNSAFE; ok "mpirun.$1: a C program, property by property" "$why"
}

# The processes of a job, by a file that it alone names: some MPIs make sessions
# of their own.
mpi_ranks() {
    ps -eo pid=,ppid=,args= | awk -v c="$cohort" -v w="--witness=$scratch/mpi-witness" \
        '$3 == c && index ($0, w) {print $1, $2}'
}
# Those of rank 0: the one that mpirun started, or its child.
mpi_master() { # first | second
    mpi_ranks | awk -v which="$1" '{parent[$1] = $2}
        END {for (p in parent) if (parent[p] in parent)
            print which == "first" ? parent[p] : p}' | head -1
}

mpi_end() {
    local what signal who
    run_ranks $1 3 --time-limit=1 $endless_program
    gives 5 UNKNOWN
    line reason | grep -q 'time limit' || why="${why:+$why; }$(line reason)"
    ok "mpirun.$1: a time limit" "$why"
    for what in 'INT first' 'KILL second' 'KILL first'; do
        signal=${what% *} who=${what#* }
        session mpirun.$1 -n 3 "$cohort" --progress=none \
            --witness="$scratch/mpi-witness" $endless_program
        until [ -n "$(mpi_master $who)" ] || ! kill -0 $job 2> /dev/null; do sleep 0.02; done
        sleep 0.3
        kill -$signal "$(mpi_master $who)"
        wait $job
        code=$?
        why=
        # Of a rank that was killed mpirun gives the code.
        [ "$what" = 'KILL first' ] || gives 5 UNKNOWN
        [ $code != 0 ] && [ $code != 124 ] || why="${why:+$why; }exit code $code"
        [ -z "$(mpi_ranks)" ] || why="${why:+$why; }a rank is left"
        ok "mpirun.$1: $signal to the $who process of the master" "$why"
        kill_all "$sid"
    done
}

mpi_kill() {
    local dir pid
    run_ranks $1 3 $long
    same
    ok "mpirun.$1 -n 3" "$why"
    # A rank is killed: the job ends, and can be resumed.
    dir=$scratch/mpi-$1
    session mpirun.$1 -n 3 "$cohort" --progress=none --run="$dir" $long
    until [ -s "$dir/memo" ] || ! kill -0 $job 2> /dev/null; do sleep 0.05; done
    sleep 0.3
    # The youngest is a rank other than 0, or its child.
    pid=$(pgrep -f "run=$dir" | tail -1)
    [ -z "$pid" ] || kill -9 "$pid" 2> /dev/null
    wait $job
    code=$?
    why=
    if [ $code = 0 ]; then same; else
        ! grep -q '^verdict: SAFE' "$scratch/out" || why='SAFE of a job that failed'
    fi
    ok "mpirun.$1 with a rank killed: no false verdict" "$why"
    kill_all "$sid"
    run --workers=2 --resume="$dir" $long
    same
    ok "what mpirun.$1 left can be resumed" "$why"
}
