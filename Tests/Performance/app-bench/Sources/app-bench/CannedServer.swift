import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A server of HTTP/1.1 on threads, whose answers are ready before they are asked for.
final class CannedServer: Sendable {
    /// As long as one of Auth's.
    static let accessToken = String(repeating: "a", count: 420)
    /// The answer to GetSession.
    static let getSession = message(1, session(isVerified: false))

    let address: URL
    private let listener: Int32
    private let streams = Streams()

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &length) == 0
            }
        }
        guard isListening,
            let address = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))")
        else { throw POSIXError(.EADDRINUSE) }
        (self.address, self.listener) = (address, listener)
        let streams = streams
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var yes: Int32 = 1
                setsockopt(
                    connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes,
                    socklen_t(MemoryLayout<Int32>.size))
                Thread.detachNewThread { Self.serve(connection, streams) }
            }
        }
    }

    /// Refuses connections from now on.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// How many watch the session.
    var watches: Int { streams.count }

    /// Sends the session to all who watch it.
    func tell(isVerified: Bool) { streams.send(Self.part(isVerified: isVerified)) }

    private static func serve(_ connection: Int32, _ streams: Streams) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += buffer.prefix(count)
            let text = String(decoding: received, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length = text.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.1) }
            let head = text.utf8.distance(from: text.utf8.startIndex, to: end.upperBound)
            guard received.count >= head + (length ?? 0) else { continue }
            received.removeFirst(head + (length ?? 0))
            if text.contains("/WatchSession ") {
                send(
                    connection,
                    Array(
                        ("HTTP/1.1 200 OK\r\nContent-Type: application/connect+proto\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n").utf8))
                streams.add(connection)
            } else {
                let body = answer(to: text)
                send(
                    connection,
                    Array(
                        ("HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\n"
                            + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
            }
        }
    }

    private final class Streams: @unchecked Sendable {
        private let lock = NSLock()
        private var open: [Int32] = []

        var count: Int { lock.withLock { open.count } }

        func add(_ connection: Int32) { lock.withLock { open.append(connection) } }

        func send(_ bytes: [UInt8]) {
            lock.withLock { for connection in open { CannedServer.send(connection, bytes) } }
        }
    }

    private static func send(_ connection: Int32, _ bytes: [UInt8]) {
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    // MARK: Messages

    static let userIDs = (0..<10_000).map { number in
        let digits = "00000000\(number)".suffix(8)
        return "0198a5e2-0000-7000-8000-0000\(digits)"
    }

    /// Their profiles.
    private static let batchGetProfiles = userIDs.reduce(into: Data()) { answer, id in
        let bio = String(repeating: "I play chess. ", count: 5)
        answer += message(1, text(1, id) + text(2, "Player \(id.suffix(8))") + text(6, bio))
    }

    private static func answer(to request: String) -> Data {
        for (method, answer) in [("SignIn", signIn), ("BatchGetProfiles", batchGetProfiles)]
        where request.contains("/\(method) ") { return answer }
        return request.contains("/GetSession ") ? getSession : Data()
    }

    private static var signIn: Data {
        let end = UInt64(Date().timeIntervalSince1970 * 1000) + 3_600_000
        let tokens =
            text(1, accessToken) + varint(2 << 3) + varint(end) + text(3, "refresh")
        return message(1, session(isVerified: false)) + message(2, tokens)
    }

    /// An envelope as a chunk of HTTP.
    private static func part(isVerified: Bool) -> [UInt8] {
        let message = message(1, session(isVerified: isVerified))
        let envelope = [0, 0, 0, UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
        return Array("\(String(envelope.count, radix: 16))\r\n".utf8) + envelope
            + Array("\r\n".utf8)
    }

    private static func session(isVerified: Bool) -> Data {
        text(1, "0198a5e2-0000-7000-8000-000000000001")
            + text(2, "0198a5e2-0000-7000-8000-000000000002") + text(3, "ann@example.org")
            + (isVerified ? varint(12 << 3) + varint(1) : Data())
    }

    private static func text(_ number: UInt64, _ text: String) -> Data {
        message(number, Data(text.utf8))
    }

    private static func message(_ number: UInt64, _ content: Data) -> Data {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    private static func varint(_ value: UInt64) -> Data {
        value < 0x80
            ? Data([UInt8(value)]) : Data([UInt8(value & 0x7F) | 0x80]) + varint(value >> 7)
    }
}
