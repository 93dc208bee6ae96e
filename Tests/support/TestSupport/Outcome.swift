/// What a test's body returns or throws, so that what it has used can be stopped first.
package func outcome<Output: Sendable>(
    of body: () async throws -> Output
) async -> Result<Output, any Error> {
    do {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}
