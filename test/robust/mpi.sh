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
# Of a rank: the process that mpirun started, or the child that works for it.
mpi_rank_of() { # RANK first | second
    local pid parent
    mpi_ranks | while read -r pid parent; do
        tr '\0' '\n' < "/proc/$pid/environ" 2> /dev/null |
            grep -q -x -e "OMPI_COMM_WORLD_RANK=$1" -e "PMI_RANK=$1" && echo "$pid $parent"
    done | awk -v which="$2" '{parent[$1] = $2}
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
        until [ -n "$(mpi_rank_of 0 $who)" ] || ! kill -0 $job 2> /dev/null; do sleep 0.02; done
        sleep 0.3
        kill -$signal "$(mpi_rank_of 0 $who)"
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
    local dir pid what options
    run_ranks $1 3 $long
    same
    ok "mpirun.$1 -n 3" "$why"
    # A rank is killed: the job ends and says so, and can be resumed if it has a
    # directory.  The process that works is killed, or the one that mpirun started.
    for what in 'second kept' 'second lost' 'first kept'; do
        dir=$scratch/mpi-$1-${what% *} options=
        [ "${what#* }" = lost ] || options=--run=$dir
        # shellcheck disable=SC2086
        session mpirun.$1 -n 3 "$cohort" --progress=none --witness="$scratch/mpi-witness" \
            $options --engine=cegar --seeds=0 $endless
        pid=
        until [ -n "$pid" ] || ! kill -0 $job 2> /dev/null; do
            sleep 0.05
            pid=$(mpi_rank_of 1 ${what% *})
        done
        sleep 1
        [ -z "$pid" ] || kill -9 "$pid" 2> /dev/null
        wait $job
        code=$?
        why=
        ! grep -q '^verdict: U*N*SAFE' "$scratch/out" || why='a verdict of a job that lost a rank'
        # What mpirun itself gives if its own process is killed is its affair.
        case $what in
        first*) [ $code != 0 ] && [ $code != 124 ] || why="${why:+$why; }exit code $code" ;;
        *)
            [ $code = 5 ] || why="${why:+$why; }exit code $code, not 5"
            grep -q 'rank 1 of the MPI job was killed by signal 9' "$scratch/err" ||
                why="${why:+$why; }nothing about rank 1"
            grep -q -e "--resume=" "$scratch/err" || why="${why:+$why; }nothing about --resume"
            [ $1 = openmpi ] || [ "$(line verdict)" = UNKNOWN ] || why="${why:+$why; }no verdict"
            ;;
        esac
        [ -z "$(mpi_ranks)" ] || why="${why:+$why; }a rank is left"
        ok "mpirun.$1: kill -9 of the ${what% *} process of rank 1, what is there is ${what#* }" "$why"
        kill_all "$sid"
    done
    mpi_resume $1
}

# What a rank that was killed leaves behind.
mpi_resume() {
    local dir=$scratch/mpi-resume-$1 pid
    session mpirun.$1 -n 3 "$cohort" --progress=none --witness="$scratch/mpi-witness" \
        --run="$dir" $long
    until [ -s "$dir/memo" ] || ! kill -0 $job 2> /dev/null; do sleep 0.05; done
    pid=$(mpi_rank_of 1 second)
    [ -z "$pid" ] || kill -9 "$pid" 2> /dev/null
    wait $job
    kill_all "$sid"
    run_ranks $1 3 --resume="$dir" $long
    same
    ok "mpirun.$1 resumes what was left when a rank was killed" "$why"
    run --workers=2 --resume="$dir" $long
    same
    ok "so does one machine" "$why"
}
