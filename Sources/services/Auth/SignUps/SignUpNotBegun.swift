/// A sign-up that failed before anything was looked at that its caller could learn of: Profile did
/// not answer, or the store could not be written to.
struct SignUpNotBegun: Error {
    let error: any Error

    /// - Throws: `SignUpNotBegun` of what `body` throws; `CancellationError`.
    static func unless(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SignUpNotBegun(error: error)
        }
    }
}
