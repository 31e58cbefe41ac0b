user_pref("a", nonsense);
