import RollcallRPC

/// Sends an access token along with every call but those for anyone, which do not look at it.
public struct BearerToken: ClientInterceptor {
    private let token: @Sendable () async throws -> String

    /// - Parameter token: asked at each call; it is its business to keep one, and to get another
    ///   before it expires.
    public init(_ token: @escaping @Sendable () async throws -> String) {
        self.token = token
    }

    public func begin(_ call: inout ClientCall) async throws {
        guard call.access != .anyone else { return }
        try call.options.metadata.add("authorization", text: "Bearer \(try await token())")
    }
}
