// swift-format-ignore-file
// Generated from rollcall/v1/profile_admin.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What administrators do with display names and profiles: those whose account has the role, and
/// the operator, who is a process of root or of the service's own user that comes through its unix
/// socket without a token.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no administrator), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol ProfileAdminService: Sendable {
    /// Reserves a word: nobody gets it as a display name any more, nor a name that looks like it,
    /// such as `b0.ss` for `boss`. Who has or holds such a name keeps it; a change that is under
    /// way at that moment may still go through. It is no error to reserve a word twice.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY)
    /// when 10,000 words differ from those that Rollcall comes with.
    func reserveWord(
        _ request: ReserveWordRequest,
        context: CallContext
    ) async throws -> ReserveWordResponse

    /// Releases a word that was reserved, or that Rollcall comes with. It is no error to release a
    /// word that is not reserved.
    ///
    /// Errors: as ReserveWord.
    func releaseWord(
        _ request: ReleaseWordRequest,
        context: CallContext
    ) async throws -> ReleaseWordResponse

    /// The reserved words, by pages. A word that Rollcall comes with is listed also after its
    /// release.
    func listReservedWords(
        _ request: ListReservedWordsRequest,
        context: CallContext
    ) async throws -> ListReservedWordsResponse

    /// Gives a user a display name, in place of the one that the user has, if any. The name may be
    /// reserved, and it may be one that was given up in the last 30 days. Nobody gets the old one
    /// for 30 days, the user neither. The user may choose another like any other user. It is no
    /// error to give a user the name that the user has: then the reason of before stays.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name, or for the reason
    /// (FIELD_MISSING, FIELD_MALFORMED); ALREADY_EXISTS (DISPLAY_NAME_TAKEN) when another user has
    /// or holds the name, or one that looks like it; NOT_FOUND (PROFILE_NOT_FOUND).
    func setDisplayName(
        _ request: SetDisplayNameRequest,
        context: CallContext
    ) async throws -> SetDisplayNameResponse

    /// Takes a user's display name away. Nobody gets it for 30 days, the user neither; ReserveWord
    /// keeps it from everyone for good. The user has no name until UpdateProfile claims another. It
    /// is no error if the user has none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    func removeDisplayName(
        _ request: RemoveDisplayNameRequest,
        context: CallContext
    ) async throws -> RemoveDisplayNameResponse

    /// Who has a display name and who had it before, by pages, the last one first. Names that look
    /// like it have histories of their own.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name.
    func getNameHistory(
        _ request: GetNameHistoryRequest,
        context: CallContext
    ) async throws -> GetNameHistoryResponse

    /// The profiles that users have reported and nobody has decided, by pages, the one that was
    /// reported first before the others. Several users who report the same profile while it does
    /// not change make one report.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func listReports(
        _ request: ListReportsRequest,
        context: CallContext
    ) async throws -> ListReportsResponse

    /// What was reported, as it was then: first the profile with what users have written, then the
    /// bytes of the photo, if there was one.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND);
    /// DATA_LOSS (PHOTO_DAMAGED).
    func getReport(
        _ request: GetReportRequest,
        responses: ResponseWriter<GetReportResponse>,
        context: CallContext
    ) async throws

    /// Decides a report: dismisses it, or takes away what breaks the deployment's rules. A field
    /// that its owner has changed since the report stays. What was kept of the profile is
    /// forgotten. The owner is told by mail what was taken away, as by TakeDown.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND).
    func decideReport(
        _ request: DecideReportRequest,
        context: CallContext
    ) async throws -> DecideReportResponse

    /// Takes away fields of a user's profile, without a report. Open reports stay open. It is no
    /// error if the user has none of the fields. The user is told by mail what was taken away and
    /// why, as soon as Auth has read ProfileService.ListTakeDownNotices, if the address of the
    /// account is proved.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    func takeDown(_ request: TakeDownRequest, context: CallContext) async throws -> TakeDownResponse

    /// The photos that are refused when somebody uploads them, in the order of their ids, by pages.
    /// A photo is known by the digest of its bytes, without their metadata: another file with the
    /// same picture, saved anew, is another photo. A user who had the same photo already keeps it.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest,
        context: CallContext
    ) async throws -> ListRefusedPhotosResponse

    /// Accepts a photo again that was refused.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PHOTO_NOT_REFUSED).
    func allowPhoto(
        _ request: AllowPhotoRequest,
        context: CallContext
    ) async throws -> AllowPhotoResponse

    /// How the search for damaged photos stands, in which Profile reads the files of all photos and
    /// their sizes through, one after the other in the order of their ids, and compares their
    /// hashes.
    func getPhotoScrub(
        _ request: GetPhotoScrubRequest,
        context: CallContext
    ) async throws -> GetPhotoScrubResponse

    /// Lets a pass of that search begin now, or one that was stopped go on, and looks at once for
    /// files of damaged photos that were put back. It is no error while a pass is under way.
    ///
    /// Errors: FAILED_PRECONDITION (SCRUB_IS_OFF) where the search is off by configuration.
    func startPhotoScrub(
        _ request: StartPhotoScrubRequest,
        context: CallContext
    ) async throws -> StartPhotoScrubResponse

    /// The photos whose files are damaged or missing, in the order of their ids, by pages. Nobody
    /// sees such a photo, until somebody uploads it again or the file is put back.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func listDamagedPhotos(
        _ request: ListDamagedPhotosRequest,
        context: CallContext
    ) async throws -> ListDamagedPhotosResponse
}

/// The RPCs of `ProfileAdminService`.
public enum ProfileAdminServiceMethods {
    public static let reserveWord =
        Method<ReserveWordRequest, ReserveWordResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ReserveWord",
            kind: .unary,
            access: .admin
        )

    public static let releaseWord =
        Method<ReleaseWordRequest, ReleaseWordResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ReleaseWord",
            kind: .unary,
            access: .admin
        )

    public static let listReservedWords =
        Method<ListReservedWordsRequest, ListReservedWordsResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListReservedWords",
            kind: .unary,
            access: .admin
        )

    public static let setDisplayName =
        Method<SetDisplayNameRequest, SetDisplayNameResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "SetDisplayName",
            kind: .unary,
            access: .admin
        )

    public static let removeDisplayName =
        Method<RemoveDisplayNameRequest, RemoveDisplayNameResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "RemoveDisplayName",
            kind: .unary,
            access: .admin
        )

    public static let getNameHistory =
        Method<GetNameHistoryRequest, GetNameHistoryResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "GetNameHistory",
            kind: .unary,
            access: .admin
        )

    public static let listReports =
        Method<ListReportsRequest, ListReportsResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListReports",
            kind: .unary,
            access: .admin
        )

    public static let getReport =
        Method<GetReportRequest, GetReportResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "GetReport",
            kind: .serverStreaming,
            access: .admin,
            priority: .bulk
        )

    public static let decideReport =
        Method<DecideReportRequest, DecideReportResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "DecideReport",
            kind: .unary,
            access: .admin
        )

    public static let takeDown =
        Method<TakeDownRequest, TakeDownResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "TakeDown",
            kind: .unary,
            access: .admin
        )

    public static let listRefusedPhotos =
        Method<ListRefusedPhotosRequest, ListRefusedPhotosResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListRefusedPhotos",
            kind: .unary,
            access: .admin
        )

    public static let allowPhoto =
        Method<AllowPhotoRequest, AllowPhotoResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "AllowPhoto",
            kind: .unary,
            access: .admin
        )

    public static let getPhotoScrub =
        Method<GetPhotoScrubRequest, GetPhotoScrubResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "GetPhotoScrub",
            kind: .unary,
            access: .admin
        )

    public static let startPhotoScrub =
        Method<StartPhotoScrubRequest, StartPhotoScrubResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "StartPhotoScrub",
            kind: .unary,
            access: .admin
        )

    public static let listDamagedPhotos =
        Method<ListDamagedPhotosRequest, ListDamagedPhotosResponse>(
            service: "rollcall.v1.ProfileAdminService",
            name: "ListDamagedPhotos",
            kind: .unary,
            access: .admin
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
        unary(ProfileAdminServiceMethods.getPhotoScrub) {
            try await service.getPhotoScrub($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.startPhotoScrub) {
            try await service.startPhotoScrub($0, context: $1)
        }
        unary(ProfileAdminServiceMethods.listDamagedPhotos) {
            try await service.listDamagedPhotos($0, context: $1)
        }
    }
}

/// Calls `ProfileAdminService`.
public struct ProfileAdminServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Reserves a word: nobody gets it as a display name any more, nor a name that looks like it,
    /// such as `b0.ss` for `boss`. Who has or holds such a name keeps it; a change that is under
    /// way at that moment may still go through. It is no error to reserve a word twice.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY)
    /// when 10,000 words differ from those that Rollcall comes with.
    public func reserveWord(
        _ request: ReserveWordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReserveWordResponse {
        try await client.unary(ProfileAdminServiceMethods.reserveWord, request, options)
    }

    /// Releases a word that was reserved, or that Rollcall comes with. It is no error to release a
    /// word that is not reserved.
    ///
    /// Errors: as ReserveWord.
    public func releaseWord(
        _ request: ReleaseWordRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReleaseWordResponse {
        try await client.unary(ProfileAdminServiceMethods.releaseWord, request, options)
    }

    /// The reserved words, by pages. A word that Rollcall comes with is listed also after its
    /// release.
    public func listReservedWords(
        _ request: ListReservedWordsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListReservedWordsResponse {
        try await client.unary(ProfileAdminServiceMethods.listReservedWords, request, options)
    }

    /// Gives a user a display name, in place of the one that the user has, if any. The name may be
    /// reserved, and it may be one that was given up in the last 30 days. Nobody gets the old one
    /// for 30 days, the user neither. The user may choose another like any other user. It is no
    /// error to give a user the name that the user has: then the reason of before stays.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name, or for the reason
    /// (FIELD_MISSING, FIELD_MALFORMED); ALREADY_EXISTS (DISPLAY_NAME_TAKEN) when another user has
    /// or holds the name, or one that looks like it; NOT_FOUND (PROFILE_NOT_FOUND).
    public func setDisplayName(
        _ request: SetDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetDisplayNameResponse {
        try await client.unary(ProfileAdminServiceMethods.setDisplayName, request, options)
    }

    /// Takes a user's display name away. Nobody gets it for 30 days, the user neither; ReserveWord
    /// keeps it from everyone for good. The user has no name until UpdateProfile claims another. It
    /// is no error if the user has none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    public func removeDisplayName(
        _ request: RemoveDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveDisplayNameResponse {
        try await client.unary(ProfileAdminServiceMethods.removeDisplayName, request, options)
    }

    /// Who has a display name and who had it before, by pages, the last one first. Names that look
    /// like it have histories of their own.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule of the name.
    public func getNameHistory(
        _ request: GetNameHistoryRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetNameHistoryResponse {
        try await client.unary(ProfileAdminServiceMethods.getNameHistory, request, options)
    }

    /// The profiles that users have reported and nobody has decided, by pages, the one that was
    /// reported first before the others. Several users who report the same profile while it does
    /// not change make one report.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func listReports(
        _ request: ListReportsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListReportsResponse {
        try await client.unary(ProfileAdminServiceMethods.listReports, request, options)
    }

    /// What was reported, as it was then: first the profile with what users have written, then the
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

    /// Decides a report: dismisses it, or takes away what breaks the deployment's rules. A field
    /// that its owner has changed since the report stays. What was kept of the profile is
    /// forgotten. The owner is told by mail what was taken away, as by TakeDown.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (REPORT_NOT_FOUND).
    public func decideReport(
        _ request: DecideReportRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DecideReportResponse {
        try await client.unary(ProfileAdminServiceMethods.decideReport, request, options)
    }

    /// Takes away fields of a user's profile, without a report. Open reports stay open. It is no
    /// error if the user has none of the fields. The user is told by mail what was taken away and
    /// why, as soon as Auth has read ProfileService.ListTakeDownNotices, if the address of the
    /// account is proved.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PROFILE_NOT_FOUND).
    public func takeDown(
        _ request: TakeDownRequest,
        options: CallOptions = CallOptions()
    ) async throws -> TakeDownResponse {
        try await client.unary(ProfileAdminServiceMethods.takeDown, request, options)
    }

    /// The photos that are refused when somebody uploads them, in the order of their ids, by pages.
    /// A photo is known by the digest of its bytes, without their metadata: another file with the
    /// same picture, saved anew, is another photo. A user who had the same photo already keeps it.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func listRefusedPhotos(
        _ request: ListRefusedPhotosRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListRefusedPhotosResponse {
        try await client.unary(ProfileAdminServiceMethods.listRefusedPhotos, request, options)
    }

    /// Accepts a photo again that was refused.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); NOT_FOUND (PHOTO_NOT_REFUSED).
    public func allowPhoto(
        _ request: AllowPhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> AllowPhotoResponse {
        try await client.unary(ProfileAdminServiceMethods.allowPhoto, request, options)
    }

    /// How the search for damaged photos stands, in which Profile reads the files of all photos and
    /// their sizes through, one after the other in the order of their ids, and compares their
    /// hashes.
    public func getPhotoScrub(
        _ request: GetPhotoScrubRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPhotoScrubResponse {
        try await client.unary(ProfileAdminServiceMethods.getPhotoScrub, request, options)
    }

    /// Lets a pass of that search begin now, or one that was stopped go on, and looks at once for
    /// files of damaged photos that were put back. It is no error while a pass is under way.
    ///
    /// Errors: FAILED_PRECONDITION (SCRUB_IS_OFF) where the search is off by configuration.
    public func startPhotoScrub(
        _ request: StartPhotoScrubRequest,
        options: CallOptions = CallOptions()
    ) async throws -> StartPhotoScrubResponse {
        try await client.unary(ProfileAdminServiceMethods.startPhotoScrub, request, options)
    }

    /// The photos whose files are damaged or missing, in the order of their ids, by pages. Nobody
    /// sees such a photo, until somebody uploads it again or the file is put back.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func listDamagedPhotos(
        _ request: ListDamagedPhotosRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListDamagedPhotosResponse {
        try await client.unary(ProfileAdminServiceMethods.listDamagedPhotos, request, options)
    }
}
