extension AuthServiceRuntime {
    /// For the server: the RPCs that take long on purpose, which a limit that adapts to how long they
    /// take would refuse. The hash workers say how many of those that check a password there may be; the
    /// other one waits without work.
    package static let pacedRPCs: Set<String> = [
        "rollcall.v1.AuthService/SignIn",
        "rollcall.v1.AuthService/SignUp",
        "rollcall.v1.AccountService/ChangePassword",
        "rollcall.v1.AccountService/StartAddressChange",
        "rollcall.v1.AccountService/RequestPasswordReset",
        "rollcall.v1.AccountService/ResetPassword",
        "rollcall.v1.AccountService/FollowLink",
        "rollcall.v1.AccountDataService/DeleteAccount",
        "rollcall.v1.AccountDataService/ExportAccount",
    ]
}
