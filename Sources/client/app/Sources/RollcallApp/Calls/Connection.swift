import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Makes calls by the Connect protocol: messages as protobuf, over `URLSession`.
final class Connection: Sendable {
    /// The most bytes of an answer, and of a message of a stream.
    static let longestMessage = 4 << 20
    /// The most bytes of a stream that wait for the app to read them.
    static let mostUnread = 16 << 20
    /// The most bytes of an error.
    static let longestError = 64 << 10

    private let address: URL
    /// The time of a unary call.
    let timeout: Duration
    /// How long a stream may receive nothing: services send a message every 20 seconds.
    private let longestSilence: Duration
    let http = HTTPConnections()

    init(_ address: URL, timeout: Duration, longestSilence: Duration) {
        (self.address, self.timeout, self.longestSilence) = (address, timeout, longestSilence)
    }

    /// - Parameter path: the service and the method.
    /// - Throws: `RollcallError`.
    func unary<Request: Message, Response: Message>(
        _ path: String, _ request: Request, token: String? = nil, timeout: Duration? = nil
    ) async throws(RollcallError) -> Response {
        let timeout = timeout ?? self.timeout
        var http = try urlRequest(path, "application/proto", token)
        http.httpBody = Data(request.encoded())
        http.setValue("\(timeout.wholeMilliseconds)", forHTTPHeaderField: "Connect-Timeout-Ms")
        let exchange = self.http.begin(http, limit: Self.longestMessage)
        return try await exchange.within(timeout) { () async throws(RollcallError) in
            let head = try await exchange.head()
            guard head.status == 200, head.type == "application/proto" else {
                throw RollcallError(head, try await exchange.rest(atMost: Self.longestError))
            }
            let bytes = try await exchange.rest(atMost: Self.longestMessage)
            do { return try Response(decoding: bytes) } catch { throw RollcallError(error) }
        }
    }

    /// Opens a stream of messages.
    ///
    /// - Throws: `RollcallError`.
    func open<Request: Message, Response: Message>(
        _ path: String, _ request: Request, token: String?
    ) async throws(RollcallError) -> OpenStream<Response> {
        var http = try urlRequest(path, "application/connect+proto", token)
        http.httpBody = Envelopes.wrap(request.encoded())
        let exchange = self.http.begin(http, limit: Self.mostUnread)
        return try await exchange.within(timeout) { () async throws(RollcallError) in
            let head = try await exchange.head()
            guard head.status == 200, head.type == "application/connect+proto" else {
                throw RollcallError(head, try await exchange.rest(atMost: Self.longestError))
            }
            return OpenStream(exchange, head, longestSilence: longestSilence)
        }
    }

    func urlRequest(
        _ path: String, _ type: String, _ token: String?
    ) throws(RollcallError) -> URLRequest {
        guard address.scheme == "https" || address.isOfThisMachine else {
            throw RollcallError(
                .failedPrecondition, "the address of Rollcall has to begin with https:", from: .app)
        }
        var request = URLRequest(url: address.appendingPathComponent(path))
        request.httpMethod = "POST"
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.setValue("1", forHTTPHeaderField: "Connect-Protocol-Version")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }
}

/// A stream of messages from a service. One task reads it.
struct OpenStream<Response: Message>: Sendable {
    private let exchange: Exchange
    private let head: AnswerHead
    private let longestSilence: Duration
    private var envelopes = Envelopes(limit: Connection.longestMessage)

    fileprivate init(_ exchange: Exchange, _ head: AnswerHead, longestSilence: Duration) {
        (self.exchange, self.head, self.longestSilence) = (exchange, head, longestSilence)
    }

    /// - Returns: nil when the stream has ended well.
    /// - Throws: `RollcallError`.
    mutating func next() async throws(RollcallError) -> Response? {
        while true {
            switch try envelopes.next() {
            case .message(let bytes):
                do { return try Response(decoding: bytes) } catch { throw RollcallError(error) }
            case .end(let json):
                guard json.count <= Connection.longestError else {
                    throw .tooLarge(Connection.longestError)
                }
                if let error = try RollcallError.atEnd(json, of: head) { throw error }
                return nil
            case nil: try await read()
            }
        }
    }

    private mutating func read() async throws(RollcallError) {
        let exchange = exchange
        let part = try await exchange.within(longestSilence) { () async throws(RollcallError) in
            try await exchange.next()
        }
        guard case .bytes(let bytes) = part else {
            throw RollcallError(
                .unavailable, "the stream has ended without its last message", from: .connectionLost
            )
        }
        envelopes.append(bytes)
    }
}

extension Exchange {
    func head() async throws(RollcallError) -> AnswerHead {
        guard case .head(let head) = try await next() else {
            throw RollcallError(.unavailable, "there was no answer", from: .connectionLost)
        }
        return head
    }

    func rest(atMost limit: Int) async throws(RollcallError) -> Data {
        var bytes = Data()
        while case .bytes(let part) = try await next() {
            bytes += part
            guard bytes.count <= limit else { throw .tooLarge(limit) }
        }
        return bytes
    }
}

extension URL {
    /// Whether what is sent there does not leave the machine.
    fileprivate var isOfThisMachine: Bool {
        scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host ?? "")
    }
}

extension Duration {
    var wholeMilliseconds: Int64 { max(1, Int64(self / .milliseconds(1))) }
}
