import Foundation

/// Who may make a call.
enum CallAccess {
    /// Anyone; no token is sent.
    case anyone
    /// A user who is signed in.
    case user
    /// Anyone; the token is sent if a user is signed in.
    case anyoneOrUser
}

/// Makes the calls of the generated clients, with the access token where one is needed.
///
/// A call that is refused because of its token is made once more with a fresh one. A call that may
/// be repeated is made once more after its connection broke: phones keep connections that the
/// server has closed.
struct Caller: Sendable {
    let connection: Connection
    let keeper: SessionKeeper

    func unary<Request: Message, Response: Message>(
        _ path: String, _ access: CallAccess, _ request: Request, isRepeatable: Bool = false,
        timeout: Duration? = nil
    ) async throws(RollcallError) -> Response {
        try await authorized(access) { token async throws(RollcallError) in
            do throws(RollcallError) {
                return try await connection.unary(path, request, token: token, timeout: timeout)
            } catch {
                guard isRepeatable, error.origin == .connectionLost else { throw error }
                return try await connection.unary(path, request, token: token, timeout: timeout)
            }
        }
    }

    /// Makes an attempt, and another one with a fresh token if the first one was refused.
    func authorized<Output>(
        _ access: CallAccess, _ attempt: (String?) async throws(RollcallError) -> Output
    ) async throws(RollcallError) -> Output {
        let token = try await token(for: access)
        do throws(RollcallError) {
            return try await attempt(token?.text)
        } catch {
            guard let token, error.refusesToken else { throw error }
            return try await attempt(try await replacement(for: token, access)?.text)
        }
    }

    func stream<Request: Message, Response: Message>(
        _ path: String, _ access: CallAccess, _ request: Request
    ) -> AsyncThrowingStream<Response, any Error> {
        let call = StreamedCall<Response> { () async throws(RollcallError) in
            try await authorized(access) { token async throws(RollcallError) in
                try await begin(path, request, token)
            }
        }
        return AsyncThrowingStream { try await call.next() }
    }

    /// Opens a stream and reads its first message: services refuse a token in the place of it.
    private func begin<Request: Message, Response: Message>(
        _ path: String, _ request: Request, _ token: String?
    ) async throws(RollcallError) -> (first: Response?, rest: OpenStream<Response>) {
        var stream: OpenStream<Response> = try await connection.open(path, request, token: token)
        return (try await stream.next(), stream)
    }

    private func token(for access: CallAccess) async throws(RollcallError) -> AccessToken? {
        guard access != .anyone else { return nil }
        return try await unlessNeedless(access) { () async throws(RollcallError) in
            try await keeper.accessToken()
        }
    }

    private func replacement(
        for token: AccessToken, _ access: CallAccess
    ) async throws(RollcallError) -> AccessToken? {
        try await unlessNeedless(access) { () async throws(RollcallError) in
            try await keeper.replacement(for: token)
        }
    }

    /// - Returns: nil if no user is signed in, and the call needs none.
    private func unlessNeedless(
        _ access: CallAccess, _ token: () async throws(RollcallError) -> AccessToken
    ) async throws(RollcallError) -> AccessToken? {
        do {
            return try await token()
        } catch {
            guard access == .anyoneOrUser, error == .notSignedIn else { throw error }
            return nil
        }
    }
}

/// A stream that is opened when its first message is asked for.
private actor StreamedCall<Response: Message> {
    typealias Begun = (first: Response?, rest: OpenStream<Response>)

    private let begin: @Sendable () async throws(RollcallError) -> Begun
    private var stream: OpenStream<Response>?
    private var hasEnded = false

    init(_ begin: @escaping @Sendable () async throws(RollcallError) -> Begun) {
        self.begin = begin
    }

    func next() async throws(RollcallError) -> Response? {
        guard !hasEnded else { return nil }
        hasEnded = true
        let message: Response?
        if var open = stream {
            message = try await open.next()
            stream = open
        } else {
            let begun = try await begin()
            (message, stream) = (begun.first, begun.rest)
        }
        hasEnded = message == nil
        if hasEnded { stream = nil }
        return message
    }
}

extension RollcallError {
    fileprivate var refusesToken: Bool { origin == .service && code == .unauthenticated }
}
