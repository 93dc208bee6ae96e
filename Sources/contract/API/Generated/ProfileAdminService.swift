// swift-format-ignore-file
// Generated from rollcall/v1/profile_admin.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What administrators do with display names and profiles. Administrators are accounts with that
/// role, and the operator: a process of root or of the service's own user that comes through the
/// unix socket without a token.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no administrator), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED. An RPC with a page token can fail with INVALID_ARGUMENT
/// (PAGE_TOKEN_INVALID): see "Lists" in PROTOCOL.md.
public protocol ProfileAdminService: Sendable {
    /// Reserves a word: it cannot be chosen as a display name any more, nor can a name that looks
    /// like it, such as `b0.ss` for `boss`. Users who have or hold such a name keep it. A change
    /// that is under way at that moment may still succeed. Reserving a word twice is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY)
    /// when 10,000 words differ from the built-in ones.
    func reserveWord(
        _ request: ReserveWordRequest,
        context: CallContext
    ) async throws -> ReserveWordResponse

    /// Releases a word that was reserved or is built in. A word that is not reserved is no error.
    ///
    /// Errors: as ReserveWord.
    func releaseWord(
        _ request: ReleaseWordRequest,
        context: CallContext
    ) async throws -> ReleaseWordResponse

    /// Lists the reserved words, in pages. A built-in word is listed even after its release.
    func listReservedWords(
        _ request: ListReservedWordsRequest,
        context: CallContext
    ) async throws -> ListReservedWordsResponse

    /// Gives a user a display name, which replaces the present one, if any. The name may be
    /// reserved, or given up in the last 30 days. The old name is in quarantine for 30 days, also
    /// for the user. The user may later choose another name as usual. Giving a user the present
    /// name is no error: the former reason stays.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name, or for the reason
    /// (FIELD_MISSING, FIELD_MALFORMED); ALREADY_EXISTS (DISPLAY_NAME_TAKEN) when another user has
    /// or holds the name, or a name that looks like it; NOT_FOUND (PROFILE_NOT_FOUND).
    func setDisplayName(
        _ request: SetDisplayNameRequest,
        context: CallContext
    ) async throws -> SetDisplayNameResponse

    /// Takes a user's display name away. The name is in quarantine for 30 days, also for the user.
    /// ReserveWord keeps it from everyone for good. The user has no name until UpdateProfile sets
    /// another. A user without a name is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    func removeDisplayName(
        _ request: RemoveDisplayNameRequest,
        context: CallContext
    ) async throws -> RemoveDisplayNameResponse

    /// Lists the present and the former owners of a display name, the newest first, in pages. Names
    /// that look like it have their own histories.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name.
    func getNameHistory(
        _ request: GetNameHistoryRequest,
        context: CallContext
    ) async throws -> GetNameHistoryResponse

    /// Lists the reported profiles that were not decided yet, in pages, the first reported first.
    /// Reports of the same profile by several users count as one report while the profile does not
    /// change.
    func listReports(
        _ request: ListReportsRequest,
        context: CallContext
    ) async throws -> ListReportsResponse

    /// Returns what was reported, as it was then: first the profile with the users' notes, then the
    /// bytes of the photo, if there was one.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND);
    /// DATA_LOSS (PHOTO_DAMAGED).
    func getReport(
        _ request: GetReportRequest,
        responses: ResponseWriter<GetReportResponse>,
        context: CallContext
    ) async throws

    /// Decides a report: dismisses it, or takes down what breaks the deployment's rules. A field
    /// that its owner has changed since the report stays. The stored copy of the profile is
    /// deleted. The owner is told by mail what was taken down, as by TakeDown.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND).
    func decideReport(
        _ request: DecideReportRequest,
        context: CallContext
    ) async throws -> DecideReportResponse

    /// Takes down fields of a user's profile, without a report. Open reports stay open. A user
    /// without these fields is no error. The user is told by mail what was taken down and why, if
    /// the account's address is verified. The mail is sent as soon as Auth has read
    /// ProfilePeerService.ListTakeDownNotices.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    func takeDown(_ request: TakeDownRequest, context: CallContext) async throws -> TakeDownResponse

    /// Lists the photos whose upload is refused, ordered by id, in pages. A photo is known by the
    /// digest of its bytes, without metadata. Another file with the same picture is another photo.
    /// A user who already had the same photo keeps it.
    func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest,
        context: CallContext
    ) async throws -> ListRefusedPhotosResponse

    /// Accepts a refused photo again.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PHOTO_NOT_REFUSED).
    func allowPhoto(
        _ request: AllowPhotoRequest,
        context: CallContext
    ) async throws -> AllowPhotoResponse

    /// Reads the files of all photos and their sizes, compares their hashes, and compares the files
    /// with the photos of profiles and reports. Sends each fault, and after each of 256 parts how
    /// far it is. A stream without the last part is incomplete: continue with its last
    /// `checked_parts`. What is uploaded or removed meanwhile is no fault. A check with `mend` ends
    /// with its caller's access token; the operator's goes on.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED); FAILED_PRECONDITION when `mend` without
    /// `accept_loss` would remove very much; UNAVAILABLE when the store of the photos does not
    /// answer.
    func checkPhotos(
        _ request: CheckPhotosRequest,
        responses: ResponseWriter<CheckPhotosResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `ProfileAdminService`.
public enum ProfileAdminServiceMethods {
    public static let reserveWord =
        Method<ReserveWordRequest, ReserveWordResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ReserveWord",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 8192,
            isRepeatable: true
        )

    public static let releaseWord =
        Method<ReleaseWordRequest, ReleaseWordResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ReleaseWord",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 8192,
            isRepeatable: true
        )

    public static let listReservedWords =
        Method<ListReservedWordsRequest, ListReservedWordsResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListReservedWords",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let setDisplayName =
        Method<SetDisplayNameRequest, SetDisplayNameResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "SetDisplayName",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 16384
        )

    public static let removeDisplayName =
        Method<RemoveDisplayNameRequest, RemoveDisplayNameResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "RemoveDisplayName",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 16384
        )

    public static let getNameHistory =
        Method<GetNameHistoryRequest, GetNameHistoryResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "GetNameHistory",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let listReports =
        Method<ListReportsRequest, ListReportsResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListReports",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let getReport =
        Method<GetReportRequest, GetReportResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "GetReport",
            kind: .serverStreaming,
            access: .admin,
            priority: .bulk,
            isRepeatable: true
        )

    public static let decideReport =
        Method<DecideReportRequest, DecideReportResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "DecideReport",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 8192
        )

    public static let takeDown =
        Method<TakeDownRequest, TakeDownResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "TakeDown",
            kind: .unary,
            access: .admin,
            maximumRequestSize: 8192
        )

    public static let listRefusedPhotos =
        Method<ListRefusedPhotosRequest, ListRefusedPhotosResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListRefusedPhotos",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let allowPhoto =
        Method<AllowPhotoRequest, AllowPhotoResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "AllowPhoto",
            kind: .unary,
            access: .admin
        )

    public static let checkPhotos =
        Method<CheckPhotosRequest, CheckPhotosResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "CheckPhotos",
            kind: .serverStreaming,
            access: .admin,
            priority: .bulk
        )
}

extension Router {
    /// Serves the RPCs of `ProfileAdminService`.
    public mutating func add(_ service: some ProfileAdminService) {
        unary(ProfileAdminServiceMethods.reserveWord) {
            try await service.reserveWord($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.releaseWord) {
            try await service.releaseWord($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.listReservedWords) {
            try await service.listReservedWords($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.setDisplayName) {
            try await service.setDisplayName($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.removeDisplayName) {
            try await service.removeDisplayName($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.getNameHistory) {
            try await service.getNameHistory($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.listReports) {
            try await service.listReports($0, context: $1)
        }
        serverStreaming(ProfileAdminServiceMethods.getReport) {
            try await service.getReport($0, responses: $1, context: $2)
        }
        unary(ProfileAdminServiceMethods.decideReport) {
            try await service.decideReport($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.takeDown) {
            try await service.takeDown($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.listRefusedPhotos) {
            try await service.listRefusedPhotos($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.allowPhoto) {
            try await service.allowPhoto($0, context: $1)
        }
        serverStreaming(ProfileAdminServiceMethods.checkPhotos) {
            try await service.checkPhotos($0, responses: $1, context: $2)
        }
    }
}

/// Calls `ProfileAdminService`.
public struct ProfileAdminServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Reserves a word: it cannot be chosen as a display name any more, nor can a name that looks
    /// like it, such as `b0.ss` for `boss`. Users who have or hold such a name keep it. A change
    /// that is under way at that moment may still succeed. Reserving a word twice is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY)
    /// when 10,000 words differ from the built-in ones.
    public func reserveWord(
        _ request: ReserveWordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReserveWordResponse {
        try await client.unary(ProfileAdminServiceMethods.reserveWord, request, options)
    }

    /// Releases a word that was reserved or is built in. A word that is not reserved is no error.
    ///
    /// Errors: as ReserveWord.
    public func releaseWord(
        _ request: ReleaseWordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReleaseWordResponse {
        try await client.unary(ProfileAdminServiceMethods.releaseWord, request, options)
    }

    /// Lists the reserved words, in pages. A built-in word is listed even after its release.
    public func listReservedWords(
        _ request: ListReservedWordsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListReservedWordsResponse {
        try await client.unary(ProfileAdminServiceMethods.listReservedWords, request, options)
    }

    /// Gives a user a display name, which replaces the present one, if any. The name may be
    /// reserved, or given up in the last 30 days. The old name is in quarantine for 30 days, also
    /// for the user. The user may later choose another name as usual. Giving a user the present
    /// name is no error: the former reason stays.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name, or for the reason
    /// (FIELD_MISSING, FIELD_MALFORMED); ALREADY_EXISTS (DISPLAY_NAME_TAKEN) when another user has
    /// or holds the name, or a name that looks like it; NOT_FOUND (PROFILE_NOT_FOUND).
    public func setDisplayName(
        _ request: SetDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetDisplayNameResponse {
        try await client.unary(ProfileAdminServiceMethods.setDisplayName, request, options)
    }

    /// Takes a user's display name away. The name is in quarantine for 30 days, also for the user.
    /// ReserveWord keeps it from everyone for good. The user has no name until UpdateProfile sets
    /// another. A user without a name is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    public func removeDisplayName(
        _ request: RemoveDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveDisplayNameResponse {
        try await client.unary(ProfileAdminServiceMethods.removeDisplayName, request, options)
    }

    /// Lists the present and the former owners of a display name, the newest first, in pages. Names
    /// that look like it have their own histories.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name.
    public func getNameHistory(
        _ request: GetNameHistoryRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetNameHistoryResponse {
        try await client.unary(ProfileAdminServiceMethods.getNameHistory, request, options)
    }

    /// Lists the reported profiles that were not decided yet, in pages, the first reported first.
    /// Reports of the same profile by several users count as one report while the profile does not
    /// change.
    public func listReports(
        _ request: ListReportsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListReportsResponse {
        try await client.unary(ProfileAdminServiceMethods.listReports, request, options)
    }

    /// Returns what was reported, as it was then: first the profile with the users' notes, then the
    /// bytes of the photo, if there was one.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND);
    /// DATA_LOSS (PHOTO_DAMAGED).
    public func getReport(
        _ request: GetReportRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<GetReportResponse> {
        try await client.serverStreaming(ProfileAdminServiceMethods.getReport, request, options)
    }

    /// Decides a report: dismisses it, or takes down what breaks the deployment's rules. A field
    /// that its owner has changed since the report stays. The stored copy of the profile is
    /// deleted. The owner is told by mail what was taken down, as by TakeDown.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND).
    public func decideReport(
        _ request: DecideReportRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DecideReportResponse {
        try await client.unary(ProfileAdminServiceMethods.decideReport, request, options)
    }

    /// Takes down fields of a user's profile, without a report. Open reports stay open. A user
    /// without these fields is no error. The user is told by mail what was taken down and why, if
    /// the account's address is verified. The mail is sent as soon as Auth has read
    /// ProfilePeerService.ListTakeDownNotices.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    public func takeDown(
        _ request: TakeDownRequest,
        options: CallOptions = CallOptions()
    ) async throws -> TakeDownResponse {
        try await client.unary(ProfileAdminServiceMethods.takeDown, request, options)
    }

    /// Lists the photos whose upload is refused, ordered by id, in pages. A photo is known by the
    /// digest of its bytes, without metadata. Another file with the same picture is another photo.
    /// A user who already had the same photo keeps it.
    public func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListRefusedPhotosResponse {
        try await client.unary(ProfileAdminServiceMethods.listRefusedPhotos, request, options)
    }

    /// Accepts a refused photo again.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PHOTO_NOT_REFUSED).
    public func allowPhoto(
        _ request: AllowPhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> AllowPhotoResponse {
        try await client.unary(ProfileAdminServiceMethods.allowPhoto, request, options)
    }

    /// Reads the files of all photos and their sizes, compares their hashes, and compares the files
    /// with the photos of profiles and reports. Sends each fault, and after each of 256 parts how
    /// far it is. A stream without the last part is incomplete: continue with its last
    /// `checked_parts`. What is uploaded or removed meanwhile is no fault. A check with `mend` ends
    /// with its caller's access token; the operator's goes on.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED); FAILED_PRECONDITION when `mend` without
    /// `accept_loss` would remove very much; UNAVAILABLE when the store of the photos does not
    /// answer.
    public func checkPhotos(
        _ request: CheckPhotosRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<CheckPhotosResponse> {
        try await client.serverStreaming(ProfileAdminServiceMethods.checkPhotos, request, options)
    }
}
