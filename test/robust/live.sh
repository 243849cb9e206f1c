# live.sh -- a check that is looked at while it runs (--serve); a part of run, which
# sources it.

test_live() {
    local name why some=
    while IFS=$'\t' read -r name why; do
        some=yes
        ok "$name" "$why"
    done < <(timeout 120 python3 ../robust/live.py "$cohort" "$scratch" 2> "$scratch/err")
    [ "$some" ] || ok 'a live view' "$(tail -1 "$scratch/err")"
}
