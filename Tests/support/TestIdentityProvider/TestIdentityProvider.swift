import HTTPServing
import HTTPTypes
import NIOCore
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestAuthority

/// An identity provider over HTTPS, on a port of its own, that answers what a test has it answer.
package final class IdentityProviderServer: Sendable {
    /// What a path is answered with.
    package struct Answer: Sendable {
        package var status = 200
        package var headers: [String: String] = [:]
        package var body: String
        /// How often the body is sent; `Int.max` for a body without end.
        package var repetitions = 1

        package init(
            _ body: String, status: Int = 200, headers: [String: String] = [:], repetitions: Int = 1
        ) {
            (self.body, self.status, self.headers) = (body, status, headers)
            self.repetitions = repetitions
        }
    }

    package struct Request: Sendable {
        package let path: String
        package let authorization: String?
        package let body: String
    }

    package static let client = "rollcall-client"
    package static let secret = "rollcall-client-secret"
    package static let subject = "subject-1"

    package let issuer: String
    /// A file of the authority that has signed its certificate.
    package let authorities: String
    private let state: Mutex<State>

    private struct State {
        var answers: [String: Answer] = [:]
        var requests: [Request] = []
        var isAway = false
        var delay = Duration.zero
    }

    private init(port: Int, authorities: String, state: State) {
        issuer = "https://localhost:\(port)"
        self.authorities = authorities
        self.state = Mutex(state)
    }

    /// Runs one, with one key, while `body` runs.
    package static func serving<T>(
        _ keys: [TestProviderKey] = [], _ body: (IdentityProviderServer) async throws -> T
    ) async throws -> T {
        let authority = try TestAuthority.trusted.get()
        let identity = try authority.issue("provider-\(UInt32.random(in: 0 ... .max))")
        let current = Mutex<IdentityProviderServer?>(nil)
        let server = HTTPServer(
            at: .tls(host: "127.0.0.1", port: 0),
            tls: try ServerTLS(identity: identity, applicationProtocol: "http/1.1"),
            configuration: HTTPServerConfiguration()
        ) { request, writer in
            guard let provider = current.withLock(\.self) else { return }
            try await provider.answer(request, writer)
        }
        guard let port = try await server.listen()?.port else { fatalError("no port") }
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let provider = IdentityProviderServer(
            port: port, authorities: authority.path("ca.pem"), state: State())
        provider.publish(keys)
        current.withLock { $0 = provider }
        return try await body(provider)
    }

    /// Answers a path from now on.
    package func set(_ path: String, _ answer: Answer) {
        state.withLock { $0.answers[path] = answer }
    }

    /// Publishes a configuration and these keys.
    package func publish(_ keys: [TestProviderKey], maxAge: Int? = nil) {
        publish(keys: keys.map(\.jwk), maxAge: maxAge)
    }

    package func publish(keys: [String], maxAge: Int? = nil) {
        set(
            "/.well-known/openid-configuration",
            Answer(
                """
                {"issuer":"\(issuer)","jwks_uri":"\(issuer)/jwks",
                "authorization_endpoint":"\(issuer)/authorize",
                "token_endpoint":"\(issuer)/token","revocation_endpoint":"\(issuer)/revoke",
                "token_endpoint_auth_methods_supported":["client_secret_post"]}
                """))
        let headers = maxAge.map { ["cache-control": "public, max-age=\($0)"] } ?? [:]
        set("/jwks", Answer(#"{"keys":[\#(keys.joined(separator: ","))]}"#, headers: headers))
    }

    /// Whether every request is answered by 503.
    package func setAway(_ isAway: Bool) {
        state.withLock { $0.isAway = isAway }
    }

    /// Has every answer wait.
    package func setDelay(_ delay: Duration) {
        state.withLock { $0.delay = delay }
    }

    /// What was asked so far.
    package func requests(to path: String) -> [Request] {
        state.withLock { $0.requests.filter { $0.path == path } }
    }

    /// The claims of a good token, as JSON, some of them replaced by JSON or, if that is empty,
    /// left out.
    ///
    /// - Parameter now: seconds since 1970.
    package func claims(
        nonce: String, now: Int64, _ replaced: [String: String] = [:]
    ) -> String {
        var claims = [
            "iss": #""\#(issuer)""#, "aud": #""\#(Self.client)""#, "sub": #""\#(Self.subject)""#,
            "nonce": #""\#(nonce)""#, "iat": "\(now)", "exp": "\(now + 3600)",
            "email": #""anna@example.com""#, "email_verified": "true", "name": #""Anna""#,
        ]
        claims.merge(replaced) { $1 }
        return "{"
            + claims.filter { !$0.value.isEmpty }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            + "}"
    }

    private func answer(_ request: HTTPServing.Request, _ writer: AnswerWriter) async throws {
        var body = ""
        while let part = try await request.body.next() { body += String(buffer: part) }
        let path = request.head.path ?? ""
        let (answer, delay) = state.withLock { state in
            state.requests.append(
                Request(path: path, authorization: request.headers[.authorization], body: body))
            let answer = state.answers[path] ?? Answer("not here", status: 404)
            return (state.isAway ? Answer("away", status: 503) : answer, state.delay)
        }
        if delay > .zero { try await Task.sleep(for: delay) }
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let head = HTTPResponse(
            status: HTTPResponse.Status(code: answer.status), headerFields: headers)
        guard answer.repetitions > 1 else {
            return try await writer.write(head, ByteBuffer(string: answer.body))
        }
        try await writer.begin(head)
        let part = ByteBuffer(string: answer.body)
        for _ in 0..<answer.repetitions { try await writer.write(part) }
        try await writer.end()
    }
}
