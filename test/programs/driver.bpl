// As the drivers of SDV: places in attributes, and values that are recorded.
// expect: UNSAFE
procedure boogie_si_record_li2bpl_int(x: int);

procedure {:entrypoint} main()
{
  var irql: int;

  start:
    assert {:sourceFile "driver.c"} {:sourceLine 10} true;
    call {:cexpr "irql"} boogie_si_record_li2bpl_int(5);
    call irql := raise(2);
    goto check;

  check:
    assert {:sourceFile "driver.c"} {:sourceLine 12} true;
    call {:cexpr "irql"} boogie_si_record_li2bpl_int(irql);
    assert {:sourceFile "driver.c"} {:sourceLine 13} irql <= 2;
    return;
}

procedure raise(to: int) returns (level: int)
{
  start:
    assert {:sourceFile "ke.c"} {:sourceLine 3} true;
    level := to + 1;
    return;
}
