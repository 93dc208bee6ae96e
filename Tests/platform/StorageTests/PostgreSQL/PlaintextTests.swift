import Foundation
import Testing

@testable import Storage

struct PlaintextTests {
    /// It is not told so much as the name of the user.
    @Test func aRemoteServerWithoutTLSIsLeftAtOnce() async throws {
        let listener = try PlaintextServer()
        // The name is what counts, wherever it leads.
        let location = try StoreLocation(
            argument: "postgresql://app@db.example:\(listener.port)/a?hostaddr=127.0.0.1")
        let error = #expect(throws: StorageError.self) {
            _ = try Store<Int>(location, schema: TemporaryStore.schema) { _ in }
        }
        #expect("\(error.debugDescription)".contains("SSL"))
        var heard = listener.heard.makeAsyncIterator()
        #expect(await heard.next() == [0, 0, 0, 8, 4, 210, 22, 47])
    }
}

/// Takes one connection, and answers to the request for TLS that there is none
/// (postgresql.org/docs/15/protocol-flow.html).
private struct PlaintextServer {
    let port: UInt16
    /// All that the client has sent.
    let heard: AsyncStream<[UInt8]>

    init() throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isReady else { throw CocoaError(.fileWriteUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        heard = AsyncStream { continuation in
            Thread.detachNewThread {
                continuation.yield(Self.serve(listener))
                continuation.finish()
            }
        }
    }

    private static func serve(_ listener: CInt) -> [UInt8] {
        let client = accept(listener, nil, nil)
        var (heard, bytes): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1024))
        while case let count = read(client, &bytes, bytes.count), count > 0 {
            heard += bytes.prefix(count)
            if heard.count == 8 { send(client, "N", 1, CInt(MSG_NOSIGNAL)) }
        }
        close(client)
        close(listener)
        return heard
    }
}
