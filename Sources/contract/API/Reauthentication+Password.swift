extension Reauthentication {
    public static func password(_ password: String) -> Reauthentication {
        Reauthentication(proof: .password(password))
    }
}
