// Choices that are all needed: with a small budget the search is split.
// expect: SAFE
var g: int;

procedure {:entrypoint} main()
  modifies g;
{
  g := 0;
  call a(); call b(); call c(); call a(); call b();
  assert 4 < g && g != 7;
}

procedure a() modifies g; { if (*) { call c(); } else { call two(); } }
procedure b() modifies g; { if (*) { call two(); call c(); } }
procedure c() modifies g; { if (*) { call two(); } else { call two(); call two(); } }
procedure two() modifies g;
{
  g := g + 2;
}
