# slurm.sh -- the commands of doc/cluster.md, as they stand there, under a Slurm of our
# own: munge, slurmctld and three slurmd on loopback, in the scratch folder; a part of
# run, which sources it.

slurm=$scratch/slurm slurm_jobs=() slurm_nodes=3

# Starts everything; else sets why.
slurm_up() {
    local n base=$((32000 + RANDOM % 20000)) me host
    for n in munged slurmctld slurmd srun sbatch scancel scontrol; do
        PATH=$PATH:/usr/sbin:/sbin command -v $n > /dev/null || { why="no $n here (slurmctld slurmd slurm-client munge)"; return; }
    done
    [ "$(id -u)" = 0 ] || { why='slurmd needs root'; return; }
    me=$(id -un) host=$(hostname -s)
    mkdir -p "$slurm"/{munge,state,run,home,work}
    for ((n = 1; n <= slurm_nodes; n++)); do mkdir -p "$slurm"/{spool,tmp}-n$n; done
    chmod 755 "$scratch" "$slurm" "$slurm/run"
    chmod 700 "$slurm/munge"
    (umask 077; head -c 1024 /dev/urandom > "$slurm/munge/key")
    munged --foreground --force --key-file="$slurm/munge/key" --socket="$slurm/run/munge" \
        --pid-file="$slurm/munge/pid" --seed-file="$slurm/munge/seed" > "$slurm/munged.log" 2>&1 &
    slurm_jobs+=($!)
    cat > "$slurm/slurm.conf" << END
ClusterName=cohort
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/run/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool-%n
TmpFS=$slurm/tmp-%n
SlurmctldPidFile=$slurm/run/slurmctld.pid
SlurmdPidFile=$slurm/run/slurmd-%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
NodeName=n[1-$slurm_nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((base + 1))-$((base + slurm_nodes))] CPUs=4
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$slurm/slurm.conf
    slurmctld -D > "$slurm/slurmctld.log" 2>&1 &
    slurm_jobs+=($!)
    for ((n = 1; n <= slurm_nodes; n++)); do
        slurmd -D -N n$n > "$slurm/slurmd-n$n.log" 2>&1 &
        slurm_jobs+=($!)
    done
    for n in {1..300}; do
        [ "$(sinfo -h -N -t idle 2> /dev/null | wc -l)" = $slurm_nodes ] && return
        sleep 0.1
    done
    why="no nodes: $(grep -h error "$slurm"/*.log | tail -1)"
}

slurm_down() {
    [ ${#slurm_jobs[@]} -gt 0 ] || return
    scancel --user="$(id -un)" --signal=KILL 2> /dev/null
    kill "${slurm_jobs[@]}" 2> /dev/null
    for _ in {1..50}; do
        kill -0 "${slurm_jobs[@]}" 2> /dev/null || break
        sleep 0.1
    done
    kill -9 "${slurm_jobs[@]}" 2> /dev/null
    wait "${slurm_jobs[@]}" 2> /dev/null
    slurm_jobs=()
    unset SLURM_CONF
}

# The commands of doc/cluster.md that match WORDS, with what stands for names filled in.
slurm_said() { # WORDS
    sed -n 's/^\$ //p' ../../doc/cluster.md | grep -e "$1" |
        sed -e "s|FILE|$slurm_file|; s|RUN\\b|$slurm/work/run|; s|NODE|127.0.0.1|; s|7777|$slurm_port|"
}

# Runs such a command in a directory of its own, with cohort in PATH: sets code.
slurm_run() { # WORDS
    local commands
    commands=$(slurm_said "$1")
    [ -n "$commands" ] || { why="doc/cluster.md has no command '$1'"; return; }
    (
        cd "$slurm/work" || exit 99
        PATH=$(dirname "$cohort"):$PATH HOME=$slurm/home timeout -k 5 100 bash -c "$commands"
    ) > "$scratch/out" 2> "$scratch/err" < /dev/null
    code=$?
}

# One verdict, that of the undisturbed run, from stdout or the job's file?  Else sets why.
slurm_same() {
    local key file
    why=
    file=$(ls -t "$slurm"/work/cohort-*.out 2> /dev/null | head -1)
    if [ -n "$file" ]; then
        cat "$file" >> "$scratch/out"
        cat "${file%.out}.err" >> "$scratch/err"
        mv "$file" "$slurm/work/last.out"
    fi
    [ "$(grep -c '^verdict: ' "$scratch/out")" = 1 ] || why="$(grep -c '^verdict: ' "$scratch/out") verdicts"
    for key in verdict digest committed; do
        [ "$(line $key)" = "$(sed -n "s/^$key: //p" "$scratch/expected")" ] ||
            why="${why:+$why; }another $key: $(line $key) (exit code $code)"
    done
    [ $code = 0 ] || why="${why:+$why; }exit code $code"
}

test_slurm() {
    local n some="--engine=cegar --seeds=0 ticket.smt2" here
    here=$(pwd)
    why=
    slurm_up
    if [ -n "$why" ]; then
        slurm_down
        skip 'Slurm' "$why"
        return
    fi
    ok 'munge, slurmctld and three slurmd'
    ln -s "$here/../../scripts" "$slurm/work/scripts"
    slurm_port=$((20000 + RANDOM % 10000))
    expect $some
    slurm_file="--engine=cegar --seeds=0 $here/ticket.smt2"
    for n in '^srun --mpi=pmix -n 4 cohort FILE' '^srun --mpi=pmi2 -n 4 cohort FILE' \
        '^sbatch .*mpi.sbatch' '^COHORT_MPI=pmi2 sbatch .*mpi.sbatch' '^cohort keys' \
        '--listen=\|join tcp\|join --\|^wait' '^sbatch .*join.sbatch'; do
        slurm_run "$n"
        case $n in
        *keys) why=; [ $code = 0 ] || why="exit code $code" ;;
        *) slurm_same ;;
        esac
        ok "doc/cluster.md: $(sed -n 's/^\$ //p' ../../doc/cluster.md | grep -e "$n" | head -1)" "$why"
    done
    # Steps of four on both sides: twice as long.
    sed 's/#b001000/#b000100/' ../robust/long.smt2 > "$slurm/work/longer.smt2"
    slurm_file="--engine=cegar --seeds=0 $slurm/work/longer.smt2"
    expect $slurm_file
    slurm_kill
    slurm_down
}

# A rank of the documented command is killed, and the documented way to go on is gone.
slurm_kill() {
    local pid=
    slurm_run '^srun .*--run=' &
    # Known before the moment comes: looking for it takes a while.
    until pid=$(slurm_rank 1) && [ -n "$pid" ] || ! kill -0 $! 2> /dev/null; do sleep 0.05; done
    until [ -s "$slurm/work/run/memo" ] || ! kill -0 $! 2> /dev/null; do sleep 0.05; done
    [ -z "$pid" ] || kill -9 "$pid"
    wait $!
    why=
    [ -n "$pid" ] || why='nothing to kill'
    ! grep -q '^verdict: U*N*SAFE' "$scratch/out" || why="${why:+$why; }a verdict of a job that lost a rank"
    grep -q 'rank 1 of the MPI job was killed by signal 9 .*--resume=' "$scratch/err" ||
        why="${why:+$why; }nothing about rank 1"
    ok 'Slurm: kill -9 of a rank' "$why"
    slurm_run '^srun .*--resume='
    slurm_same
    ok "doc/cluster.md: $(sed -n 's/^\$ //p' ../../doc/cluster.md | grep -e '--resume=')" "$why"
}

# The process that works for a rank.
slurm_rank() { # RANK
    local pid
    for pid in $(pgrep -x cohort); do
        { tr '\0' '\n' < "/proc/$pid/environ" | grep -q "^SLURM_CONF=$slurm/"; } 2> /dev/null &&
            { tr '\0' '\n' < "/proc/$pid/environ" | grep -q -x "SLURM_PROCID=$1"; } 2> /dev/null &&
            ps -o pid=,ppid= -p "$pid"
    done | awk '{parent[$1] = $2} END {for (p in parent) if (parent[p] in parent) print p}' | head -1
}
