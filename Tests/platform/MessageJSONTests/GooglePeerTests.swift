import MessageJSON
import TestSupport
import Testing

/// What Google's protobuf says, against what this mapping says.
struct GooglePeerTests {
    private static let types = [
        "rollcall.test.Everything", "rollcall.test.Tree", "rollcall.v1.SignUpResponse",
        "google.protobuf.FileDescriptorProto",
    ]

    @Test(arguments: types)
    func theJSONOfAMessageAndTheMessageOfAJSONTextAreGoogles(_ type: String) throws {
        try withPeer { peer in
            let messages = try peer.make(type, count: 40, seed: 1)
            let written = try messages.map {
                Array(try peer.pool.json(of: $0.bytes, as: type, isRedacted: false).utf8)
            }
            // Shown once more, because Google's order of fields and NaN are its own.
            let readAndWritten = try messages.map {
                let bytes = try peer.pool.message(json: $0.json, as: type)
                return Array(try peer.pool.json(of: bytes, as: type, isRedacted: false).utf8)
            }
            let answers = try peer.read(type, written + readAndWritten + messages.map(\.json))
            for (index, message) in messages.enumerated() {
                #expect(answers[index]?.plain == message.plain)
                let expected = try #require(answers[index + 80]?.bytes)
                #expect(answers[index + 40]?.bytes == expected)
            }
        }
    }

    @Test func whatThisTakesOfBrokenTextsGoogleTakesAsTheSame() throws {
        try withPeer { peer in
            let type = "rollcall.test.Everything"
            var generator = TestNumbers(seed: 3)
            var taken: [(bytes: [UInt8], text: [UInt8])] = []
            for message in try peer.make(type, count: 100, seed: 3) {
                for _ in 0..<8 {
                    let text = generator.broken(message.json)
                    guard let bytes = try? peer.pool.message(json: text, as: type) else { continue }
                    taken.append((bytes, text))
                }
            }
            #expect(taken.count > 100)
            let again = try taken.map {
                Array(try peer.pool.json(of: $0.bytes, as: type, isRedacted: false).utf8)
            }
            let answers = try peer.read(type, taken.map(\.text) + again)
            for (index, taken) in taken.enumerated() {
                let text = String(decoding: taken.text, as: UTF8.self)
                let (google, ours) = (answers[index], answers[index + again.count])
                #expect(google != nil && google?.bytes == ours?.bytes, "\(text)")
            }
        }
    }
}
