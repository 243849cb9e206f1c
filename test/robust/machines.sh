# machines.sh -- machines with no disk, no memory, no time: a part of run, which
# sources it.

# The same as run, where no file may grow above KB.
run_with_small_files() { # KB ARGUMENT...
    local blocks=$(($1 * 2))
    shift
    # The unit of POSIX: 512 bytes.
    timeout -k 5 100 sh -c 'ulimit -f "$0" && exec "$@"' $blocks \
        "$cohort" --progress=none "$@" > "$scratch/out" 2> "$scratch/err" < /dev/null
    code=$?
}

# wants, and what was explored before is told.
wants_some() { # CODE WORDS
    wants "$@"
    [ "$(line states)" -gt 0 ] 2> /dev/null || why="${why:+$why; }no states"
    grep -q '^established: no fault within [1-9][0-9]* layers' "$scratch/out" ||
        why="${why:+$why; }nothing is established"
}

test_machines() {
    local model=$scratch/model elf=$scratch/lift.elf
    echo 'cohort-model phil 14' > "$model"
    machines_disk
    machines_witness
    if ! avr-gcc -mmcu=atmega16 -Os -gdwarf-4 ../firmware/lift.c -o "$elf" 2> "$scratch/err"; then
        skip 'limits of firmware' 'no avr-gcc'
        return
    fi
    machines_memory
    machines_time
}

machines_disk() {
    local dir=$scratch/states disk=$scratch/disk search
    mkdir -p "$dir" "$disk"
    for search in layers free dfs dynamic-locks static-locks static-master static-local; do
        run_with_small_files 1024 --store=compact --search=$search --threads=2 --scratch="$dir" "$model"
        wants 5 "^reason: no space in $dir"
        ok "a file of states that may not grow, --search=$search" "$why"
    done
    run_with_small_files 1024 --store=compact --members=2 --threads=2 --scratch="$dir" "$model"
    wants_some 5 "^reason: no space in $dir"
    ok 'a file of states that may not grow, 2 members' "$why"
    run_with_small_files 16 --members=2 --run="$scratch/small-run" "$model"
    wants_some 5 "^reason: run directory: $scratch/small-run/layers/.*File too large"
    ok 'a layer that may not grow' "$why"
    run --store=compact --scratch="$scratch/nowhere" "$model"
    wants 5 "^reason: no file for states in $scratch/nowhere"
    ok 'a directory for states that is not there' "$why"
    if ! mount -t tmpfs -o size=1m none "$disk" 2> /dev/null; then
        skip 'a disk too small for the states' 'no right to mount one'
        return
    fi
    run --store=compact --threads=2 --scratch="$disk" "$model"
    wants_some 5 "^reason: no space in $disk"
    ok 'a disk too small for the states' "$why"
    umount "$disk"
}

machines_witness() {
    local bug
    ln -sf /dev/full "$scratch/full"
    for bug in '' ' bug'; do
        echo "cohort-model phil 5$bug" > "$scratch/small"
        run --witness="$scratch/full" "$scratch/small"
        wants 5 'cannot write .*full'
        ok "a witness of phil 5$bug that cannot be written" "$why"
    done
}

machines_memory() {
    local large="--reduce=none --store=plain $elf" search
    run --memory-limit=128 --threads=1 --workers=1 $large
    wants_some 5 '^reason: memory: the table of states is full'
    ok 'a table of states that gets full' "$why"
    run --memory-limit=256 --threads=1 --members=2 --alone=0 $large
    wants_some 5 '^reason: memory: the table of states is full'
    ok 'the same with 2 members' "$why"
    for search in layers async; do
        start --threads=1 --members=2 --alone=0 --search=$search --reduce=none "$elf"
        until [ "$(workers_of "$sid" | wc -l)" = 2 ] || ! kill -0 $job; do sleep 0.01; done
        sleep 0.3
        prlimit --data=1000000 --pid "$(workers_of "$sid" | head -n 1)"
        wait $job
        code=$?
        wants 5 '^reason: memory'
        ok "a member that finds no more memory, --search=$search" "$why"
    done
    run --memory-limit=256 --workers=2 --search=static-local $large
    wants 5 '^reason: memory'
    ok 'the same with queues beside it' "$why"
}

machines_time() {
    local way begun ms
    for way in --search=layers --search=free --search=static-master --members=2; do
        begun=$(date +%s%N)
        run --time-limit=1 --reduce=none $way "$elf"
        ms=$((($(date +%s%N) - begun) / 1000000))
        wants 5 '^reason: time limit of 1 s'
        case $way in *layers | --members*) wants_some 5 '^reason: time limit of 1 s' ;; esac
        [ $ms -lt 3000 ] || why="${why:+$why; }$ms ms"
        ok "firmware: --time-limit=1 holds within 2 s ($way)" "$why"
        start --reduce=none $way "$elf"
        # The command, and the process that does the work.
        until [ "$(ps -o args= -s "$sid" | grep -c "^$cohort")" -ge 2 ]; do sleep 0.05; done
        sleep 0.7
        begun=$(date +%s%N)
        kill -INT "$(pgrep -P "$sid" | head -1)" # not the shell around it
        wait $job
        code=$?
        ms=$((($(date +%s%N) - begun) / 1000000))
        wants 5 '^reason: interrupted'
        [ $ms -lt 2000 ] || why="${why:+$why; }$ms ms"
        ok "firmware: SIGINT ($way)" "$why"
    done
}
