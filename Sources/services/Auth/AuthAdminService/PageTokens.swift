import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Where a page of a list ended, as the caller hands it back for the next one: signed, so that
/// nobody asks for a place that no page has ended with.
///
/// A token is base64url of `position | code`, the code being the first half of
/// HMAC-SHA256(secret, "page token" | 0 | list | 0 | position).
struct PageTokens: Sendable {
    /// A token of one list is none of another.
    enum List: String, CaseIterable {
        case users, deliveries, bans, mail
    }

    private static let codeByteCount = 16
    /// Bytes of a token that are looked at.
    private static let longest = 256

    let secret: Secret

    /// - Throws: `CryptoError`.
    func token(of list: List, endingWith position: [UInt8]) throws -> String {
        Base64.url.encode(position + (try code(list, position)))
    }

    /// - Returns: the token of the page after this one; empty after a page that is not full, the
    ///   last.
    func next<Entry>(
        in list: List, after page: [Entry], size: Int, _ position: (Entry) -> [UInt8]
    ) throws -> String {
        guard page.count == size, let last = page.last else { return "" }
        return try token(of: list, endingWith: position(last))
    }

    /// - Returns: where the page before ended; nil for an empty token, which begins a list.
    /// - Throws: `RPCError` (PAGE_TOKEN_INVALID); `CryptoError`.
    func position(_ token: String, in list: List) throws -> [UInt8]? {
        guard !token.isEmpty else { return nil }
        guard token.utf8.count <= Self.longest, let bytes = Base64.url.decode(token),
            bytes.count >= Self.codeByteCount
        else { throw RPCError.pageTokenInvalid }
        let position = Array(bytes.dropLast(Self.codeByteCount))
        let isOurs = try constantTimeEqual(
            Array(bytes.suffix(Self.codeByteCount)), code(list, position))
        guard isOurs else { throw RPCError.pageTokenInvalid }
        return position
    }

    private func code(_ list: List, _ position: [UInt8]) throws -> [UInt8] {
        let name = Array("page token".utf8) + [0] + Array(list.rawValue.utf8) + [0]
        let code = try HMACSHA256.code(for: name + position, key: secret.bytes)
        return Array(code.prefix(Self.codeByteCount))
    }
}

extension PageTokens {
    /// Entries of a page: as many as were asked for, within reason.
    static func size(_ asked: UInt32) -> Int {
        asked == 0 ? 50 : Int(min(asked, 500))
    }
}

extension RPCError {
    static var pageTokenInvalid: RPCError {
        .violation(
            .invalidArgument, .pageTokenInvalid, field: "page_token",
            "no page of this list has ended with this token; begin the list again")
    }
}
