import Foundation

@testable import RollcallApp

#if canImport(Glibc)
    import Glibc
#endif

/// A server of HTTP/1.1 that answers as a test says, also against every rule.
///
/// It is threads and sockets, so that it shares no code with what is tested.
final class HostileServer: Sendable {
    let port: Int
    var address: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }
    private let socket: Int32
    private let requests = Locked<[Request]>([])

    struct Request: Sendable {
        let path: String
        /// By names in lower case.
        let headers: [String: String]
        let body: Data
        var token: String? {
            headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }
        }
    }

    /// - Parameter answer: runs on a thread of the connection.
    init(_ answer: @escaping @Sendable (Request, Connection) -> Void) throws {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, place, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        (socket, port) = (listener, Int(UInt16(bigEndian: place.sin_port)))
        let requests = requests
        Thread.detachNewThread {
            while true {
                let accepted = accept(listener, nil, nil)
                guard accepted >= 0 else { return }
                let connection = Connection(accepted)
                Thread.detachNewThread {
                    while let request = connection.request() {
                        requests.withLock { $0.append(request) }
                        answer(request, connection)
                    }
                    connection.close()
                }
            }
        }
    }

    deinit { stop() }

    /// Refuses connections from now on.
    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// What was asked so far.
    var asked: [Request] { requests.withLock { $0 } }

    func count(of method: String) -> Int { asked.filter { $0.path.hasSuffix("/\(method)") }.count }
}

extension HostileServer {
    /// A connection of a client.
    final class Connection: Sendable {
        private let socket: Int32
        private let isClosed = Locked(false)
        private let unread = Locked(Data())

        fileprivate init(_ socket: Int32) { self.socket = socket }

        func close() {
            let isFirst = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            guard isFirst else { return }
            shutdown(socket, Int32(SHUT_RDWR))
            Glibc.close(socket)
        }

        /// - Returns: whether the client still reads.
        @discardableResult func send(_ bytes: Data) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult func send(_ text: String) -> Bool { send(Data(text.utf8)) }

        /// Sends a whole answer.
        func answer(
            _ status: Int = 200, _ type: String, _ body: Data, _ headers: [String] = []
        ) {
            let lines =
                ["HTTP/1.1 \(status) X", "Content-Type: \(type)", "Content-Length: \(body.count)"]
                + headers
            send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }

        func answer(_ message: some Message) {
            answer(200, "application/proto", Data(message.encoded()))
        }

        func answer(
            _ status: Int, _ code: RollcallError.Code, _ info: ErrorInfo = ErrorInfo(),
            _ headers: [String] = []
        ) {
            answer(status, "application/json", Self.error(code, info), headers)
        }

        func answer(_ status: Int, _ code: RollcallError.Code, _ reason: Reason) {
            var (info, violation) = (ErrorInfo(), Violation())
            violation.reason = reason
            info.violations = [violation]
            answer(status, code, info)
        }

        static func error(_ code: RollcallError.Code, _ info: ErrorInfo) -> Data {
            let value = Data(info.encoded()).base64EncodedString().filter { $0 != "=" }
            return Data(
                """
                {"code":"\(code.rawValue)","message":"a sentence","details":[\
                {"type":"other","value":"!"},\
                {"type":"rollcall.v1.ErrorInfo","value":"\(value)","debug":{"a":[1]}}]}
                """.utf8)
        }

        /// Begins a stream, whose parts `sendPart` sends.
        func beginStream(_ type: String = "application/connect+proto") {
            send(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
        }

        @discardableResult func sendPart(_ bytes: Data) -> Bool {
            send(Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8))
        }

        /// Sends a part of a stream again and again, until the client has left.
        ///
        /// - Parameter sent: counts the bytes.
        func flood(_ part: Data, _ sent: Locked<Int>) {
            while sendPart(part) {
                sent.withLock { $0 += part.count }
                // Foundation on Linux reads on, without a bound, while its delegate cannot run.
                usleep(10_000)
            }
            close()
        }

        @discardableResult func sendPart(_ message: some Message) -> Bool {
            sendPart(Envelopes.wrap(message.encoded()))
        }

        func endStream(_ json: String = "{}") {
            let envelope = Envelopes.wrap(Array(json.utf8))
            sendPart(Data([2]) + envelope.dropFirst())
            send("0\r\n\r\n")
        }

        /// Waits until the client leaves.
        func waitForEnd() {
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
        }

        fileprivate func request() -> Request? {
            let end = Data("\r\n\r\n".utf8)
            var data = unread.withLock { $0 }
            while data.range(of: end) == nil {
                // A handshake of TLS gets an answer in plaintext.
                if data.first == 0x16 { send("HTTP/1.1 400 no TLS here\r\n\r\n") }
                guard data.first != 0x16, receive(into: &data) else { return nil }
            }
            guard let gap = data.range(of: end) else { return nil }
            let lines = String(decoding: data[..<gap.lowerBound], as: UTF8.self)
                .components(separatedBy: "\r\n")
            let headers = Dictionary(
                lines.dropFirst().compactMap { line in
                    line.firstIndex(of: ":").map { colon in
                        (
                            line[..<colon].lowercased(),
                            line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                        )
                    }
                }, uniquingKeysWith: { first, _ in first })
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            data = Data(data[gap.upperBound...])
            while data.count < length { guard receive(into: &data) else { return nil } }
            let rest = Data(data.dropFirst(length))
            unread.withLock { $0 = rest }
            let words = lines[0].split(separator: " ")
            return Request(
                path: words.count > 1 ? String(words[1]) : "", headers: headers,
                body: Data(data.prefix(length)))
        }

        private func receive(into data: inout Data) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            data += buffer.prefix(count)
            return true
        }
    }
}
