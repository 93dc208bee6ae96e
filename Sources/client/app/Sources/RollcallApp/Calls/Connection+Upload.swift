import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Connection {
    /// Puts a file to a path of the door.
    ///
    /// - Parameters:
    ///   - timeout: until the answer is whole.
    ///   - sent: gets how many bytes were sent so far.
    func put(
        _ file: Data, to path: String, token: String?, timeout: Duration,
        sent: @escaping @Sendable (Int64) -> Void
    ) async throws(RollcallError) {
        var request = try urlRequest(path, "application/octet-stream", token)
        request.httpMethod = "PUT"
        request.httpBody = file
        request.timeoutInterval = timeout / .seconds(1)
        let exchange = http.begin(request, limit: Self.longestError, sent: sent)
        try await exchange.within(timeout) { () async throws(RollcallError) in
            let head = try await exchange.head()
            let answer = try await exchange.rest(atMost: Self.longestError)
            guard head.status == 200, head.type == "application/json" else {
                throw RollcallError(head, answer)
            }
        }
    }
}

/// Tries up to three times what can be done twice, while that can help.
func threeTimes<Output>(
    _ attempt: () async throws(RollcallError) -> Output
) async throws(RollcallError) -> Output {
    var pauses = Pauses(longest: .seconds(4))
    for _ in 1..<3 {
        do throws(RollcallError) {
            return try await attempt()
        } catch {
            guard error.isPassing else { throw error }
            await pauses.wait(until: error.retryAt)
        }
        guard !Task.isCancelled else { throw .canceled }
    }
    return try await attempt()
}
