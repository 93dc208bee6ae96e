import RollcallCrypto

/// A page of a list, as a request asks for it.
package struct ListPage: Sendable {
    /// The most entries of a page, and of a request that names entries.
    package static let longest = 500

    /// The most entries of this page.
    package let limit: Int
    /// What `next` was given for the last entry of the previous page; empty for the first page.
    package let position: String
    /// The list, its filter and the caller, as tokens are bound to them.
    let list: String
    let tokens: PageTokens

    /// The position in a list that is ordered by ids; nil for the first page.
    package var id: UUIDv7? { UUIDv7(position) }

    /// The token of the next page; empty after a page that is not full, as it is the last.
    ///
    /// - Parameter position: identifies an entry, and is not empty.
    /// - Throws: `CryptoError`.
    package func next<Entry>(
        after entries: [Entry], _ position: (Entry) -> String
    ) throws -> String {
        guard entries.count == limit, let last = entries.last else { return "" }
        return try next(after: position(last))
    }

    /// The token of the page after a position; empty for an empty position.
    ///
    /// - Throws: `CryptoError`.
    package func next(after position: String) throws -> String {
        position.isEmpty ? "" : try tokens.token(after: position, in: list)
    }
}
