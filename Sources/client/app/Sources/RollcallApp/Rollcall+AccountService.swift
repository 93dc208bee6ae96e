extension Rollcall: AccountService {}
