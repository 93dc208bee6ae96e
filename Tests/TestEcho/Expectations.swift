// What is built with Swift's static libraries, among which there is no Testing, needs none of this.
#if canImport(Testing)
    import RollcallRPC
    import Testing

    /// Waits until something has come true, for at most `seconds`.
    package func eventually(within seconds: Int = 30, _ isTrue: () -> Bool) async throws {
        for _ in 0..<(seconds * 200) where !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(isTrue())
    }

    /// The error that a call ends with.
    package func failure(of call: () async throws -> Void) async throws -> RPCError {
        try await #require(throws: RPCError.self) { try await call() }
    }

    extension Carrier: CustomTestStringConvertible {
        package var testDescription: String { "\(self)" }
    }
#endif
