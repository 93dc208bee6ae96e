/// Profile could not be asked, or the store not be written to, before anything was looked at that a
/// caller could learn of.
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
