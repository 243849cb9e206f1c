int helper (int);
