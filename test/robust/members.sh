# members.sh -- members whose states travel in files, or that search without
# layers: a part of run, which sources it.

members_files() {
    local dir=$scratch/files small=$scratch/small-files
    mkdir -p "$dir" "$small"
    run "$phil"
    cp "$scratch/out" "$scratch/expected"
    run --members=2 --alone=0 --channel=dual --partition=heap --scratch="$dir" "$phil"
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
    run_with_small_files 64 --members=2 --alone=0 --channel=dual --scratch="$small" "$phil"
    wants 5 '^reason: transfer file .*File too large'
    ok 'a transfer file that may not grow' "$why"
    run --members=2 --channel=dual --scratch="$scratch/nowhere" "$phil"
    wants 5 "nowhere: No such file"
    ok 'a directory for files that is not there' "$why"
    "$cohort" keys --keys="$scratch/dual-keys" > /dev/null
    run --members=2 --channel=dual --keys="$scratch/dual-keys" --listen=tcp://127.0.0.1:* \
        "$phil"
    wants 1 'needs a directory that all members share'
    ok 'files for members of other machines' "$why"
}

# How many frames between workers came by the master, as it says.
frames_passed() {
    sed -n 's/.* pairs of workers introduced; \([0-9]*\) frames.*/\1/p' "$scratch/err" | tail -1
}

members_links() {
    local straight port pid
    run "$phil"
    cp "$scratch/out" "$scratch/expected"
    run --verbose --members=3 --alone=0 "$phil"
    same
    straight=$(frames_passed)
    export COHORT_TEST_HUB=yes
    run --verbose --members=3 --alone=0 "$phil"
    unset COHORT_TEST_HUB
    [ -n "$why" ] || same
    [ "${straight:-99999}" -lt $(($(frames_passed) / 4)) ] ||
        why="${why:+$why; }$straight frames by the master, or $(frames_passed) where all are"
    ok 'states go straight from member to member, or by the master' "$why"
    # Two of four cannot be reached; two come over tcp; one of these is killed.
    "$cohort" keys --keys="$scratch/links-keys" > /dev/null
    port=$((20000 + RANDOM % 20000))
    why=
    start --verbose --members=2 --alone=0 --run="$scratch/links-run" \
        --keys="$scratch/links-keys" --listen=tcp://127.0.0.1:$port "$phil"
    COHORT_TEST_HUB=yes timeout 60 "$cohort" join --workers=1 --keys="$scratch/links-keys" \
        tcp://127.0.0.1:$port > /dev/null 2>&1 &
    timeout 60 "$cohort" join --workers=1 --keys="$scratch/links-keys" \
        tcp://127.0.0.1:$port > /dev/null 2>&1 &
    pid=$!
    until_said 'members begin again'
    until_there "$scratch/links-run/layers/6"
    kill -9 $(pgrep -P $pid) 2> /dev/null
    wait $job
    code=$?
    grep -v '^assumes: ' "$scratch/out" > "$scratch/out.known"
    mv "$scratch/out.known" "$scratch/out"
    [ -n "$why" ] || same
    wait
    ok 'members that joined, one out of reach and one killed' "$why"
}

# A member that throws away what it is sent, and says that it has it.
members_lie() {
    local keys=$scratch/lie-keys model=$scratch/lie-model lie port
    echo 'cohort-model deep 3 100 bug' > "$model"
    "$cohort" keys --keys="$keys" > /dev/null
    # Who is believed makes it SAFE, or this would test nothing.
    for lie in --broken=audit --audit=0; do
        port=$((20000 + RANDOM % 20000))
        rm -rf "$scratch/lie-run"
        start --verbose --members=1 --threads=1 --run="$scratch/lie-run" --keys="$keys" \
            --listen=tcp://127.0.0.1:$port $lie "$model"
        # Not before there is a team: it shall begin again for who joins.
        until [ -n "$(workers_of "$sid")" ] || ! kill -0 $job 2> /dev/null; do sleep 0.01; done
        COHORT_TEST_LIE=yes timeout 60 "$cohort" join --workers=1 --keys="$keys" \
            tcp://127.0.0.1:$port > /dev/null 2>&1
        wait $job
        code=$?
        why=
        if ! grep -q 'members begin again' "$scratch/err"; then
            skip "a member that lies, $lie" 'it came too late'
        elif [ $lie = --audit=0 ]; then
            wants 5 '^reason: audit: member 2 '
            ok 'a member that lies is found' "$why"
        else
            says SAFE
            line assumes | grep -q 'members that joined' || why="${why:+$why; }nothing is assumed"
            ok 'a member that lies, and is believed' "$why"
        fi
    done
}

members_async() {
    local key search
    run --search=async --members=2 --channel=dual "$phil"
    why=
    for key in verdict states edges digest; do
        [ "$(line $key)" = "$(sed -n "s/^$key: //p" "$scratch/expected")" ] ||
            why="${why:+$why; }another $key: $(line $key)"
    done
    [ "$(line predictable)" = no ] || why="${why:+$why; }it promises too much"
    ok 'without layers: the states of one' "$why"
    for search in async directed; do
        why=
        start_killed --verbose --search=$search --members=2 "$phil"
        wait $job
        code=$?
        [ -n "$why" ] || says SAFE
        [ "$(line digest)" = "$(sed -n 's/^digest: //p' "$scratch/expected")" ] ||
            why="${why:+$why; }another digest"
        grep -q '^lost: 1$' "$scratch/err" || why="${why:+$why; }lost is not 1"
        ok "--search=$search: kill -9 of a member, and all begins again" "$why"
    done
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
