import Foundation
import Testing

@testable import RollcallApp

struct ProtoReaderTests {
    private func decode<Value: Message>(_ bytes: [UInt8], as type: Value.Type) throws -> Value {
        try Value(decoding: bytes)
    }

    @Test func aMessageComesBackAsItWas() throws {
        var cursor = PresenceCursor()
        cursor.epoch = .max
        var session = Session()
        session.sessionID = "0190"
        session.createdAtMs = -1
        session.isCurrent = true
        var answer = ListSessionsResponse()
        answer.sessions = [session, Session()]
        #expect(try PresenceCursor(decoding: cursor.encoded()) == cursor)
        #expect(try ListSessionsResponse(decoding: answer.encoded()) == answer)
    }

    @Test func fieldsOfALaterContractAreSkipped() throws {
        // Numbers 900 to 903 of each kind, and a group with a group in it.
        let unknown: [UInt8] = [
            0xA0, 0x38, 0xFF, 0xFF, 0x01, 0xA9, 0x38, 1, 2, 3, 4, 5, 6, 7, 8, 0xB2, 0x38, 2, 9, 9,
            0xBD, 0x38, 1, 2, 3, 4, 0xC3, 0x38, 0x0B, 0x08, 0x01, 0x0C, 0xC4, 0x38,
        ]
        let request = RefreshRequest(refreshToken: "token")
        #expect(
            try decode(unknown + request.encoded() + unknown, as: RefreshRequest.self) == request)
        // A field of a known number and another kind is none that is known.
        #expect(try decode([0x08, 0x05], as: RefreshRequest.self) == RefreshRequest())
    }

    @Test func aNumberWithoutANameIsKept() throws {
        let step = SignInStep(rawValue: 77)
        var pending = PendingSignIn()
        pending.steps = [.mailedCode, step]
        #expect(try PendingSignIn(decoding: pending.encoded()).steps == [.mailedCode, step])
    }

    @Test func aListOfNumbersIsReadPackedAndOneByOne() throws {
        #expect(
            try decode([0x1A, 2, 1, 2, 0x18, 3], as: PendingSignIn.self).steps.map(\.rawValue)
                == [1, 2, 3])
    }

    @Test func aMessageInTwoPartsIsOneMessage() throws {
        var (first, second) = (SignInResponse(), SignInResponse())
        first.session = Session()
        first.session?.sessionID = "a"
        second.session = Session()
        second.session?.userID = "b"
        let whole = try decode(first.encoded() + second.encoded(), as: SignInResponse.self)
        #expect(whole.session?.sessionID == "a")
        #expect(whole.session?.userID == "b")
    }

    @Test(arguments: [
        ([0x0A], CodecError.truncated), ([0x0A, 2, 65], .truncated),
        ([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated),
        ([0x0A] + [UInt8](repeating: 0xFF, count: 10), .numberTooLong),
        ([0x02, 0], .tagMalformed), ([0x0E], .tagMalformed), ([0x0F], .tagMalformed),
        ([0x0C], .tagMalformed), ([0x0B, 0x14], .tagMalformed), ([0x0B], .truncated),
        ([0x0A, 1, 0xFF], .textMalformed), ([0x0A, 1, 0], .textMalformed),
        ([0x0A, 3, 0xED, 0xA0, 0x80], .textMalformed), ([0x0A, 2, 0xC0, 0x80], .textMalformed),
        ([UInt8](repeating: 0x0B, count: 1000), .tooDeep),
    ])
    func bytesThatAreNoMessageAreRefused(_ bytes: [UInt8], _ error: CodecError) {
        #expect(throws: error) { try decode(bytes, as: RefreshRequest.self) }
    }

    @Test func aByteOrderMarkAndUnassignedCharactersArePartsOfAText() throws {
        for text in ["\u{FEFF}a", "\u{FFFD}", "\u{10FFFF}", "e\u{301}"] {
            let request = RefreshRequest(refreshToken: text)
            let read = try RefreshRequest(decoding: request.encoded()).refreshToken
            #expect(Array(read.utf8) == Array(text.utf8))
        }
    }

    @Test func aTextWithAMillionMarksUponACharacterIsRefused() throws {
        func request(_ marks: Int) -> RefreshRequest {
            let text = "a" + String(repeating: "\u{301}\u{316}", count: marks / 2)
            return RefreshRequest(refreshToken: text)
        }
        #expect(try RefreshRequest(decoding: request(1_000).encoded()) == request(1_000))
        #expect(throws: CodecError.textMalformed) {
            try decode(request(1_000_000).encoded(), as: RefreshRequest.self)
        }
    }

    @Test func aShortMessageDoesNotBecomeAListWithoutEnd() throws {
        let entry: [UInt8] = [0x0A, 0]
        let most = (0..<ProtoReader.mostEntries).flatMap { _ in entry }
        #expect(
            try decode(most, as: ListSessionsResponse.self).sessions.count
                == ProtoReader.mostEntries)
        #expect(throws: CodecError.tooManyEntries) {
            try decode(most + entry, as: ListSessionsResponse.self)
        }
    }

    @Test func everyTruncationIsReadOrRefused() throws {
        var answer = SignInResponse()
        answer.session = Session()
        answer.session?.email = "ann@example.org"
        answer.deviceToken = "token"
        let bytes = answer.encoded()
        for count in bytes.indices {
            let read = try? SignInResponse(decoding: bytes.prefix(count))
            #expect(read == nil || read != answer)
        }
    }

    @Test func randomBytesAreReadOrRefused() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...64, using: &numbers)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &numbers) }
            // What was read is written and read again.
            if let read = try? SignInResponse(decoding: bytes) {
                #expect((try? SignInResponse(decoding: read.encoded())) == read)
            }
            _ = try? ErrorInfo(decoding: bytes)
            _ = try? WatchPresenceResponse(decoding: bytes)
        }
    }
}

struct RedactedTests {
    @Test func noDescriptionShowsASecret() {
        let secret = "correct horse"
        let request = SignInRequest(email: "a@example.org", password: secret)
        let proof = Reauthentication(proof: .password(secret))
        let change = ChangePasswordRequest(proof: proof, newPassword: secret)
        let user = User(id: "u", email: secret)
        for value in [request, proof, change, proof.proof as Any, user] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            let texts = ["\(value)", String(reflecting: value), dumped, "\([value])"]
            #expect(!texts.joined().contains(secret))
        }
    }
}
