import NIOCore
import RollcallWire
import Testing

@Suite struct OpenHeadTests {
    @Test(arguments: [0, 1, 127, 128, 300_000_000, UInt64(Int64.max), .max >> 1])
    func itIsWrittenAsTheCodecWouldWriteIt(timeout: UInt64) throws {
        for length in [0, 1, 45, 127] {
            let open = Open(method: String(repeating: "m", count: length), timeoutUs: timeout)
            var bytes = ByteBuffer()
            bytes.writeOpenHead(method: open.method, timeoutUs: timeout)
            #expect(try Open(serialized: bytes) == open)
        }
    }

    @Test func itIsReadAsTheCodecWouldReadIt() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = Open(method: "a.B/C", timeoutUs: .random(in: 0...500)).serialized()
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255)
            }
            bytes.removeLast(Int.random(in: 0...2, using: &random))
            guard let head = bytes.withUnsafeBytes({ OpenHead($0) }) else { continue }
            // What the fast way takes, the codec takes too, and finds the same in it.
            guard let open = try? Open(serialized: bytes) else {
                // A name that is not text names no method.
                #expect(
                    String(validating: bytes[head.method], as: UTF8.self)?.contains("\0") != false)
                continue
            }
            #expect(Array(open.method.utf8) == Array(bytes[head.method]))
            #expect(open.timeoutUs == head.timeoutUs)
            #expect(open.metadata.isEmpty && open.traceparent.isEmpty)
        }
    }

    @Test func aMetaOfAnotherShapeIsLeftToTheCodec() {
        let metas = [
            Open(method: "a.B/C", traceparent: "00-"),
            Open(method: "a.B/C", metadata: [MetadataEntry(key: "k", value: "v")]),
            Open(method: String(repeating: "m", count: 128)),
            Open(timeoutUs: 5),
        ]
        for meta in metas {
            #expect(meta.serialized().withUnsafeBytes { OpenHead($0) } == nil)
        }
    }
}
