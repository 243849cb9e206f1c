// A tank is filled until it is full; the valve must be closed then.
var open: bool;
var level: int;

procedure close_valve()
  modifies open;
{
  assert open;      // it is a fault to close it twice
  open := false;
}

procedure fill(target: int)
  modifies open, level;
{
  open := true;
  while (level < target) {
    level := level + 1;
    if (level == 3) {          // the float switch
      call close_valve();
    }
  }
  call close_valve();
}

procedure {:entrypoint} main()
  modifies open, level;
{
  var target: int;
  assume target == 2 || target == 3;
  level := 0;
  call fill(target);
}
