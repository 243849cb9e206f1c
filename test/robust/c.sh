# c.sh -- C programs: tools that are missing, files that are none, limits while
# reading, kill -9 and --resume: a part of run, which sources it.

c_safe=../golden/c/sum-safe.c c_unsafe=../golden/c/input-unsafe.c
c_long="--engine=bounded ../robust/long.c" # some seconds
c_endless=../robust/endless.c # ends by a limit only

test_c() {
    c_input
    c_tools
    c_limits
    c_kill
    test_twice
    c_resume
}

c_input() {
    : > "$scratch/empty.c"
    run "$scratch/empty.c"
    wants 2 'empty.c.*empty'; ok 'a C file of 0 bytes' "$why"
    mkdir "$scratch/folder.c"
    run "$scratch/folder.c"
    wants 2 'folder.c.*directory'; ok 'a directory that is called .c' "$why"
    head -c 120 $c_safe > "$scratch/truncated.c"
    run "$scratch/truncated.c"
    wants 2 'truncated.c:[0-9]*:[0-9]*: error: '; ok 'a truncated C file' "$why"
    head -c 100000 /dev/urandom > "$scratch/noise.c"
    run "$scratch/noise.c"
    wants 2 'noise.c:[0-9]*:[0-9]*: .*error: '; ok 'a C file of noise' "$why"
    run ../golden/c/wrong.c
    wants 2 "wrong.c:1:26: error: use of undeclared identifier 'x'"
    ok 'a C file that does not compile' "$why"
    head -c 1000 /dev/urandom > "$scratch/noise.bc"
    run "$scratch/noise.bc"
    wants 2 'noise.bc'; ok 'bitcode of noise' "$why"
    { printf 'int main (void) { return '; deep 10000 '(' 0 ')' | tail -1; echo '; }'; } > "$scratch/deep.c"
    run "$scratch/deep.c"
    wants 2 'deep.c:.*nesting'; ok '10,000 nested parentheses in C' "$why"
    { printf 'int main (void) { int x = 1; return x'; deep 20000 ' + x' '' '' | tail -1; echo '; }'; } > "$scratch/sum.c"
    run "$scratch/sum.c"
    why=; [ $code = 0 ] && [ "$(line verdict)" = SAFE ] || why="exit code $code"
    ok 'a sum of 20,000' "$why"
}

# A directory with all commands that may be needed, but not NAME.
path_without() { # NAME
    local dir=$scratch/without-$1 tool
    mkdir -p "$dir"
    for tool in gcc clang-19 as ld sh; do
        [ $tool = "$1" ] || ln -sf "$(command -v $tool)" "$dir/$tool"
    done
    echo "$dir"
}

# A wrapper of compilers that comes first, as ccache does: of a file alone it names what
# is made, as if it were an object file.
c_wrapped() {
    local path
    path=$(path_without clang-19)
    cat > "$path/clang-19" << END
#!/bin/sh
named=no files=0
for word; do
    case \$word in -o) named=yes ;; *.c) files=\$((files + 1)) last=\$word ;; esac
done
[ \$named = yes ] || [ \$files -ne 1 ] || set -- "\$@" -o "\$(basename "\$last" .c).o"
exec $(command -v clang-19) "\$@"
END
    chmod +x "$path/clang-19"
    PATH=$path:$PATH run ../c/library/wcslen_false.c
    wants 10 'verdict: UNSAFE'; ok 'a wrapper of compilers on the PATH' "$why"
    rm "$path/clang-19"
}

c_tools() {
    # Commands of the tests are found before.
    local timeout
    timeout=$(command -v timeout)
    c_run_without() { # NAME ARGUMENT...
        local path
        path=$(path_without "$1")
        shift
        PATH=$path "$timeout" -k 5 100 "$cohort" --progress=none "$@" \
            > "$scratch/out" 2> "$scratch/err" < /dev/null
        code=$?
    }
    c_run_without nothing $c_unsafe
    wants 10 'verdict: UNSAFE'; ok 'with all that is needed' "$why"
    ! grep -q 'not run natively' "$scratch/err" || ok 'it is run natively' 'it is not'
    c_run_without clang-19 $c_unsafe
    wants 1 'clang-19 is not installed (Debian package clang-19)'; ok 'no clang-19' "$why"
    c_wrapped
    c_run_without gcc $c_unsafe
    wants 10 'note: .*not run natively: .*gcc is missing (Debian package gcc)'
    ok 'no gcc: UNSAFE with a note' "$why"

    local alone=$scratch/alone
    mkdir "$alone"
    cp "$cohort" "$alone/cohort"
    cohort=$alone/cohort run $c_unsafe
    wants 1 'cohort-llvm, which reads C, is not beside'; ok 'no cohort-llvm' "$why"
    printf '#!/bin/sh\nkill -SEGV $$\n' > "$alone/cohort-llvm"
    chmod +x "$alone/cohort-llvm"
    cohort=$alone/cohort run $c_unsafe
    wants 5 'cohort-llvm was ended by signal 11'; ok 'a reader that crashes' "$why"
    printf '#!/bin/sh\nexit 0\n' > "$alone/cohort-llvm"
    cohort=$alone/cohort run $c_unsafe
    wants 6 'cohort-llvm wrote no program' 2> /dev/null
    # That is an internal error, and says so.
    [ "$why" != 'internal error' ] || why=
    ok 'a reader that writes nothing' "$why"
    rm "$alone/cohort-llvm"
    ln -s "$(dirname "$cohort")/cohort-llvm" "$alone/cohort-llvm"
}

# clang takes long for it.
slow_to_read() {
    echo '#define A(x) x x x x x x x x x x'
    echo 'int main (void) { int x = 1;'
    echo 'A (A (A (A (A (A (x = x * 3 + x / 5;))))))'
    echo 'return x; }'
}

# A formula of it takes much.
wide_to_solve() {
    echo 'extern unsigned nondet_unsigned (void);'
    echo 'int main (void) { unsigned s = 1, t = nondet_unsigned (); for (;;) {'
    for i in $(seq 400); do
        echo "if (nondet_unsigned () & 1) s = s * $((2 * i + 1))u + t; else t ^= s * ${i}u;"
    done
    echo 'if (s * t == 0x12345677u && s % 77u == 13 && t % 91u == 5) *(volatile int *) 0 = 1; } }'
}

c_limits() {
    local mode start ms what
    slow_to_read > "$scratch/slow.c"
    for what in "$scratch/slow.c" $c_endless; do
        start=$(date +%s%N)
        run --time-limit=2 "$what"
        ms=$((($(date +%s%N) - start) / 1000000))
        wants 5 'time limit of 2 s'
        [ $ms -lt 4000 ] || why="${why:+$why; }$ms ms"
        ok "--time-limit=2 holds within 2 s ($(basename "$what"))" "$why"
    done
    why=; ! pgrep -f "$scratch/slow.c" > /dev/null || why="$(pgrep -af "$scratch/slow.c" | head -2)"
    ok 'nothing goes on reading after the time limit' "$why"
    run --memory-limit=200 --time-limit=60 "$scratch/slow.c"
    wants 5 'clang-19 gave up .*memory'; ok '--memory-limit=200 while C is read' "$why"
    # One process of two wants it all, and may have it: more than the half, and no more
    # than the one process is given. What is seen depends on who looks when.
    wide_to_solve > "$scratch/wide.c"
    what=$(timeout 100 python3 ../robust/watch.py 60 200 "$cohort" --workers=1 --engine=sat "$scratch/wide.c")
    why=$(sed -n 's/.* mb=\([0-9]*\) code=5 reason=memory: limit of 200 MB reached$/\1/p' <<< "$what")
    [ "${why:-0}" -ge 130 ] && [ "$why" -le 250 ] && why= || why=$what
    ok '--memory-limit=200 is that of all processes together' "$why"
}

c_kill() {
    local after pid
    expect $c_long
    for after in $(some 0.6 1.2); do
        start --workers=3 $c_long
        sleep $after
        pid=$(workers_of "$sid" | head -1)
        why=; { [ -n "$pid" ] && kill -9 "$pid"; } || why='nothing to kill'
        wait $job
        code=$?
        [ -n "$why" ] || same
        ok "kill -9 of a worker after $after s (C)" "$why"
    done
}

# An item that costs two workers ends the run, in whichever stage: UNKNOWN with
# its place, and resumed the undisturbed result.
test_twice() {
    local dir=$scratch/run-twice item
    run --workers=2 $c_safe
    cp "$scratch/out" "$scratch/expected"
    for item in searching confirming expanding; do
        rm -rf "$dir"
        COHORT_TEST_DIE=$item run --workers=2 --run="$dir" $c_safe
        wants 5 "^reason: [a-z]*: a worker died twice on one item: $item"
        ok "C: two workers die $item" "$why"
        COHORT_TEST_DIE=$item run --workers=2 --resume="$dir" $c_safe
        wants 5 "^reason: [a-z]*: a worker died twice on one item: $item"
        ok "C: two workers die $item, and two more after --resume" "$why"
        run --workers=2 --resume="$dir" $c_safe
        same; ok "C: two workers die $item, then --resume" "$why"
    done
}

c_resume() {
    local dir=$scratch/run-c after kept
    run --workers=1 --witness="$scratch/witness" $c_long
    grep -v '^witness: ' "$scratch/out" > "$scratch/expected"
    for after in $(some 0.8 1.6 2.4); do
        rm -rf "$dir"
        start --workers=2 --run="$dir" $c_long
        sleep $after
        kill_all "$sid"
        wait $job
        kept=$(stat -c %s "$dir/memo" 2> /dev/null || echo 0)
        if [ ! -e "$dir/manifest" ]; then
            ok "killed after $after s, while C was read"
            continue
        fi
        rm -f "$scratch/again"
        run --workers=3 --resume="$dir" --witness="$scratch/again" $c_long
        same
        [ -n "$why" ] || cmp -s "$scratch/witness" "$scratch/again" || why='another witness'
        ok "C: kill -9 of everything after $after s ($kept bytes kept), then --resume" "$why"
    done
    run --resume="$dir" $c_safe
    wants 1 'cannot be continued'; ok '--resume with another C program is refused' "$why"
}
