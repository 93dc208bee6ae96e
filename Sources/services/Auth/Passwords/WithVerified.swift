/// Verifies a password and does what that allows. Once more, from the beginning, if the account has
/// another hash by then: another password was chosen meanwhile, or the same was hashed anew.
///
/// - Parameter body: returns nil if what was verified is not what the account has any more.
/// - Throws: what `body` throws.
func withVerified<Result>(_ body: () async throws -> Result?) async throws -> Result {
    while true {
        if let result = try await body() { return result }
    }
}
