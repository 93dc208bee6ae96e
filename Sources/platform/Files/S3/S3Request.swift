import RollcallBasics
import RollcallCrypto

/// One request to an S3 store.
struct S3Request: Sendable {
    enum Method: String, Sendable { case get = "GET", put = "PUT", delete = "DELETE" }

    var method = Method.get
    /// Nil for the bucket.
    var key: String?
    var query: [String: String] = [:]
    var body: [UInt8] = []
    /// SHA-256 of the body, in hexadecimal digits.
    var bodyHash = Self.hashOfNothing
    /// Bytes that an answer may have.
    var answerLimit = Self.listingLimit

    /// A page has a thousand objects, each with a key of at most 1,024 bytes.
    static let listingLimit = 4 << 20

    static let hashOfNothing = SHA256Digest(of: []).description
}

/// What came of one.
enum S3Outcome: Sendable, Equatable {
    case answered(S3Answer)
    /// The answer has more bytes than it may have.
    case tooLarge
    /// The certificate is none that is trusted.
    case untrusted(String)
    /// No connection, no answer, or not the whole of it.
    case lost(String)
}

struct S3Answer: Sendable, Equatable {
    let status: Int
    let bytes: [UInt8]
    /// Whether it names a version of the object.
    var namesVersion = false

    /// What S3 calls an error, such as `NoSuchKey`; at most 64 letters and digits, empty if it says
    /// nothing.
    var code: String {
        guard let root = try? XMLElement(document: bytes), root.name == "Error",
            let code = root["Code"], code.utf8.count <= 64, code.utf8.allSatisfy(\.isUnreserved)
        else { return "" }
        return code
    }
}
