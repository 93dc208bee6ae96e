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
    public static let layout = MessageLayout(rollcall__v1__reserve_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReserveWordResponse.self)
        self.word = try source.message(c.pointee.word)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReserveWordResponse.self)
        c.pointee.word = target.message(ifAny: self.word)
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
    public static let layout = MessageLayout(rollcall__v1__release_word_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        self.word = try source.message(c.pointee.word)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ReleaseWordResponse.self)
        c.pointee.word = target.message(ifAny: self.word)
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
    /// Why, for the user, who is told by mail that the old name was taken away: one line of at most
    /// 500 characters. The user is not told if it is empty, or had no name.
    public var ownerReason: String

    public init(
        user: ProfileKey? = nil,
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
        self.user = try source.message(c.pointee.user)
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

/// Whose display name to take away.
public struct RemoveDisplayNameRequest: Message {
    /// The user.
    public var user: ProfileKey?
    /// Why, for other administrators: one line of 1 to 500 characters. It stays in the history of
    /// the name.
    public var reason: String
    /// As in SetDisplayNameRequest.
    public var ownerReason: String

    public init(user: ProfileKey? = nil, reason: String = "", ownerReason: String = "") {
        self.user = user
        self.reason = reason
        self.ownerReason = ownerReason
    }
}

extension RemoveDisplayNameRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_display_name_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveDisplayNameRequest.self)
        self.user = try source.message(c.pointee.user)
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

/// Which reports to list.
public struct ListReportsRequest: Message {
    /// How many at most: 1 to 500; 0 for 500. A larger number counts as 500.
    public var pageSize: UInt32
    /// The last report of the page before; empty for the first page.
    public var afterReportID: String

    public init(pageSize: UInt32 = 0, afterReportID: String = "") {
        self.pageSize = pageSize
        self.afterReportID = afterReportID
    }
}

extension ListReportsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_reports_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReportsRequest.self)
        self.pageSize = c.pointee.page_size
        self.afterReportID = try source.string(c.pointee.after_report_id, "after_report_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReportsRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.after_report_id = target.string(self.afterReportID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "afterReportID": afterReportID]
    }
}

/// A page of reports.
public struct ListReportsResponse: Message {
    /// The oldest first.
    public var reports: [Report]
    /// Whether there may be another page.
    public var hasMore: Bool

    public init(reports: [Report] = [], hasMore: Bool = false) {
        self.reports = reports
        self.hasMore = hasMore
    }
}

extension ListReportsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_reports_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListReportsResponse.self)
        self.reports = try source.messages(c.pointee.reports, c.pointee.n_reports)
        self.hasMore = c.pointee.has_more != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListReportsResponse.self)
        (c.pointee.n_reports, c.pointee.reports) = target.list(self.reports) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reports": reports, "hasMore": hasMore]
    }
}

/// A profile that users have reported, in one state.
public struct Report: Message {
    /// A UUIDv7 in its text form.
    public var reportID: String
    /// Who was reported, a UUIDv7 in its text form.
    public var userID: String
    /// The display name then; empty for a user without one.
    public var displayName: String
    /// When the first user has reported it, in milliseconds since 1970-01-01 UTC.
    public var reportedAtMs: Int64
    /// How many users have reported it, for each reason that they gave.
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
        self.counts = try source.messages(c.pointee.counts, c.pointee.n_counts)
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
    /// How many, at least 1.
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

/// Which report to read.
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
        /// All but the bytes of the photo.
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
        case 1: self.part = (try source.message(c.pointee.report)).map { .report($0) }
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

/// What was reported, and by whom.
public struct ReportDetails: Message {
    /// What the list says of it.
    public var report: Report?
    /// What signed-in users saw of the profile then; without times.
    public var profile: Profile?
    /// Which fields of it the user still has, so that they can be taken away.
    public var remaining: [ProfileField]
    /// What each user reported, the first one first; at most 100.
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
        self.report = try source.message(c.pointee.report)
        self.profile = try source.message(c.pointee.profile)
        self.remaining =
            source.list(c.pointee.remaining, c.pointee.n_remaining) { ProfileField($0) }
        self.entries = try source.messages(c.pointee.entries, c.pointee.n_entries)
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
    /// Who, a UUIDv7 in its text form; empty for a user who was erased. Do not tell the user who
    /// was reported.
    public var reporterUserID: String
    /// What is wrong.
    public var reason: ReportReason
    /// What the user wrote; empty for nothing, and for a user who was erased.
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

/// How a report is decided.
public struct DecideReportRequest: Message {
    /// As in Report.
    public var reportID: String
    /// What to take away of what was reported; empty to dismiss the report.
    public var takeDown: [ProfileField]
    /// Why: one line of 1 to 500 characters. The user gets it by mail if anything is taken away.
    public var reason: String
    /// Whether users may upload the photo again that is taken away, as one that only this user
    /// should not have. It is refused otherwise, also if the user has replaced it since the report.
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
    /// What was taken away: not what the user had changed since.
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

/// What to take away.
public struct TakeDownRequest: Message {
    /// The user, by id or by the display name of now.
    public var user: ProfileKey?
    /// At least one field.
    public var fields: [ProfileField]
    /// As in DecideReportRequest.
    public var reason: String
    /// As in DecideReportRequest.
    public var allowPhoto: Bool

    public init(
        user: ProfileKey? = nil,
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
        self.user = try source.message(c.pointee.user)
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
    /// What was taken away: the fields that the user had.
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

/// Which refused photos to list.
public struct ListRefusedPhotosRequest: Message {
    /// How many at most: 1 to 500; 0 for 500. A larger number counts as 500.
    public var pageSize: UInt32
    /// The last photo of the page before; empty for the first page.
    public var afterPhotoID: String

    public init(pageSize: UInt32 = 0, afterPhotoID: String = "") {
        self.pageSize = pageSize
        self.afterPhotoID = afterPhotoID
    }
}

extension ListRefusedPhotosRequest {
    public static let layout = MessageLayout(rollcall__v1__list_refused_photos_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListRefusedPhotosRequest.self)
        self.pageSize = c.pointee.page_size
        self.afterPhotoID = try source.string(c.pointee.after_photo_id, "after_photo_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListRefusedPhotosRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.after_photo_id = target.string(self.afterPhotoID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "afterPhotoID": afterPhotoID]
    }
}

/// A page of photos.
public struct ListRefusedPhotosResponse: Message {
    /// In the order of their ids.
    public var photos: [RefusedPhoto]
    /// Whether there may be another page.
    public var hasMore: Bool

    public init(photos: [RefusedPhoto] = [], hasMore: Bool = false) {
        self.photos = photos
        self.hasMore = hasMore
    }
}

extension ListRefusedPhotosResponse {
    public static let layout = MessageLayout(rollcall__v1__list_refused_photos_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListRefusedPhotosResponse.self)
        self.photos = try source.messages(c.pointee.photos, c.pointee.n_photos)
        self.hasMore = c.pointee.has_more != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListRefusedPhotosResponse.self)
        (c.pointee.n_photos, c.pointee.photos) = target.list(self.photos) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photos": photos, "hasMore": hasMore]
    }
}

/// A photo that is refused.
public struct RefusedPhoto: Message {
    /// As in Photo.
    public var photoID: String
    /// Why it was taken away.
    public var reason: String
    /// When, in milliseconds since 1970-01-01 UTC.
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

/// Which photo to accept again.
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

/// The photo is as any other.
public struct AllowPhotoResponse: EmptyMessage {
    public init() {}
}

extension AllowPhotoResponse {
    public static let layout = MessageLayout(rollcall__v1__allow_photo_response__init)
}

/// Asks how the search for damaged photos stands.
public struct GetPhotoScrubRequest: EmptyMessage {
    public init() {}
}

extension GetPhotoScrubRequest {
    public static let layout = MessageLayout(rollcall__v1__get_photo_scrub_request__init)
}

/// How the search for damaged photos stands. All times are in milliseconds since 1970-01-01 UTC.
public struct GetPhotoScrubResponse: Message {
    /// Whether the instance that answers takes part in it.
    public var isOn: Bool
    /// When the last whole pass ended; 0 before the first.
    public var lastPassEndedAtMs: Int64
    /// When the pass under way began; 0 if there is none.
    public var beganAtMs: Int64
    /// The last file that it has read, 64 lower-case hexadecimal digits; empty before the first and
    /// if no pass is under way. Ids are spread evenly, so the first digits say how much of the pass
    /// is done.
    public var lastFileID: String
    /// What the pass has read, or if none is under way, the last one: files and their bytes.
    public var files: UInt64
    public var bytes: UInt64
    /// How many of the files were damaged or missing.
    public var damagedFiles: UInt64
    /// Why the pass does not go on, for a person; empty if it does.
    public var trouble: String
    /// When there is something to do next: the next pass, or another attempt after a trouble. In
    /// the past while a pass is under way.
    public var nextAtMs: Int64
    /// How many photos are marked as damaged.
    public var damagedPhotos: UInt64

    public init(
        isOn: Bool = false,
        lastPassEndedAtMs: Int64 = 0,
        beganAtMs: Int64 = 0,
        lastFileID: String = "",
        files: UInt64 = 0,
        bytes: UInt64 = 0,
        damagedFiles: UInt64 = 0,
        trouble: String = "",
        nextAtMs: Int64 = 0,
        damagedPhotos: UInt64 = 0
    ) {
        self.isOn = isOn
        self.lastPassEndedAtMs = lastPassEndedAtMs
        self.beganAtMs = beganAtMs
        self.lastFileID = lastFileID
        self.files = files
        self.bytes = bytes
        self.damagedFiles = damagedFiles
        self.trouble = trouble
        self.nextAtMs = nextAtMs
        self.damagedPhotos = damagedPhotos
    }
}

extension GetPhotoScrubResponse {
    public static let layout = MessageLayout(rollcall__v1__get_photo_scrub_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPhotoScrubResponse.self)
        self.isOn = c.pointee.is_on != 0
        self.lastPassEndedAtMs = c.pointee.last_pass_ended_at_ms
        self.beganAtMs = c.pointee.began_at_ms
        self.lastFileID = try source.string(c.pointee.last_file_id, "last_file_id")
        self.files = c.pointee.files
        self.bytes = c.pointee.bytes
        self.damagedFiles = c.pointee.damaged_files
        self.trouble = try source.string(c.pointee.trouble, "trouble")
        self.nextAtMs = c.pointee.next_at_ms
        self.damagedPhotos = c.pointee.damaged_photos
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPhotoScrubResponse.self)
        c.pointee.is_on = self.isOn ? 1 : 0
        c.pointee.last_pass_ended_at_ms = self.lastPassEndedAtMs
        c.pointee.began_at_ms = self.beganAtMs
        c.pointee.last_file_id = target.string(self.lastFileID)
        c.pointee.files = self.files
        c.pointee.bytes = self.bytes
        c.pointee.damaged_files = self.damagedFiles
        c.pointee.trouble = target.string(self.trouble)
        c.pointee.next_at_ms = self.nextAtMs
        c.pointee.damaged_photos = self.damagedPhotos
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "isOn": isOn,
            "lastPassEndedAtMs": lastPassEndedAtMs,
            "beganAtMs": beganAtMs,
            "lastFileID": lastFileID,
            "files": files,
            "bytes": bytes,
            "damagedFiles": damagedFiles,
            "trouble": trouble,
            "nextAtMs": nextAtMs,
            "damagedPhotos": damagedPhotos,
        ]
    }
}

/// Lets a pass begin or go on.
public struct StartPhotoScrubRequest: Message {
    /// Whether the pass marks what it finds, however much that is. Without it a pass stops when
    /// more than one, and more than a tenth, of the last 100 files are damaged or missing, and
    /// marks none of them: then the store as a whole is likely to be wrong. It holds until the pass
    /// has ended, or is started again.
    public var acceptDamage: Bool

    public init(acceptDamage: Bool = false) {
        self.acceptDamage = acceptDamage
    }
}

extension StartPhotoScrubRequest {
    public static let layout = MessageLayout(rollcall__v1__start_photo_scrub_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartPhotoScrubRequest.self)
        self.acceptDamage = c.pointee.accept_damage != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartPhotoScrubRequest.self)
        c.pointee.accept_damage = self.acceptDamage ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["acceptDamage": acceptDamage]
    }
}

/// It begins or goes on within half a minute.
public struct StartPhotoScrubResponse: EmptyMessage {
    public init() {}
}

extension StartPhotoScrubResponse {
    public static let layout = MessageLayout(rollcall__v1__start_photo_scrub_response__init)
}

/// Which damaged photos to list.
public struct ListDamagedPhotosRequest: Message {
    /// How many photos; 0 and more than 100 stand for 100.
    public var pageSize: UInt32
    /// The last photo of the page before; empty for the first page.
    public var afterPhotoID: String

    public init(pageSize: UInt32 = 0, afterPhotoID: String = "") {
        self.pageSize = pageSize
        self.afterPhotoID = afterPhotoID
    }
}

extension ListDamagedPhotosRequest {
    public static let layout = MessageLayout(rollcall__v1__list_damaged_photos_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListDamagedPhotosRequest.self)
        self.pageSize = c.pointee.page_size
        self.afterPhotoID = try source.string(c.pointee.after_photo_id, "after_photo_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListDamagedPhotosRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.after_photo_id = target.string(self.afterPhotoID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "afterPhotoID": afterPhotoID]
    }
}

/// Some damaged photos.
public struct ListDamagedPhotosResponse: Message {
    /// In the order of their ids.
    public var photos: [DamagedPhoto]
    /// Whether there may be more.
    public var hasMore: Bool

    public init(photos: [DamagedPhoto] = [], hasMore: Bool = false) {
        self.photos = photos
        self.hasMore = hasMore
    }
}

extension ListDamagedPhotosResponse {
    public static let layout = MessageLayout(rollcall__v1__list_damaged_photos_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListDamagedPhotosResponse.self)
        self.photos = try source.messages(c.pointee.photos, c.pointee.n_photos)
        self.hasMore = c.pointee.has_more != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListDamagedPhotosResponse.self)
        (c.pointee.n_photos, c.pointee.photos) = target.list(self.photos) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["photos": photos, "hasMore": hasMore]
    }
}

/// A photo whose file is damaged or missing.
public struct DamagedPhoto: Message {
    /// SHA-256 of the photo, 64 lower-case hexadecimal digits.
    public var photoID: String
    /// When that was found, in milliseconds since 1970-01-01 UTC.
    public var foundAtMs: Int64
    /// Users who have the photo, in the order of their ids: the first 20. None for one that only a
    /// report keeps.
    public var userIDs: [String]
    /// How many users have it.
    public var profileCount: UInt32

    public init(
        photoID: String = "",
        foundAtMs: Int64 = 0,
        userIDs: [String] = [],
        profileCount: UInt32 = 0
    ) {
        self.photoID = photoID
        self.foundAtMs = foundAtMs
        self.userIDs = userIDs
        self.profileCount = profileCount
    }
}

extension DamagedPhoto {
    public static let layout = MessageLayout(rollcall__v1__damaged_photo__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DamagedPhoto.self)
        self.photoID = try source.string(c.pointee.photo_id, "photo_id")
        self.foundAtMs = c.pointee.found_at_ms
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.profileCount = c.pointee.profile_count
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DamagedPhoto.self)
        c.pointee.photo_id = target.string(self.photoID)
        c.pointee.found_at_ms = self.foundAtMs
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        c.pointee.profile_count = self.profileCount
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "photoID": photoID,
            "foundAtMs": foundAtMs,
            "userIDs": userIDs,
            "profileCount": profileCount,
        ]
    }
}
