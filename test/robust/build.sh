# build.sh -- two builds of one version do not work together: not in a team, not
# on one run, not as program and reader: a part of run, which sources it.

# A copy of cohort that says it is another build: in the directory DIR.
other_build() { # DIR
    local own
    own=$("$cohort" --version | sed -n 's/.*, build //p')
    mkdir -p "$1"
    LC_ALL=C sed "s/$own/0123456789abcdef/g" "$cohort" > "$1/cohort"
    cp "$(dirname "$cohort")"/cohort-*.so "$1" 2> /dev/null
    chmod +x "$1/cohort"
}

test_build() {
    local other=$scratch/other-build dir=$scratch/run-build job port=7071 m
    other_build "$other"
    "$other/cohort" --version > "$scratch/out"
    why=; grep -q ', build 0123456789abcdef$' "$scratch/out" || why=$(cat "$scratch/out")
    ok 'a build says which one it is' "$why"

    run --run="$dir" $short
    cohort=$other/cohort run --resume="$dir" $short
    wants 1 'made by another build of cohort (.*; this one is 0123456789abcdef)'
    ok '--resume by another build is refused' "$why"
    run --resume="$dir" $short
    why=; [ $code = 0 ] || why="exit code $code"
    ok '--resume by the same build is not' "$why"

    ln -s "$(dirname "$cohort")/cohort-llvm" "$other/cohort-llvm"
    cohort=$other/cohort run $c_safe
    wants 1 'cohort-llvm.* is of another build'; ok 'a reader of another build is refused' "$why"

    # Over tcp, on this host.
    "$cohort" keys --keys="$scratch/keys-build" > /dev/null 2>&1
    timeout -k 2 60 "$cohort" --workers=1 --keys="$scratch/keys-build" \
        --listen=tcp://127.0.0.1:$port $long > "$scratch/out" 2> "$scratch/err" < /dev/null &
    job=$!
    until grep -q 'can join' "$scratch/err" || ! kill -0 $job 2> /dev/null; do sleep 0.02; done
    timeout -k 2 30 "$other/cohort" join --workers=1 --keys="$scratch/keys-build" \
        tcp://127.0.0.1:$port > "$scratch/joined" 2>&1 < /dev/null
    code=$?
    kill $job 2> /dev/null
    wait $job
    why=; [ $code != 0 ] && grep -q 'build 0123456789abcdef' "$scratch/joined" ||
        why="exit code $code: $(tail -1 "$scratch/joined")"
    ok 'a member of another build is refused' "$why"

    for m in openmpi mpich; do
        command -v mpirun.$m > /dev/null || { skip "ranks of two builds ($m)" 'not installed'; continue; }
        timeout -k 5 60 mpirun.$m -n 1 "$cohort" --progress=none paper.smt2 : \
            -n 2 "$other/cohort" --progress=none paper.smt2 > "$scratch/out" 2> "$scratch/err" < /dev/null
        code=$?
        why=
        [ $code != 0 ] && [ $code != 124 ] || why="exit code $code"
        cat "$scratch/out" "$scratch/err" | grep -q 'rank [12] is ".*build 0123456789abcdef' ||
            why="${why:+$why; }nothing about the build"
        ! grep -q '^verdict: SAFE' "$scratch/out" || why="${why:+$why; }SAFE"
        ok "ranks of two builds ($m)" "$why"
    done
}
