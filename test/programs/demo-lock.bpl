// A driver takes the device's lock for each of at most three tries.
// After a try that sends nothing it forgets to give the lock back.
var locked: bool;

procedure acquire() modifies locked;
{
  assert !locked;
  locked := true;
}

procedure release() modifies locked;
{
  assert locked;
  locked := false;
}

procedure send() returns (sent: bool) modifies locked;
{
  var tries: int;
  sent, tries := false, 0;
  while (!sent && tries < 3) {
    call acquire();
    havoc sent;
    if (sent) {
      call release();
    }
    tries := tries + 1;
  }
}

procedure {:entrypoint} main() modifies locked;
{
  var sent: bool;
  locked := false;
  call sent := send();
  assert !locked;
}
