// Mozilla User Preferences
user_pref("mail.identity.id1.fullName", "Anna \"A\" Berg");
user_pref("a.count", 3);
  user_pref("b.flag", true);
user_pref("list", "x,y,z");
not a pref
