// swift-format-ignore-file
// Generated from rollcall/v1/profile_admin.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The kinds of faults of a photo, and how they are mended.
public enum PhotoFaultKind: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// Profiles or reports refer to the photo, but its file is missing. They have no photo then.
    case fileMissing
    /// The bytes are not those of the photo. It is not mended, as a good copy may be put back;
    /// downloads fail with PHOTO_DAMAGED until then, or until somebody uploads the photo again. A
    /// damaged size of a photo is removed, and made again on demand.
    case fileDamaged
    /// The file exists, but no profile or report refers to it. It is removed.
    case strayFile
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .fileMissing
        case 2: self = .fileDamaged
        case 3: self = .strayFile
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .fileMissing: 1
        case .fileDamaged: 2
        case .strayFile: 3
        case .unrecognized(let number): number
        }
    }
}

/// The word to reserve.
public struct ReserveWordRequest: Message {
    /// 1 to 30 ASCII letters, digits, `_` and `.`, at least one of them a letter or a digit.
    public var word: String
    /// The reason, for other administrators: one line of at most 500 characters; may be empty. It
    /// is not stored with a built-in word: reserving one undoes its release.
    public var reason: String

    public init(word: String = "", reason: String = "") {
        self.word = word
        self.reason = reason
    }
}

extension ReserveWordRequest {
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

/// The word is reserved.
public struct ReserveWordResponse: Message {
    /// The word as it is now.
    public var word: ReservedWord?

    public init(word: ReservedWord? = nil) {
        self.word = word
    }
}

extension ReserveWordResponse {
    public static let layout = MessageLayout(rollcall__v1__reserve_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReserveWordResponse.self)
        self.word = try source.message(c.pointee.word, "word")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReserveWordResponse.self)
        c.pointee.word = target.message(ifAny: self.word)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word as Any]
    }
}

/// The word to release.
public struct ReleaseWordRequest: Message {
    /// As in ReserveWordRequest. Words that look like it are released, too.
    public var word: String
    /// As in ReserveWordRequest. It is stored only with a built-in word.
    public var reason: String

    public init(word: String = "", reason: String = "") {
        self.word = word
        self.reason = reason
    }
}

extension ReleaseWordRequest {
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

/// The word is not reserved.
public struct ReleaseWordResponse: Message {
    /// The word as it is now.
    public var word: ReservedWord?

    public init(word: ReservedWord? = nil) {
        self.word = word
    }
}

extension ReleaseWordResponse {
    public static let layout = MessageLayout(rollcall__v1__release_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        self.word = try source.message(c.pointee.word, "word")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        c.pointee.word = target.message(ifAny: self.word)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["word": word as Any]
    }
}

/// The page of words to list.
public struct ListReservedWordsRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListReservedWordsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_reserved_words_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReservedWordsRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReservedWordsRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of words.
public struct ListReservedWordsResponse: Message {
    /// Ordered by their looks, so that `adm1n` is next to `admin`.
    public var words: [ReservedWord]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(words: [ReservedWord] = [], nextPageToken: String = "") {
        self.words = words
        self.nextPageToken = nextPageToken
    }
}

extension ListReservedWordsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_reserved_words_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReservedWordsResponse.self)
        self.words = try source.messages(c.pointee.words, c.pointee.n_words, "words")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReservedWordsResponse.self)
        (c.pointee.n_words, c.pointee.words) = target.list(self.words) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["words": words, "nextPageToken": nextPageToken]
    }
}

/// A reserved word, or a released built-in word.
public struct ReservedWord: Message {
    /// In lower case.
    public var word: String
    /// False for a released built-in word.
    public var isReserved: Bool
    /// Whether the word is built in.
    public var isBuiltIn: Bool
    /// The reason for reserving or releasing it; empty if none was given.
    public var reason: String
    /// When the word was reserved or released, in milliseconds since 1970-01-01 UTC; 0 for an
    /// unchanged built-in word.
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

/// The user, and the display name to give.
public struct SetDisplayNameRequest: Message {
    /// The user, by id or by the present display name.
    public var user: UserKey?
    /// The new display name.
    public var displayName: String
    /// The reason, for other administrators: one line of 1 to 500 characters. It is stored in the
    /// histories of the old and the new name.
    public var reason: String
    /// The reason, for the user, who is told by mail that the old name was taken away: one line of
    /// at most 500 characters. If it is empty, or the user had no name, the user is not told.
    public var ownerReason: String

    public init(
        user: UserKey? = nil,
        displayName: String = "",
        reason: String = "",
        ownerReason: String = ""
    ) {
        self.user = user
        self.displayName = displayName
        self.reason = reason
        self.ownerReason = ownerReason
    }
}

extension SetDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__set_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetDisplayNameRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.reason = try source.string(c.pointee.reason, "reason")
        self.ownerReason = try source.string(c.pointee.owner_reason, "owner_reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetDisplayNameRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.reason = target.string(self.reason)
        c.pointee.owner_reason = target.string(self.ownerReason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "user": user as Any,
            "displayName": displayName,
            "reason": reason,
            "ownerReason": ownerReason,
        ]
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

/// The user whose display name to take away.
public struct RemoveDisplayNameRequest: Message {
    /// The user, by id or by the present display name.
    public var user: UserKey?
    /// The reason, for other administrators: one line of 1 to 500 characters. It is stored in the
    /// name's history.
    public var reason: String
    /// As in SetDisplayNameRequest.
    public var ownerReason: String

    public init(user: UserKey? = nil, reason: String = "", ownerReason: String = "") {
        self.user = user
        self.reason = reason
        self.ownerReason = ownerReason
    }
}

extension RemoveDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveDisplayNameRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.reason = try source.string(c.pointee.reason, "reason")
        self.ownerReason = try source.string(c.pointee.owner_reason, "owner_reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveDisplayNameRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.reason = target.string(self.reason)
        c.pointee.owner_reason = target.string(self.ownerReason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "reason": reason, "ownerReason": ownerReason]
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

/// The display name whose history to read.
public struct GetNameHistoryRequest: Message {
    /// The display name, in any case.
    public var displayName: String
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(displayName: String = "", pageSize: UInt32 = 0, pageToken: String = "") {
        self.displayName = displayName
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension GetNameHistoryRequest {
    public static let layout = MessageLayout(rollcall__v1__get_name_history_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetNameHistoryRequest.self)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetNameHistoryRequest.self)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["displayName": displayName, "pageSize": pageSize, "pageToken": pageToken]
    }
}

/// The present and the former owners.
public struct GetNameHistoryResponse: Message {
    /// The newest first.
    public var tenures: [NameTenure]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String
    /// The user who holds the name for a sign-up under way; empty for none.
    public var heldForUserID: String
    /// When the name's quarantine ends, in milliseconds since 1970-01-01 UTC; 0 if it is not in
    /// quarantine. Until then only the user who gave it up by a rename can get it.
    public var quarantineEndsAtMs: Int64

    public init(
        tenures: [NameTenure] = [],
        nextPageToken: String = "",
        heldForUserID: String = "",
        quarantineEndsAtMs: Int64 = 0
    ) {
        self.tenures = tenures
        self.nextPageToken = nextPageToken
        self.heldForUserID = heldForUserID
        self.quarantineEndsAtMs = quarantineEndsAtMs
    }
}

extension GetNameHistoryResponse {
    public static let layout = MessageLayout(rollcall__v1__get_name_history_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetNameHistoryResponse.self)
        self.tenures = try source.messages(c.pointee.tenures, c.pointee.n_tenures, "tenures")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
        self.heldForUserID = try source.string(c.pointee.held_for_user_id, "held_for_user_id")
        self.quarantineEndsAtMs = c.pointee.quarantine_ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetNameHistoryResponse.self)
        (c.pointee.n_tenures, c.pointee.tenures) = target.list(self.tenures) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
        c.pointee.held_for_user_id = target.string(self.heldForUserID)
        c.pointee.quarantine_ends_at_ms = self.quarantineEndsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "tenures": tenures,
            "nextPageToken": nextPageToken,
            "heldForUserID": heldForUserID,
            "quarantineEndsAtMs": quarantineEndsAtMs,
        ]
    }
}

/// The time for which a user had a display name.
public struct NameTenure: Message {
    /// Counts the tenures of the name from 1.
    public var number: UInt32
    /// The user, a UUIDv7 in its text form; empty for an erased user.
    public var userID: String
    /// The display name in its last spelling.
    public var displayName: String
    /// The beginning, in milliseconds since 1970-01-01 UTC.
    public var beganAtMs: Int64
    /// The end, in milliseconds since 1970-01-01 UTC; 0 for the present owner.
    public var endedAtMs: Int64
    /// Why an administrator gave the name; empty if none did.
    public var givenReason: String
    /// Why an administrator took the name away; empty if none did.
    public var takenReason: String

    public init(
        number: UInt32 = 0,
        userID: String = "",
        displayName: String = "",
        beganAtMs: Int64 = 0,
        endedAtMs: Int64 = 0,
        givenReason: String = "",
        takenReason: String = ""
    ) {
        self.number = number
        self.userID = userID
        self.displayName = displayName
        self.beganAtMs = beganAtMs
        self.endedAtMs = endedAtMs
        self.givenReason = givenReason
        self.takenReason = takenReason
    }
}

extension NameTenure {
    public static let layout = MessageLayout(rollcall__v1__name_tenure__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__NameTenure.self)
        self.number = c.pointee.number
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.beganAtMs = c.pointee.began_at_ms
        self.endedAtMs = c.pointee.ended_at_ms
        self.givenReason = try source.string(c.pointee.given_reason, "given_reason")
        self.takenReason = try source.string(c.pointee.taken_reason, "taken_reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__NameTenure.self)
        c.pointee.number = self.number
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.began_at_ms = self.beganAtMs
        c.pointee.ended_at_ms = self.endedAtMs
        c.pointee.given_reason = target.string(self.givenReason)
        c.pointee.taken_reason = target.string(self.takenReason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "number": number,
            "userID": userID,
            "displayName": displayName,
            "beganAtMs": beganAtMs,
            "endedAtMs": endedAtMs,
            "givenReason": givenReason,
            "takenReason": takenReason,
        ]
    }
}

/// The page of reports to list.
public struct ListReportsRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListReportsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_reports_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReportsRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReportsRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of reports.
public struct ListReportsResponse: Message {
    /// The oldest first.
    public var reports: [Report]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(reports: [Report] = [], nextPageToken: String = "") {
        self.reports = reports
        self.nextPageToken = nextPageToken
    }
}

extension ListReportsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_reports_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReportsResponse.self)
        self.reports = try source.messages(c.pointee.reports, c.pointee.n_reports, "reports")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReportsResponse.self)
        (c.pointee.n_reports, c.pointee.reports) = target.list(self.reports) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reports": reports, "nextPageToken": nextPageToken]
    }
}

/// A reported profile in one state.
public struct Report: Message {
    /// A UUIDv7 in its text form.
    public var reportID: String
    /// The reported user, a UUIDv7 in its text form.
    public var userID: String
    /// The display name at that time; empty for a user without one.
    public var displayName: String
    /// When the first user reported it, in milliseconds since 1970-01-01 UTC.
    public var reportedAtMs: Int64
    /// How many users reported it, for each of their reasons.
    public var counts: [ReportCount]

    public init(
        reportID: String = "",
        userID: String = "",
        displayName: String = "",
        reportedAtMs: Int64 = 0,
        counts: [ReportCount] = []
    ) {
        self.reportID = reportID
        self.userID = userID
        self.displayName = displayName
        self.reportedAtMs = reportedAtMs
        self.counts = counts
    }
}

extension Report {
    public static let layout = MessageLayout(rollcall__v1__report__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Report.self)
        self.reportID = try source.string(c.pointee.report_id, "report_id")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.reportedAtMs = c.pointee.reported_at_ms
        self.counts = try source.messages(c.pointee.counts, c.pointee.n_counts, "counts")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Report.self)
        c.pointee.report_id = target.string(self.reportID)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.reported_at_ms = self.reportedAtMs
        (c.pointee.n_counts, c.pointee.counts) = target.list(self.counts) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "reportID": reportID,
            "userID": userID,
            "displayName": displayName,
            "reportedAtMs": reportedAtMs,
            "counts": counts,
        ]
    }
}

/// How many users gave a reason.
public struct ReportCount: Message {
    /// The reason.
    public var reason: ReportReason
    /// The number of users, at least 1.
    public var count: UInt32

    public init(reason: ReportReason = .unspecified, count: UInt32 = 0) {
        self.reason = reason
        self.count = count
    }
}

extension ReportCount {
    public static let layout = MessageLayout(rollcall__v1__report_count__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReportCount.self)
        self.reason = ReportReason(c.pointee.reason)
        self.count = c.pointee.count
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReportCount.self)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.count = self.count
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reason": reason, "count": count]
    }
}

/// The report to read.
public struct GetReportRequest: Message {
    /// As in Report.
    public var reportID: String

    public init(reportID: String = "") {
        self.reportID = reportID
    }
}

extension GetReportRequest {
    public static let layout = MessageLayout(rollcall__v1__get_report_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetReportRequest.self)
        self.reportID = try source.string(c.pointee.report_id, "report_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetReportRequest.self)
        c.pointee.report_id = target.string(self.reportID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reportID": reportID]
    }
}

/// First `report`, then as many `photo_chunk` as the photo needs.
public struct GetReportResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// Everything except the bytes of the photo.
        case report(ReportDetails)
        /// The next bytes, at most 65,536.
        case photoChunk([UInt8])
    }
}

extension GetReportResponse {
    public static let layout = MessageLayout(rollcall__v1__get_report_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetReportResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.report, "report")).map { .report($0) }
        case 2: self.part = .photoChunk(source.bytes(c.pointee.photo_chunk))
        default: self.part = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetReportResponse.self)
        switch self.part {
        case .report(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.report = target.message(value)
        case .photoChunk(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.photo_chunk = target.bytes(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// What was reported, and by which users.
public struct ReportDetails: Message {
    /// The report as in the list.
    public var report: Report?
    /// The profile at that time, as signed-in users saw it; without times.
    public var profile: Profile?
    /// The fields that the user still has, and that can be taken down.
    public var remaining: [ProfileField]
    /// What each user reported, the oldest first; at most 100.
    public var entries: [ReportEntry]

    public init(
        report: Report? = nil,
        profile: Profile? = nil,
        remaining: [ProfileField] = [],
        entries: [ReportEntry] = []
    ) {
        self.report = report
        self.profile = profile
        self.remaining = remaining
        self.entries = entries
    }
}

extension ReportDetails {
    public static let layout = MessageLayout(rollcall__v1__report_details__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReportDetails.self)
        self.report = try source.message(c.pointee.report, "report")
        self.profile = try source.message(c.pointee.profile, "profile")
        self.remaining =
            source.list(c.pointee.remaining, c.pointee.n_remaining) { ProfileField($0) }
        self.entries = try source.messages(c.pointee.entries, c.pointee.n_entries, "entries")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReportDetails.self)
        c.pointee.report = target.message(ifAny: self.report)
        c.pointee.profile = target.message(ifAny: self.profile)
        (c.pointee.n_remaining, c.pointee.remaining) =
            target.list(self.remaining) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        (c.pointee.n_entries, c.pointee.entries) = target.list(self.entries) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "report": report as Any,
            "profile": profile as Any,
            "remaining": remaining,
            "entries": entries,
        ]
    }
}

/// What one user reported.
public struct ReportEntry: Message {
    /// The reporter, a UUIDv7 in its text form; empty for an erased user. Do not tell the reported
    /// user.
    public var reporterUserID: String
    /// The reason.
    public var reason: ReportReason
    /// The user's note; empty for none, and for an erased user.
    public var note: String
    /// When, in milliseconds since 1970-01-01 UTC.
    public var reportedAtMs: Int64

    public init(
        reporterUserID: String = "",
        reason: ReportReason = .unspecified,
        note: String = "",
        reportedAtMs: Int64 = 0
    ) {
        self.reporterUserID = reporterUserID
        self.reason = reason
        self.note = note
        self.reportedAtMs = reportedAtMs
    }
}

extension ReportEntry {
    public static let layout = MessageLayout(rollcall__v1__report_entry__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReportEntry.self)
        self.reporterUserID = try source.string(c.pointee.reporter_user_id, "reporter_user_id")
        self.reason = ReportReason(c.pointee.reason)
        self.note = try source.string(c.pointee.note, "note")
        self.reportedAtMs = c.pointee.reported_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReportEntry.self)
        c.pointee.reporter_user_id = target.string(self.reporterUserID)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.note = target.string(self.note)
        c.pointee.reported_at_ms = self.reportedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "reporterUserID": reporterUserID,
            "reason": reason,
            "note": note,
            "reportedAtMs": reportedAtMs,
        ]
    }
}

/// The decision on a report.
public struct DecideReportRequest: Message {
    /// As in Report.
    public var reportID: String
    /// The fields to take down; empty to dismiss the report.
    public var takeDown: [ProfileField]
    /// The reason: one line of 1 to 500 characters. The user gets it by mail if anything is taken
    /// down.
    public var reason: String
    /// Whether users may upload a taken down photo again, if only this user should not have it.
    /// Otherwise it is refused, even if the user has replaced it since the report.
    public var allowPhoto: Bool

    public init(
        reportID: String = "",
        takeDown: [ProfileField] = [],
        reason: String = "",
        allowPhoto: Bool = false
    ) {
        self.reportID = reportID
        self.takeDown = takeDown
        self.reason = reason
        self.allowPhoto = allowPhoto
    }
}

extension DecideReportRequest {
    public static let layout = MessageLayout(rollcall__v1__decide_report_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DecideReportRequest.self)
        self.reportID = try source.string(c.pointee.report_id, "report_id")
        self.takeDown = source.list(c.pointee.take_down, c.pointee.n_take_down) { ProfileField($0) }
        self.reason = try source.string(c.pointee.reason, "reason")
        self.allowPhoto = c.pointee.allow_photo != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DecideReportRequest.self)
        c.pointee.report_id = target.string(self.reportID)
        (c.pointee.n_take_down, c.pointee.take_down) =
            target.list(self.takeDown) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        c.pointee.reason = target.string(self.reason)
        c.pointee.allow_photo = self.allowPhoto ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reportID": reportID, "takeDown": takeDown, "reason": reason, "allowPhoto": allowPhoto]
    }
}

/// The report is decided.
public struct DecideReportResponse: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The fields that were taken down. Fields that the user has changed since the report are not
    /// included.
    public var takenDown: [ProfileField]

    public init(userID: String = "", takenDown: [ProfileField] = []) {
        self.userID = userID
        self.takenDown = takenDown
    }
}

extension DecideReportResponse {
    public static let layout = MessageLayout(rollcall__v1__decide_report_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DecideReportResponse.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.takenDown =
            source.list(c.pointee.taken_down, c.pointee.n_taken_down) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DecideReportResponse.self)
        c.pointee.user_id = target.string(self.userID)
        (c.pointee.n_taken_down, c.pointee.taken_down) =
            target.list(self.takenDown) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "takenDown": takenDown]
    }
}

/// The user, and the fields to take down.
public struct TakeDownRequest: Message {
    /// The user, by id or by the present display name.
    public var user: UserKey?
    /// At least one field.
    public var fields: [ProfileField]
    /// As in DecideReportRequest.
    public var reason: String
    /// As in DecideReportRequest.
    public var allowPhoto: Bool

    public init(
        user: UserKey? = nil,
        fields: [ProfileField] = [],
        reason: String = "",
        allowPhoto: Bool = false
    ) {
        self.user = user
        self.fields = fields
        self.reason = reason
        self.allowPhoto = allowPhoto
    }
}

extension TakeDownRequest {
    public static let layout = MessageLayout(rollcall__v1__take_down_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__TakeDownRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.fields = source.list(c.pointee.fields, c.pointee.n_fields) { ProfileField($0) }
        self.reason = try source.string(c.pointee.reason, "reason")
        self.allowPhoto = c.pointee.allow_photo != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__TakeDownRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        (c.pointee.n_fields, c.pointee.fields) =
            target.list(self.fields) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        c.pointee.reason = target.string(self.reason)
        c.pointee.allow_photo = self.allowPhoto ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "fields": fields, "reason": reason, "allowPhoto": allowPhoto]
    }
}

/// The user has none of the fields.
public struct TakeDownResponse: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The fields that were taken down: those that the user had.
    public var takenDown: [ProfileField]

    public init(userID: String = "", takenDown: [ProfileField] = []) {
        self.userID = userID
        self.takenDown = takenDown
    }
}

extension TakeDownResponse {
    public static let layout = MessageLayout(rollcall__v1__take_down_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__TakeDownResponse.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.takenDown =
            source.list(c.pointee.taken_down, c.pointee.n_taken_down) { ProfileField($0) }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__TakeDownResponse.self)
        c.pointee.user_id = target.string(self.userID)
        (c.pointee.n_taken_down, c.pointee.taken_down) =
            target.list(self.takenDown) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "takenDown": takenDown]
    }
}

/// The page of refused photos to list.
public struct ListRefusedPhotosRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListRefusedPhotosRequest {
    public static let layout = MessageLayout(rollcall__v1__list_refused_photos_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListRefusedPhotosRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListRefusedPhotosRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of photos.
public struct ListRefusedPhotosResponse: Message {
    /// Ordered by id.
    public var photos: [RefusedPhoto]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(photos: [RefusedPhoto] = [], nextPageToken: String = "") {
        self.photos = photos
        self.nextPageToken = nextPageToken
    }
}

extension ListRefusedPhotosResponse {
    public static let layout = MessageLayout(rollcall__v1__list_refused_photos_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListRefusedPhotosResponse.self)
        self.photos = try source.messages(c.pointee.photos, c.pointee.n_photos, "photos")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListRefusedPhotosResponse.self)
        (c.pointee.n_photos, c.pointee.photos) = target.list(self.photos) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photos": photos, "nextPageToken": nextPageToken]
    }
}

/// A refused photo.
public struct RefusedPhoto: Message {
    /// As in Photo.
    public var photoID: String
    /// The reason for taking it down.
    public var reason: String
    /// When it was taken down, in milliseconds since 1970-01-01 UTC.
    public var refusedAtMs: Int64

    public init(photoID: String = "", reason: String = "", refusedAtMs: Int64 = 0) {
        self.photoID = photoID
        self.reason = reason
        self.refusedAtMs = refusedAtMs
    }
}

extension RefusedPhoto {
    public static let layout = MessageLayout(rollcall__v1__refused_photo__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RefusedPhoto.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.reason = try source.string(c.pointee.reason, "reason")
        self.refusedAtMs = c.pointee.refused_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RefusedPhoto.self)
        c.pointee.photo_id = target.string(self.photoID)
        c.pointee.reason = target.string(self.reason)
        c.pointee.refused_at_ms = self.refusedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photoID": photoID, "reason": reason, "refusedAtMs": refusedAtMs]
    }
}

/// The photo to accept again.
public struct AllowPhotoRequest: Message {
    /// As in Photo.
    public var photoID: String

    public init(photoID: String = "") {
        self.photoID = photoID
    }
}

extension AllowPhotoRequest {
    public static let layout = MessageLayout(rollcall__v1__allow_photo_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AllowPhotoRequest.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AllowPhotoRequest.self)
        c.pointee.photo_id = target.string(self.photoID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photoID": photoID]
    }
}

/// The photo is accepted.
public struct AllowPhotoResponse: EmptyMessage {
    public init() {}
}

extension AllowPhotoResponse {
    public static let layout = MessageLayout(rollcall__v1__allow_photo_response__init)
}

/// How to check the photos.
public struct CheckPhotosRequest: Message {
    /// How many bytes to read per second, 65,536 to 1,073,741,824; 0 counts as 4,194,304. A file
    /// counts as 65,536 bytes at least.
    public var bytesPerSecond: UInt64
    /// Whether to mend: see `PhotoFaultKind`.
    public var mend: Bool
    /// The last `checked_parts` of an interrupted check, 0 to 255; 0 to check all photos.
    public var checkedParts: UInt32
    /// Whether to mend also if more than 10 files and more than a tenth of all are missing, or
    /// belong to no photo, as with a wrong directory, bucket or copy of the database.
    public var acceptLoss: Bool

    public init(
        bytesPerSecond: UInt64 = 0,
        mend: Bool = false,
        checkedParts: UInt32 = 0,
        acceptLoss: Bool = false
    ) {
        self.bytesPerSecond = bytesPerSecond
        self.mend = mend
        self.checkedParts = checkedParts
        self.acceptLoss = acceptLoss
    }
}

extension CheckPhotosRequest {
    public static let layout = MessageLayout(rollcall__v1__check_photos_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckPhotosRequest.self)
        self.bytesPerSecond = c.pointee.bytes_per_second
        self.mend = c.pointee.mend != 0
        self.checkedParts = c.pointee.checked_parts
        self.acceptLoss = c.pointee.accept_loss != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckPhotosRequest.self)
        c.pointee.bytes_per_second = self.bytesPerSecond
        c.pointee.mend = self.mend ? 1 : 0
        c.pointee.checked_parts = self.checkedParts
        c.pointee.accept_loss = self.acceptLoss ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "bytesPerSecond": bytesPerSecond,
            "mend": mend,
            "checkedParts": checkedParts,
            "acceptLoss": acceptLoss,
        ]
    }
}

/// A fault, or the progress.
public struct CheckPhotosResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// A fault, or a mended one.
        case fault(PhotoFault)
        /// How far the check is.
        case progress(PhotoCheckProgress)
    }
}

extension CheckPhotosResponse {
    public static let layout = MessageLayout(rollcall__v1__check_photos_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckPhotosResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.fault, "fault")).map { .fault($0) }
        case 2:
            self.part = (try source.message(c.pointee.progress, "progress")).map { .progress($0) }
        default: self.part = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckPhotosResponse.self)
        switch self.part {
        case .fault(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.fault = target.message(value)
        case .progress(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.progress = target.message(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// How far a check of the photos is.
public struct PhotoCheckProgress: Message {
    /// How many of the 256 parts were checked, also by the interrupted check that this one
    /// continues.
    public var checkedParts: UInt32
    /// Files and bytes that this check has read.
    public var files: UInt64
    public var bytes: UInt64

    public init(checkedParts: UInt32 = 0, files: UInt64 = 0, bytes: UInt64 = 0) {
        self.checkedParts = checkedParts
        self.files = files
        self.bytes = bytes
    }
}

extension PhotoCheckProgress {
    public static let layout = MessageLayout(rollcall__v1__photo_check_progress__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PhotoCheckProgress.self)
        self.checkedParts = c.pointee.checked_parts
        self.files = c.pointee.files
        self.bytes = c.pointee.bytes
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PhotoCheckProgress.self)
        c.pointee.checked_parts = self.checkedParts
        c.pointee.files = self.files
        c.pointee.bytes = self.bytes
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["checkedParts": checkedParts, "files": files, "bytes": bytes]
    }
}

/// A photo with a fault.
public struct PhotoFault: Message {
    /// The kind of fault.
    public var kind: PhotoFaultKind
    /// SHA-256 of the photo, 64 lower-case hexadecimal digits.
    public var photoID: String
    /// Users who have the photo, ordered by id: the first 20.
    public var userIDs: [String]
    /// How many users have the photo. None has one that only a report keeps.
    public var profileCount: UInt32
    /// Whether the fault was mended.
    public var isMended: Bool

    public init(
        kind: PhotoFaultKind = .unspecified,
        photoID: String = "",
        userIDs: [String] = [],
        profileCount: UInt32 = 0,
        isMended: Bool = false
    ) {
        self.kind = kind
        self.photoID = photoID
        self.userIDs = userIDs
        self.profileCount = profileCount
        self.isMended = isMended
    }
}

extension PhotoFault {
    public static let layout = MessageLayout(rollcall__v1__photo_fault__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PhotoFault.self)
        self.kind = PhotoFaultKind(c.pointee.kind)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.profileCount = c.pointee.profile_count
        self.isMended = c.pointee.is_mended != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PhotoFault.self)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        c.pointee.photo_id = target.string(self.photoID)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        c.pointee.profile_count = self.profileCount
        c.pointee.is_mended = self.isMended ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "kind": kind,
            "photoID": photoID,
            "userIDs": userIDs,
            "profileCount": profileCount,
            "isMended": isMended,
        ]
    }
}
