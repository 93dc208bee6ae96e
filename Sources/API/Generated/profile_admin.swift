// swift-format-ignore-file
// Generated from rollcall/v1/profile_admin.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// Which word to reserve.
public struct ReserveWordRequest: Message {
    /// 1 to 30 ASCII letters, digits, `_` and `.`, at least one of them a letter or a digit.
    public var word: String
    /// Why, for other administrators: one line of at most 500 characters; may be empty. It is not
    /// kept with a word that Rollcall comes with: reserving that undoes its release.
    public var reason: String

    public init(word: String = "", reason: String = "") {
        self.word = word
        self.reason = reason
    }
}

extension ReserveWordRequest {
    public static var typeName: String { "rollcall.v1.ReserveWordRequest" }

    public static let layout = MessageLayout(rollcall__v1__reserve_word_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReserveWordRequest.self)
        self.word = try source.string(c.pointee.word, "word")
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReserveWordRequest.self)
        c.pointee.word = target.string(self.word)
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word, "reason": reason]
    }
}

/// Nobody gets the word.
public struct ReserveWordResponse: Message {
    /// As it is now.
    public var word: ReservedWord?

    public init(word: ReservedWord? = nil) {
        self.word = word
    }
}

extension ReserveWordResponse {
    public static var typeName: String { "rollcall.v1.ReserveWordResponse" }

    public static let layout = MessageLayout(rollcall__v1__reserve_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReserveWordResponse.self)
        self.word = try source.message(c.pointee.word)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReserveWordResponse.self)
        if let value = self.word {
            c.pointee.word = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word as Any]
    }
}

/// Which word to release.
public struct ReleaseWordRequest: Message {
    /// As in ReserveWordRequest. What looks like it is released with it.
    public var word: String
    /// As in ReserveWordRequest. It is kept only with a word that Rollcall comes with.
    public var reason: String

    public init(word: String = "", reason: String = "") {
        self.word = word
        self.reason = reason
    }
}

extension ReleaseWordRequest {
    public static var typeName: String { "rollcall.v1.ReleaseWordRequest" }

    public static let layout = MessageLayout(rollcall__v1__release_word_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReleaseWordRequest.self)
        self.word = try source.string(c.pointee.word, "word")
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReleaseWordRequest.self)
        c.pointee.word = target.string(self.word)
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word, "reason": reason]
    }
}

/// The word is as any other.
public struct ReleaseWordResponse: Message {
    /// As it is now.
    public var word: ReservedWord?

    public init(word: ReservedWord? = nil) {
        self.word = word
    }
}

extension ReleaseWordResponse {
    public static var typeName: String { "rollcall.v1.ReleaseWordResponse" }

    public static let layout = MessageLayout(rollcall__v1__release_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        self.word = try source.message(c.pointee.word)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        if let value = self.word {
            c.pointee.word = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word as Any]
    }
}

/// Which words to list.
public struct ListReservedWordsRequest: Message {
    /// How many at most: 1 to 500; 0 for 500. A larger number counts as 500.
    public var pageSize: UInt32
    /// The last word of the page before; empty for the first page.
    public var afterWord: String

    public init(pageSize: UInt32 = 0, afterWord: String = "") {
        self.pageSize = pageSize
        self.afterWord = afterWord
    }
}

extension ListReservedWordsRequest {
    public static var typeName: String { "rollcall.v1.ListReservedWordsRequest" }

    public static let layout = MessageLayout(rollcall__v1__list_reserved_words_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReservedWordsRequest.self)
        self.pageSize = c.pointee.page_size
        self.afterWord = try source.string(c.pointee.after_word, "after_word")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReservedWordsRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.after_word = target.string(self.afterWord)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "afterWord": afterWord]
    }
}

/// A page of words.
public struct ListReservedWordsResponse: Message {
    /// In the order of what they look like, so that `adm1n` stands where `admin` does.
    public var words: [ReservedWord]
    /// Whether there may be another page.
    public var hasMore: Bool

    public init(words: [ReservedWord] = [], hasMore: Bool = false) {
        self.words = words
        self.hasMore = hasMore
    }
}

extension ListReservedWordsResponse {
    public static var typeName: String { "rollcall.v1.ListReservedWordsResponse" }

    public static let layout = MessageLayout(rollcall__v1__list_reserved_words_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReservedWordsResponse.self)
        self.words = try source.messages(c.pointee.words, c.pointee.n_words)
        self.hasMore = c.pointee.has_more != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReservedWordsResponse.self)
        (c.pointee.n_words, c.pointee.words) = target.list(self.words) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["words": words, "hasMore": hasMore]
    }
}

/// A word that nobody gets as a display name, or that was released.
public struct ReservedWord: Message {
    /// In lower case.
    public var word: String
    /// False for one that Rollcall comes with and that was released.
    public var isReserved: Bool
    /// Whether Rollcall comes with it.
    public var isBuiltIn: Bool
    /// Why it was reserved or released; empty if nobody has said.
    public var reason: String
    /// When it was reserved or released, in milliseconds since 1970-01-01 UTC; 0 for a word that is
    /// as Rollcall comes with it.
    public var changedAtMs: Int64

    public init(
        word: String = "",
        isReserved: Bool = false,
        isBuiltIn: Bool = false,
        reason: String = "",
        changedAtMs: Int64 = 0
    ) {
        self.word = word
        self.isReserved = isReserved
        self.isBuiltIn = isBuiltIn
        self.reason = reason
        self.changedAtMs = changedAtMs
    }
}

extension ReservedWord {
    public static var typeName: String { "rollcall.v1.ReservedWord" }

    public static let layout = MessageLayout(rollcall__v1__reserved_word__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReservedWord.self)
        self.word = try source.string(c.pointee.word, "word")
        self.isReserved = c.pointee.is_reserved != 0
        self.isBuiltIn = c.pointee.is_built_in != 0
        self.reason = try source.string(c.pointee.reason, "reason")
        self.changedAtMs = c.pointee.changed_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReservedWord.self)
        c.pointee.word = target.string(self.word)
        c.pointee.is_reserved = self.isReserved ? 1 : 0
        c.pointee.is_built_in = self.isBuiltIn ? 1 : 0
        c.pointee.reason = target.string(self.reason)
        c.pointee.changed_at_ms = self.changedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "word": word,
            "isReserved": isReserved,
            "isBuiltIn": isBuiltIn,
            "reason": reason,
            "changedAtMs": changedAtMs,
        ]
    }
}
