procedure {:entrypoint} main()
{
  call {:async} other();
}

procedure other()
{
  assert false;
}
