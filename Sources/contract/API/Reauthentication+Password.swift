extension Reauthentication {
    public static func password(_ password: String) -> Reauthentication {
        Reauthentication(proof: .password(password))
    }

    /// - Parameter code: the eight digits that `SendReauthentication` has mailed.
    public static func mailedCode(_ code: String) -> Reauthentication {
        Reauthentication(proof: .mailedCode(code))
    }
}
