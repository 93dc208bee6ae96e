import NIOPosix
import NIOSSL
import Synchronization
import TestAuthority
import TestSupport
import Testing

@testable import Blobs

/// The object store is away, slow, broken or hostile: an error of a kind, in bounded time and
/// memory.
@Suite struct S3FaultTests {
    private typealias Answer = FakeObjectStore.Answer

    private let id = BlobID(of: [1, 2, 3])

    /// Quick enough for a test, and four attempts as ever.
    private var limits: S3Limits {
        var limits = S3Limits()
        limits.connect = .seconds(1)
        limits.stall = .seconds(1)
        limits.request = .milliseconds(400)
        limits.call = .seconds(3)
        limits.firstPause = .milliseconds(1)
        limits.longestPause = .milliseconds(2)
        limits.shardBlobs = 10_000
        return limits
    }

    @Test(arguments: ["500 Oh", "502 Oh", "503 Slow Down", "429 Slow Down", "408 Oh", "409 Oh"])
    func whatPassesIsTriedAFewTimesAndThenSaid(_ status: String) async throws {
        try await withStore { _, _ in
            .text(status, "<Error><Code>SlowDown</Code></Error>")
        } _: {
            store, fake in
            await expectUnavailable { _ = try await store.read(id) }
            #expect(fake.requests.count == 4)
            #expect(
                store.trouble
                    == .unavailable("the object store answered \(status.prefix(3)) SlowDown"))
            // While it is away a call asks once.
            await expectUnavailable { try await store.check() }
            #expect(fake.requests.count == 5)
        }
    }

    @Test func aCallSucceedsOnceTheStoreIsBack() async throws {
        try await withStore { _, count in
            count < 3 ? .text("503 Slow Down", "") : .text("200 OK", "\u{1}\u{2}\u{3}")
        } _: { store, fake in
            let bytes = try await store.read(id)
            #expect(bytes == [1, 2, 3])
            #expect(fake.requests.count == 4 && store.trouble == nil)
        }
    }

    @Test func aStoreThatListsAndRefusesWritesIsInTroubleUntilItTakesOne() async throws {
        let isRefusing = Mutex(true)
        try await withStore { request, _ in
            if request.head.hasPrefix("GET") {
                let listing =
                    "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
                return .text("200 OK", listing)
            }
            let isRefused = isRefusing.withLock { $0 } && request.head.hasPrefix("PUT")
            return .text(isRefused ? "507 Full" : "200 OK", "")
        } _: { store, fake in
            try await store.check()
            #expect(store.trouble == nil && fake.requests.count == 1)
            await #expect(throws: BlobError.noSpace) { _ = try await put([1, 2, 3], to: store) }
            // That it lists says nothing of its writes.
            _ = try await store.blobs(inShard: 0)
            #expect(store.trouble == .noSpace)
            await #expect(throws: BlobError.noSpace) { try await store.check() }
            #expect(store.trouble == .noSpace)
            isRefusing.withLock { $0 = false }
            try await store.check()
            #expect(store.trouble == nil)
            // Nothing is left of the attempt.
            let last = fake.requests.suffix(2).map { $0.head.prefix(while: { $0 != " " }) }
            #expect(last == ["PUT", "DELETE"])
        }
    }

    @Test func aStoreThatDoesNotAnswerIsGivenUpInTime() async throws {
        try await withStore { _, _ in
            .silence
        } _: { store, _ in
            let begin = ContinuousClock.now
            await expectUnavailable { _ = try await store.read(id) }
            #expect(.now - begin < .seconds(5))
        }
    }

    @Test func aStoreThatAnswersAByteAtATimeIsGivenUpInTime() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n"
        let answer = Answer.drip(Array((head + String(repeating: "a", count: 4000)).utf8))
        try await withStore { _, _ in
            answer
        } _: { store, _ in
            let begin = ContinuousClock.now
            await expectUnavailable { _ = try await store.read(id) }
            #expect(.now - begin < .seconds(5))
        }
    }

    @Test func nobodyThereIsSaidInTime() async throws {
        try await withStore { _, _ in
            .silence
        } _: { store, fake in
            try await fake.close()
            await expectUnavailable { try await store.delete(id) }
        }
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\u{1}",
    ])
    func anAnswerThatIsCutOffIsNone(_ text: String) async throws {
        try await withStore { _, _ in
            .cut(Array(text.utf8))
        } _: { store, fake in
            await expectUnavailable { _ = try await store.read(id) }
            #expect(fake.requests.count >= 4)
        }
    }

    @Test(arguments: ["", "\u{1}\u{2}", "\u{1}\u{2}\u{4}", "\u{1}\u{2}\u{3}\u{4}"])
    func wrongBytesAreNeverServed(_ body: String) async throws {
        try await withStore { _, _ in
            .text("200 OK", body)
        } _: { store, fake in
            await #expect(throws: BlobError.dataLoss) { try await store.read(id) }
            #expect(fake.requests.count == 2)
        }
    }

    @Test(arguments: [
        "Content-Length: 99999999999", "Transfer-Encoding: chunked", "Connection: close",
    ])
    func aBodyAboveTheLimitEndsTheReading(_ header: String) async throws {
        let bytes = [UInt8](repeating: 65, count: 1 << 16)
        let chunk = header.contains("chunked") ? Array("10000\r\n".utf8) + bytes + [13, 10] : bytes
        let head = Array("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n".utf8)
        try await withStore { _, _ in
            .endless(head, then: chunk)
        } _: { store, fake in
            await #expect(throws: BlobError.tooLarge) { try await store.read(id) }
            #expect(fake.requests.count == 1)
        }
    }

    @Test func endlessHeadersEndTheReading() async throws {
        let line = Array("x: \(String(repeating: "a", count: 1000))\r\n".utf8)
        try await withStore { _, _ in
            .endless(Array("HTTP/1.1 200 OK\r\n".utf8), then: line)
        } _: { store, _ in
            await expectUnavailable { _ = try await store.read(id) }
        }
    }

    @Test(arguments: ["403 Forbidden", "401 Unauthorized"])
    func refusedCredentialsAreReadAgainOnceAndThenSaid(_ status: String) async throws {
        let body = "<Error><Code>ExpiredToken</Code><Message>secret</Message></Error>"
        try await withStore { _, _ in
            .text(status, body)
        } _: { store, fake in
            let said = "the object store answered \(status.prefix(3)) ExpiredToken"
            await #expect(throws: BlobError.denied(said)) { try await store.read(id) }
            #expect(fake.requests.count == 2)
            #expect(fake.requests[0].head.contains("Credential=key1/"))
            #expect(fake.requests[1].head.contains("Credential=key2/"))
            #expect(fake.requests.allSatisfy { !$0.head.contains("hidden") })
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsRefused(_ status: Int) async throws {
        let other = try await FakeObjectStore { _, _ in .text("200 OK", "\u{1}\u{2}\u{3}") }
        let location = "Location: http://127.0.0.1:\(other.port)/\r\n"
        try await withStore { _, _ in
            .text("\(status) There", "", headers: location)
        } _: {
            store, fake in
            await expectUnavailable { _ = try await store.read(id) }
            await expectUnavailable { _ = try await put([1, 2, 3], to: store) }
            #expect(fake.requests.count == 2 && other.requests.isEmpty)
        }
        try await other.close()
    }

    @Test func onlyAMissingObjectIsNotFound() async throws {
        for (body, isMissing) in [
            ("<Error><Code>NoSuchKey</Code></Error>", true),
            ("<Error><Code>NoSuchBucket</Code></Error>", false), ("", false), ("<html>", false),
        ] {
            try await withStore { _, _ in
                .text("404 Not Found", body)
            } _: { store, _ in
                if isMissing {
                    await #expect(throws: BlobError.notFound) { try await store.read(id) }
                    try await store.delete(id)
                } else {
                    await expectUnavailable { _ = try await store.read(id) }
                    await expectUnavailable { try await store.delete(id) }
                }
            }
        }
    }

    @Test(arguments: [
        ("507 Full", BlobError.noSpace), ("413 Large", BlobError.tooLarge),
    ])
    func aFullStoreAndOneThatTakesLessAreSaid(_ status: String, _ error: BlobError) async throws {
        try await withStore { _, _ in
            .text(status, "")
        } _: { store, _ in
            await #expect(throws: error) { try await put([1, 2, 3], to: store) }
        }
    }

    @Test(arguments: [
        "", "{}", "<a/>", "<html><body>", "<ListBucketResult/>",
        "<ListBucketResult><IsTruncated>maybe</IsTruncated></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents/></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>elsewhere</Key>"
            + "<Size>1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>p/00</Key>"
            + "<Size>-1</Size></Contents></ListBucketResult>",
        // Cut, and nothing to go on behind.
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
    ])
    func aListingThatCannotBeReadIsAnError(_ body: String) async throws {
        try await withStore { _, _ in
            .text("200 OK", body)
        } _: { store, _ in
            await expectUnavailable { _ = try await store.blobs(inShard: 0) }
        }
    }

    @Test(arguments: [true, false])
    func aListingWithoutAnEndIsAnError(_ goesOn: Bool) async throws {
        try await withStore { _, count in
            let numbers = (0..<1000).map { 1000 * (goesOn ? count : 0) + $0 }
            let keys = numbers.map { number in
                let digits = String(number, radix: 16)
                return "p/00" + String(repeating: "0", count: 62 - digits.count) + digits
            }
            return Self.listing(of: keys, isCut: true)
        } _: { store, fake in
            await expectUnavailable { _ = try await store.blobs(inShard: 0) }
            #expect(fake.requests.count == (goesOn ? 10 : 2))
        }
    }

    @Test func theBytesAreSignedAndTheSecretStays() async throws {
        try await withStore { _, _ in
            .text("200 OK", "")
        } _: { store, fake in
            #expect(try await put([1, 2, 3], to: store) == id)
            let request = try #require(fake.requests.first)
            #expect(request.body == [1, 2, 3])
            #expect(request.head.hasPrefix("PUT /bucket/p/\(id.hex) HTTP/1.1\r\n"))
            #expect(request.head.contains("x-amz-content-sha256: \(id.hex)"))
            let signed = "SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date"
            #expect(request.head.contains(signed) && !request.head.contains("hidden"))
        }
    }

    @Test func whatWritersGatherIsBounded() async throws {
        var limits = limits
        limits.writerBytes = 1000
        try await withStore(limits) { _, _ in
            .text("200 OK", "")
        } _: { store, _ in
            let first = try await store.makeWriter()
            try await first.write([UInt8](repeating: 1, count: 900))
            let second = try await store.makeWriter()
            await #expect(throws: BlobError.exhausted) {
                try await second.write([UInt8](repeating: 1, count: 101))
            }
            // What is written, given up or dropped is room again.
            _ = try await first.commit()
            do {
                let third = try await store.makeWriter()
                try await third.write([UInt8](repeating: 1, count: 1000))
                await third.abort()
                let fourth = try await store.makeWriter()
                try await fourth.write([UInt8](repeating: 1, count: 1000))
            }
            _ = try await put([UInt8](repeating: 1, count: 1000), to: store)
        }
    }

    @Test func aCallThatIsCancelledEndsSoon() async throws {
        var limits = limits
        limits.request = .seconds(60)
        limits.call = .seconds(60)
        limits.stall = .seconds(60)
        try await withStore(limits) { _, _ in
            .silence
        } _: { store, fake in
            let call = Task { try await store.read(id) }
            try await eventually { !fake.requests.isEmpty }
            let begin = ContinuousClock.now
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(.now - begin < .seconds(5))
        }
    }

    @Test func aCertificateThatNobodyTrustsIsRefused() async throws {
        let authority = try TestAuthority.trusted.get()
        let identity = try authority.issue("object-store")
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(identity.certificateChain)
                    .map { .certificate($0) },
                privateKey: .privateKey(
                    NIOSSLPrivateKey(file: identity.privateKey, format: .pem))))
        for isTrusted in [false, true] {
            try await withStore(
                tls: tls, authorities: isTrusted ? authority.path("ca.pem") : nil
            ) { _, _ in
                .text("200 OK", "\u{1}\u{2}\u{3}")
            } _: { store, fake in
                if isTrusted {
                    let bytes = try await store.read(id)
                    #expect(bytes == [1, 2, 3])
                } else {
                    await expectUnavailable { _ = try await store.read(id) }
                    #expect(fake.requests.isEmpty)
                }
            }
        }
    }

    private static func listing(of keys: [String], isCut: Bool) -> FakeObjectStore.Answer {
        let entries = keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }.joined()
        return .text(
            "200 OK",
            "<ListBucketResult><IsTruncated>\(isCut)</IsTruncated>\(entries)</ListBucketResult>")
    }

    private func put(_ bytes: [UInt8], to store: S3BlobStore) async throws -> BlobID {
        let writer = try await store.makeWriter()
        try await writer.write(bytes)
        return try await writer.commit()
    }

    private func expectUnavailable(_ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("it succeeded")
        } catch BlobError.unavailable(let sentence) {
            #expect(!sentence.contains("hidden"))
        } catch {
            Issue.record("\(error)")
        }
    }

    private func withStore(
        _ limits: S3Limits? = nil, tls: NIOSSLContext? = nil, authorities: String? = nil,
        answer: @escaping @Sendable (FakeObjectStore.Request, Int) -> FakeObjectStore.Answer,
        _ body: (S3BlobStore, FakeObjectStore) async throws -> Void
    ) async throws {
        let fake = try await FakeObjectStore(tls: tls, answer: answer)
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        let keys = Mutex(0)
        let outcome: Result<Void, any Error>
        do {
            let scheme = tls == nil ? "http" : "https"
            let bucket = try S3Bucket(
                "s3://bucket/p", endpoint: S3Endpoint("\(scheme)://127.0.0.1:\(fake.port)"),
                region: "us-east-1", addressing: .path)
            let store = try S3BlobStore(
                bucket,
                credentials: {
                    let number = keys.withLock { keys in
                        keys += 1
                        return keys
                    }
                    return try S3Credentials(accessKey: "key\(number)", secretKey: "hidden")
                }, authorities: authorities, limits: limits ?? self.limits, blobLimit: 1 << 20,
                threads: threads)
            outcome = .success(try await body(store, fake))
        } catch {
            outcome = .failure(error)
        }
        try? await fake.close()
        try await threads.shutdownGracefully()
        try outcome.get()
    }
}
