import NIOPosix
import RollcallCrypto
import Testing

@testable import Blobs

/// Signatures, computed once more from the requests as they came (AWS Signature Version 4).
@Suite struct S3SignatureTests {
    private static let secret = "a-secret"

    @Test(arguments: S3Bucket.Addressing.allCases, [nil, "a/session+token=="])
    func aRequestHasTheSignatureOfAllThatItSays(
        _ addressing: S3Bucket.Addressing, _ token: String?
    ) async throws {
        let fake = try await FakeObjectStore { _, _ in .text("200 OK", "") }
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let store = try S3BlobStore(
            // All names below this one are this machine (RFC 6761).
            S3Bucket(
                "s3://photos/live", endpoint: S3Endpoint("http://localhost:\(fake.port)"),
                region: "eu-west-1", addressing: addressing),
            credentials: {
                try S3Credentials(
                    accessKey: "AKIA", secretKey: Self.secret, sessionToken: token)
            }, threads: threads)
        let id = BlobID(of: [1, 2, 3])
        let writer = try await store.makeWriter()
        try await writer.write([1, 2, 3])
        _ = try await writer.commit()
        try await store.delete(id)
        // What it was answered is no listing and not the blob.
        _ = try? await store.blobs(inShard: 1)
        _ = try? await store.read(id)
        try await threads.shutdownGracefully()

        #expect(fake.requests.count >= 4)
        for request in fake.requests.map(SignedRequest.init) {
            #expect(try request.isSigned(with: Self.secret), "\(request.line)")
            #expect(request.headers["x-amz-security-token"] == token)
            let host = addressing == .host ? "photos.localhost" : "localhost"
            #expect(request.headers["host"] == "\(host):\(fake.port)")
            #expect(request.path.hasPrefix("/photos") == (addressing == .path))
            #expect(try !request.isSigned(with: "another"))
        }
        try await fake.close()
    }
}

/// A request as a server sees it.
private struct SignedRequest {
    let line: String
    let method: String
    let path: String
    let query: String
    /// Names in small letters.
    let headers: [String: String]

    init(_ request: FakeObjectStore.Request) {
        let lines = request.head.split(separator: "\r\n").map(String.init)
        line = lines[0]
        let words = line.split(separator: " ").map(String.init)
        method = words[0]
        let parts = words[1].split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        headers = Dictionary(
            uniqueKeysWithValues: lines.dropFirst().map { line in
                let halves = line.split(separator: ":", maxSplits: 1)
                return (halves[0].lowercased(), String(halves[1].drop { $0 == " " }))
            })
    }

    /// Whether the signature is that of the request and of every header that speaks to the store.
    func isSigned(with secret: String) throws -> Bool {
        let header = try #require(headers["authorization"])
        let fields = try #require(
            header.wholeMatch(
                of:
                    /AWS4-HMAC-SHA256 Credential=AKIA\/([0-9]{8}\/eu-west-1\/s3\/aws4_request), ?SignedHeaders=([^,]*), ?Signature=([0-9a-f]{64})/
            ))
        let (scope, names) = (String(fields.1), String(fields.2))
        let signed = names.split(separator: ";").map(String.init)
        let required = headers.keys.filter { $0 == "host" || $0.hasPrefix("x-amz-") }
        guard Set(required).isSubset(of: signed), signed == signed.sorted() else { return false }
        let canonical =
            [method, path, query] + signed.map { "\($0):\(headers[$0] ?? "")" }
            + ["", names, headers["x-amz-content-sha256"] ?? ""]
        let text = [
            "AWS4-HMAC-SHA256", headers["x-amz-date"] ?? "", scope,
            SHA256Digest(of: Array(canonical.joined(separator: "\n").utf8)).description,
        ].joined(separator: "\n")
        var key = Array("AWS4\(secret)".utf8)
        for part in scope.split(separator: "/") {
            key = try HMACSHA256.code(for: Array(part.utf8), key: key)
        }
        let signature = try HMACSHA256.code(for: Array(text.utf8), key: key)
        return Hex.encode(signature) == fields.3
    }
}
