// What is built with Swift's static libraries, among which there is no Testing, needs none of this.
#if canImport(Testing)
    import Testing

    /// Waits until something has come true, and ends the test if it does not in time.
    package func eventually(
        within limit: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation,
        _ isTrue: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if try await isTrue() { return }
            try await elapse(.milliseconds(2))
        }
        try #require(try await isTrue(), sourceLocation: sourceLocation)
    }
#endif
