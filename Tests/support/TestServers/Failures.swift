import RollcallAPI
import RollcallRPC

extension RPCError {
    /// The code and the reasons, which is what a test compares.
    package func `is`(_ code: StatusCode, _ reasons: Reason...) -> Bool {
        self.code == code && self.reasons == reasons
    }
}

// What is built with Swift's static libraries, among which there is no Testing, needs no more.
#if canImport(Testing)
    import Testing

    /// The error that a call ends with; the test ends if it ends with none.
    package func failure(
        sourceLocation: SourceLocation = #_sourceLocation, of call: () async throws -> Void
    ) async throws -> RPCError {
        try await #require(throws: RPCError.self, sourceLocation: sourceLocation) {
            try await call()
        }
    }
#endif
