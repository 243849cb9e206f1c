# members.sh -- members whose states travel in files, or that search without
# layers: a part of run, which sources it.

members_files() {
    local dir=$scratch/files small=$scratch/small-files
    mkdir -p "$dir" "$small"
    run "$phil"
    cp "$scratch/out" "$scratch/expected"
    run --members=2 --channel=dual --partition=heap --scratch="$dir" "$phil"
    same
    [ -z "$(ls "$dir")" ] || why="${why:+$why; }files are left"
    ok 'states in files' "$why"
    why=
    start --members=3 --channel=dual --run="$scratch/files-run" "$phil"
    until_there "$scratch/files-run/layers/5"
    kill_member
    wait $job
    code=$?
    [ -n "$why" ] || same
    ok 'the same, and kill -9 of a member' "$why"
    run_with_small_files 64 --members=2 --channel=dual --scratch="$small" "$phil"
    wants 5 '^reason: transfer file .*File too large'
    ok 'a transfer file that may not grow' "$why"
    run --members=2 --channel=dual --scratch="$scratch/nowhere" "$phil"
    wants 5 "nowhere: No such file"
    ok 'a directory for files that is not there' "$why"
    run --members=2 --channel=dual --listen=tcp://127.0.0.1:* "$phil"
    wants 1 'needs a directory that all members share'
    ok 'files for members of other machines' "$why"
}

members_async() {
    local key
    run --search=async --members=2 --channel=dual "$phil"
    why=
    for key in verdict states edges digest; do
        [ "$(line $key)" = "$(sed -n "s/^$key: //p" "$scratch/expected")" ] ||
            why="${why:+$why; }another $key: $(line $key)"
    done
    [ "$(line predictable)" = no ] || why="${why:+$why; }it promises too much"
    ok 'without layers: the states of one' "$why"
    why=
    echo 'cohort-model phil 14' > "$scratch/large"
    start --search=async --members=2 "$scratch/large"
    until [ "$(workers_of "$sid" | wc -l)" = 2 ] || ! kill -0 $job; do sleep 0.01; done
    sleep 0.7
    kill_member
    wait $job
    code=$?
    [ -n "$why" ] || wants 5 'a member was lost, and a search without layers'
    ok 'without layers: kill -9 of a member' "$why"
    run --search=async --bound=5 "$phil"
    wants 1 'has no layers'
    ok 'without layers: a bound' "$why"
    run --members=2 --partition=depth "$phil"
    wants 1 'is for --search=async'
    ok 'slices of depth by layers' "$why"
    run --search=async --partition=estimate "$phil"
    wants 1 'needs an --estimate'
    ok 'slices of estimates without one' "$why"
}
