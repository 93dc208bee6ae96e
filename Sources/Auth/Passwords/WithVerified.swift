/// Verifies a password and does what that allows. Once more, from the beginning, if the account has
/// another hash by then: another password was chosen meanwhile, or the same was hashed anew.
///
/// - Parameter act: returns nil if what was verified is not what the account has any more.
/// - Throws: what either throws.
func withVerified<Verified, Result>(
    _ verify: () async throws -> Verified, _ act: (Verified) async throws -> Result?
) async throws -> Result {
    while true {
        if let result = try await act(try await verify()) { return result }
    }
}
