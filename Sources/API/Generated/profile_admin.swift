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

/// Who gets which display name.
public struct SetDisplayNameRequest: Message {
    /// The user, by id or by the display name of now.
    public var user: ProfileKey?
    /// The new display name.
    public var displayName: String
    /// Why, for other administrators: one line of 1 to 500 characters. It stays in the history of
    /// the old name and of the new one.
    public var reason: String

    public init(user: ProfileKey? = nil, displayName: String = "", reason: String = "") {
        self.user = user
        self.displayName = displayName
        self.reason = reason
    }
}

extension SetDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.SetDisplayNameRequest" }

    public static let layout = MessageLayout(rollcall__v1__set_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetDisplayNameRequest.self)
        self.user = try source.message(c.pointee.user)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetDisplayNameRequest.self)
        if let value = self.user {
            c.pointee.user = target.message(value)
        }
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "displayName": displayName, "reason": reason]
    }
}

/// The user has the display name.
public struct SetDisplayNameResponse: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension SetDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.SetDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__set_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetDisplayNameResponse.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetDisplayNameResponse.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// Whose display name to take away.
public struct RemoveDisplayNameRequest: Message {
    /// The user.
    public var user: ProfileKey?
    /// Why, for other administrators: one line of 1 to 500 characters. It stays in the history of
    /// the name.
    public var reason: String

    public init(user: ProfileKey? = nil, reason: String = "") {
        self.user = user
        self.reason = reason
    }
}

extension RemoveDisplayNameRequest {
    public static var typeName: String { "rollcall.v1.RemoveDisplayNameRequest" }

    public static let layout = MessageLayout(rollcall__v1__remove_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveDisplayNameRequest.self)
        self.user = try source.message(c.pointee.user)
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveDisplayNameRequest.self)
        if let value = self.user {
            c.pointee.user = target.message(value)
        }
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "reason": reason]
    }
}

/// The user has no display name.
public struct RemoveDisplayNameResponse: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension RemoveDisplayNameResponse {
    public static var typeName: String { "rollcall.v1.RemoveDisplayNameResponse" }

    public static let layout = MessageLayout(rollcall__v1__remove_display_name_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveDisplayNameResponse.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveDisplayNameResponse.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// Whose history to read.
public struct GetNameHistoryRequest: Message {
    /// The display name, in any case.
    public var displayName: String
    /// How many tenures at most: 1 to 500; 0 for 500. A larger number counts as 500.
    public var pageSize: UInt32
    /// The number of the last tenure of the page before; 0 for the first page.
    public var beforeNumber: UInt32

    public init(displayName: String = "", pageSize: UInt32 = 0, beforeNumber: UInt32 = 0) {
        self.displayName = displayName
        self.pageSize = pageSize
        self.beforeNumber = beforeNumber
    }
}

extension GetNameHistoryRequest {
    public static var typeName: String { "rollcall.v1.GetNameHistoryRequest" }

    public static let layout = MessageLayout(rollcall__v1__get_name_history_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetNameHistoryRequest.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.pageSize = c.pointee.page_size
        self.beforeNumber = c.pointee.before_number
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetNameHistoryRequest.self)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.page_size = self.pageSize
        c.pointee.before_number = self.beforeNumber
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName, "pageSize": pageSize, "beforeNumber": beforeNumber]
    }
}

/// Who has the display name, and who had it.
public struct GetNameHistoryResponse: Message {
    /// The last one first.
    public var tenures: [NameTenure]
    /// Whether there may be another page.
    public var hasMore: Bool
    /// The user who holds the name for a sign-up that is under way; empty if nobody does.
    public var heldForUserID: String
    /// Until when the name is in quarantine, in milliseconds since 1970-01-01 UTC; 0 if it is not.
    /// Nobody gets it meanwhile but the user who has given it up, if that was by a rename.
    public var quarantinedUntilMs: Int64

    public init(
        tenures: [NameTenure] = [],
        hasMore: Bool = false,
        heldForUserID: String = "",
        quarantinedUntilMs: Int64 = 0
    ) {
        self.tenures = tenures
        self.hasMore = hasMore
        self.heldForUserID = heldForUserID
        self.quarantinedUntilMs = quarantinedUntilMs
    }
}

extension GetNameHistoryResponse {
    public static var typeName: String { "rollcall.v1.GetNameHistoryResponse" }

    public static let layout = MessageLayout(rollcall__v1__get_name_history_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetNameHistoryResponse.self)
        self.tenures = try source.messages(c.pointee.tenures, c.pointee.n_tenures)
        self.hasMore = c.pointee.has_more != 0
        self.heldForUserID = try source.string(c.pointee.held_for_user_id, "held_for_user_id")
        self.quarantinedUntilMs = c.pointee.quarantined_until_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetNameHistoryResponse.self)
        (c.pointee.n_tenures, c.pointee.tenures) = target.list(self.tenures) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
        c.pointee.held_for_user_id = target.string(self.heldForUserID)
        c.pointee.quarantined_until_ms = self.quarantinedUntilMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "tenures": tenures,
            "hasMore": hasMore,
            "heldForUserID": heldForUserID,
            "quarantinedUntilMs": quarantinedUntilMs,
        ]
    }
}

/// The time in which a user had a display name.
public struct NameTenure: Message {
    /// Counts the tenures of the name from 1.
    public var number: UInt32
    /// The user, a UUIDv7 in its text form; empty for one who was erased.
    public var userID: String
    /// The display name as the user wrote it last.
    public var displayName: String
    /// Since when the user had it, in milliseconds since 1970-01-01 UTC.
    public var fromMs: Int64
    /// Until when, likewise; 0 for the user who has it now.
    public var untilMs: Int64
    /// Why an administrator gave the name to the user; empty if none did.
    public var givenReason: String
    /// Why an administrator took it away; empty if none did.
    public var takenReason: String

    public init(
        number: UInt32 = 0,
        userID: String = "",
        displayName: String = "",
        fromMs: Int64 = 0,
        untilMs: Int64 = 0,
        givenReason: String = "",
        takenReason: String = ""
    ) {
        self.number = number
        self.userID = userID
        self.displayName = displayName
        self.fromMs = fromMs
        self.untilMs = untilMs
        self.givenReason = givenReason
        self.takenReason = takenReason
    }
}

extension NameTenure {
    public static var typeName: String { "rollcall.v1.NameTenure" }

    public static let layout = MessageLayout(rollcall__v1__name_tenure__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__NameTenure.self)
        self.number = c.pointee.number
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.fromMs = c.pointee.from_ms
        self.untilMs = c.pointee.until_ms
        self.givenReason = try source.string(c.pointee.given_reason, "given_reason")
        self.takenReason = try source.string(c.pointee.taken_reason, "taken_reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__NameTenure.self)
        c.pointee.number = self.number
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.from_ms = self.fromMs
        c.pointee.until_ms = self.untilMs
        c.pointee.given_reason = target.string(self.givenReason)
        c.pointee.taken_reason = target.string(self.takenReason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "number": number,
            "userID": userID,
            "displayName": displayName,
            "fromMs": fromMs,
            "untilMs": untilMs,
            "givenReason": givenReason,
            "takenReason": takenReason,
        ]
    }
}
