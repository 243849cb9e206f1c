procedure {:entrypoint} main()
{
  var x, y, z: int; var c: bool;
  L0: goto L1, L2;
  L1: assume c;
      call foo(x, z);
      goto L3;
  L2: assume !c;
      call bar(x, z);
      goto L3;
  L3: call baz(y);
      goto L4;
  L4: assume z != 0;
      return;
}

procedure foo(x: int, z: int)
{
  var d: bool;
  L5: goto L6, L7;
  L6: assume d;
      assume z == x + 1;
      goto L8;
  L7: assume !d;
      assume z == x - 1;
      goto L8;
  L8: return;
}

procedure baz(y: int)
{
  L10: assume y == 3;
      return;
}

procedure bar(x: int, z: int)
{
  L9: assume z == x + 5;
      return;
}
