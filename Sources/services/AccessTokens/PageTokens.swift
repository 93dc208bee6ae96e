import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// The page tokens of a service. A token says where a page ended. It is signed, and valid for a
/// day, for the RPC, the caller and the filter of that page only.
///
/// A token seals `time | position` for "page token" | 0 | RPC | 0 | caller | 0 | filter: eight
/// bytes with the milliseconds since 1970, and a text.
package struct PageTokens: Sendable {
    package static let lifetime = Duration.seconds(86_400)

    private static let timeByteCount = 8
    /// Bytes of a token that are looked at.
    private static let longest = 256

    private let seal: SealedText
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - secret: the same in all instances of a service.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(secret: Secret, clock: @escaping @Sendable () -> Int64) {
        seal = SealedText(key: secret)
        self.clock = clock
    }

    /// The page that a request asks for.
    ///
    /// - Parameters:
    ///   - token: its `page_token`.
    ///   - size: its `page_size`.
    ///   - filter: which entries it wants, in a list that can be filtered.
    /// - Throws: `RPCError` (PAGE_TOKEN_INVALID); `CryptoError`.
    package func page(
        _ token: String, size: UInt32, of filter: String = "", _ context: CallContext
    ) throws -> ListPage {
        let list = "page token\0\(context.method)\0\(context.caller.text)\0\(filter)"
        return ListPage(
            limit: size == 0 ? 50 : min(Int(size), ListPage.longest),
            position: token.isEmpty ? "" : try position(token, in: list), list: list, tokens: self)
    }

    func token(after position: String, in list: String) throws -> String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: clock())
        bytes += position.utf8
        return try seal.text(of: bytes, for: list)
    }

    private func position(_ token: String, in list: String) throws -> String {
        guard let signed = try seal.content(of: token, for: list, longest: Self.longest),
            signed.count > Self.timeByteCount
        else { throw RPCError.pageTokenInvalid }
        let made = Int64(bigEndianBytes: signed.prefix(Self.timeByteCount))
        // The clock may have been set back a little since.
        let now = clock()
        let times = now - Self.lifetime.wholeMilliseconds + 1...now + 60_000
        guard times.contains(made) else { throw RPCError.pageTokenInvalid }
        return String(decoding: signed.dropFirst(Self.timeByteCount), as: UTF8.self)
    }
}

extension Caller {
    /// A text that no other caller has.
    fileprivate var text: String {
        switch self {
        case .anonymous: ""
        case .user(let identity): "user \(identity.userID)"
        case .service(let name): "service \(name)"
        case .operator: "operator"
        }
    }
}

extension RPCError {
    fileprivate static var pageTokenInvalid: RPCError {
        .violation(
            .invalidArgument, .pageTokenInvalid, field: "page_token",
            "the token is not of this list and this caller, or is older than 24 hours; begin the list "
                + "again")
    }
}
