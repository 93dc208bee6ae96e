// swift-format-ignore-file
// Generated from rollcall/v1/profile.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// How others see a user: display names, photos and profile texts; and which users have blocked
/// which.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required or shown; or SESSION_ENDED, when the caller's session has ended), PERMISSION_DENIED
/// (NOT_ALLOWED: the RPC is for callers of another kind), RESOURCE_EXHAUSTED (NO_SPACE; beyond the
/// RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, also when the
/// service or the caller has too many photos under way) and DEADLINE_EXCEEDED. An RPC whose request
/// names a user can fail with INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED) for an id that is
/// not a UUIDv7. An RPC with a page token can fail with INVALID_ARGUMENT (PAGE_TOKEN_INVALID): see
/// "Lists" in PROTOCOL.md.
public protocol ProfileService: Sendable {
    /// Checks whether the caller could have a display name now: it keeps the rules, and is free.
    /// The answer reserves nothing; only a hold or a sign-up does. A signed-in user can have their
    /// own name, in any case of its letters. They can also have a name that they gave up in the
    /// last 30 days, unless it was reserved since. No other user can have those names.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many calls
    /// from an address.
    func checkDisplayName(
        _ request: CheckDisplayNameRequest,
        context: CallContext
    ) async throws -> CheckDisplayNameResponse

    /// Returns one profile, by user id or by display name. A user without a display name is found
    /// by id alone. A signed-in user sees all fields except those that are set to ONLY_ME. All
    /// other callers, including services, see the id, the name and the fields that are set to
    /// EVERYONE. A hidden field looks like an empty one. When one of two users has blocked the
    /// other, neither finds the other.
    ///
    /// A display name that is only held has no profile yet for others. The holder's own access
    /// token proves that the account exists: it makes the name the holder's own, here and in
    /// UpdateProfile, UploadPhoto and DownloadPhoto. So a user who has just signed up finds their
    /// profile, even if Auth could not reach Profile since.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without either; FIELD_MALFORMED); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many calls from an address without a session.
    func getProfile(
        _ request: GetProfileRequest,
        context: CallContext
    ) async throws -> GetProfileResponse

    /// Returns up to 1,000 profiles, by ids and display names mixed, as GetProfile shows them.
    /// Users who do not exist are left out. The answer has less than 4 MiB. Users who did not fit
    /// are in `left`: ask for them again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY for more than 1,000 users; FIELD_MISSING,
    /// FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who calls too often.
    func batchGetProfiles(
        _ request: BatchGetProfilesRequest,
        context: CallContext
    ) async throws -> BatchGetProfilesResponse

    /// Lists the users whose display name begins with some characters, ordered by name, in pages:
    /// the first 100 of them. Users who have chosen not to be found are left out. So are users who
    /// have blocked the caller, or whom the caller has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for less than 3 characters, or characters that
    /// display names cannot have; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for
    /// a user who searches too often.
    func searchProfiles(
        _ request: SearchProfilesRequest,
        context: CallContext
    ) async throws -> SearchProfilesResponse

    /// Changes the fields of the caller's profile that `update_mask` names, all or none. A user who
    /// has signed up without a display name chooses the first one by this call.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS
    /// (DISPLAY_NAME_TAKEN); ABORTED (REVISION_MISMATCH, with `current_revision`) when the profile
    /// was changed since that revision was read; RESOURCE_EXHAUSTED (RENAMED_TOO_OFTEN, with
    /// `retry_after_ms`) for a user who has given up 8 names in 30 days, or has changed the name 64
    /// times; NOT_FOUND (PROFILE_NOT_FOUND).
    func updateProfile(
        _ request: UpdateProfileRequest,
        context: CallContext
    ) async throws -> UpdateProfileResponse

    /// Replaces the caller's photo with a JPEG of at most 5 MiB and 2,048 pixels a side; the
    /// configuration may set other limits. The first message declares the size and the hash of the
    /// whole photo. An upload is refused while it streams, as soon as it breaks a limit: the call
    /// then ends before the caller has sent everything. EXIF, GPS, XMP and comments are removed
    /// before anything is stored. The answer means that the photo is on disk. Nothing is stored if
    /// the call or the session ends, or the access token expires, before the last byte arrives. An
    /// upload may take five minutes.
    ///
    /// Errors: INVALID_ARGUMENT (PHOTO_NOT_JPEG, PHOTO_DIMENSIONS_TOO_LARGE, PHOTO_UNSUPPORTED;
    /// FIELD_MISSING for a first message without a declaration; FIELD_MALFORMED for a chunk of more
    /// than 256 KiB, a declaration that is impossible, or a second one); FAILED_PRECONDITION
    /// (PHOTO_REFUSED); DATA_LOSS (PHOTO_NOT_AS_DECLARED): send it again; RESOURCE_EXHAUSTED
    /// (PHOTO_TOO_LARGE, NO_SPACE; TOO_MANY_ATTEMPTS, with `retry_after_ms`, for a user who begins
    /// more than 60 uploads in an hour, not counting those that were refused with OVERLOADED);
    /// NOT_FOUND (PROFILE_NOT_FOUND).
    func uploadPhoto(
        _ requests: RequestStream<UploadPhotoRequest>,
        context: CallContext
    ) async throws -> UploadPhotoResponse

    /// As UploadPhoto, with the same errors and in the same limits. While the upload streams,
    /// Profile reports how many bytes it has received. The last message has the photo.
    func uploadPhotoWithProgress(
        _ requests: RequestStream<UploadPhotoRequest>,
        responses: ResponseWriter<UploadPhotoProgress>,
        context: CallContext
    ) async throws

    /// Returns a user's photo, or a square of it: first its description, then its bytes, or the
    /// requested range. Squares are made after the upload, or on demand.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for another size; OUT_OF_RANGE (FIELD_MALFORMED)
    /// for an offset after the last byte; NOT_FOUND (PROFILE_NOT_FOUND, PHOTO_NOT_FOUND, also for a
    /// square of a photo that cannot be decoded, and where the service makes none); DATA_LOSS
    /// (PHOTO_DAMAGED).
    func downloadPhoto(
        _ request: DownloadPhotoRequest,
        responses: ResponseWriter<DownloadPhotoResponse>,
        context: CallContext
    ) async throws

    /// Blocks a user: neither of the two finds the other's profile or photo any more. Blocking a
    /// user twice is no error. The other user is not told. By id any user can be blocked, even one
    /// who does not exist or has blocked the caller. By display name, only users whom the caller
    /// finds can be blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY for a user who has blocked
    /// 10,000; TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    func blockUser(
        _ request: BlockUserRequest,
        context: CallContext
    ) async throws -> BlockUserResponse

    /// Removes a block of the caller's. A user who is not blocked is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    func unblockUser(
        _ request: UnblockUserRequest,
        context: CallContext
    ) async throws -> UnblockUserResponse

    /// Lists the users whom the caller has blocked, ordered by id, in pages.
    func listBlockedUsers(
        _ request: ListBlockedUsersRequest,
        context: CallContext
    ) async throws -> ListBlockedUsersResponse

    /// Reports a user's profile to the administrators. They see what the caller sees of it now,
    /// even if it changes later, for at most 90 days. When reports keep too many former photos, the
    /// largest are dropped. The user is not told of the report, nor who sent it. By id any user can
    /// be reported, even one who does not exist, or who has blocked the caller or was blocked by
    /// the caller: the answer is the same. By display name, users can be reported whom the caller
    /// finds or has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (REPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for a caller who has reported the same user in the last 24 hours, or 20
    /// users.
    func reportProfile(
        _ request: ReportProfileRequest,
        context: CallContext
    ) async throws -> ReportProfileResponse

    /// Removes the caller's photo. A profile without a photo is no error.
    func deletePhoto(
        _ request: DeletePhotoRequest,
        context: CallContext
    ) async throws -> DeletePhotoResponse

    /// Follows up to 1,000 users, so that a list shows a new photo or name at once. The stream
    /// begins with all users, or with those that have changed since a cursor. Then it sends each
    /// change as it is made. Users are shown as BatchGetProfiles shows them to the caller, with the
    /// same `fields`. A message is sent only when what the caller sees of a user has changed, which
    /// includes `updated_at_ms`. A block between the caller and a user takes effect on the open
    /// stream.
    ///
    /// Changes that do not fit into one message come in several. Only the last one has `is_current`
    /// and a cursor: apply them together, or not at all if the stream breaks before it. While
    /// nothing changes, a message without users and cursor comes every two seconds. A caller that
    /// receives nothing for six seconds knows that the stream is lost. When the service is about to
    /// stop, or a user is hidden while an update with texts is sent, the stream ends with
    /// UNAVAILABLE: call again with the last cursor, at any instance. When the caller's token
    /// expires or the session ends, it ends with UNAUTHENTICATED: call again with another token.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without users, FIELD_MALFORMED, TOO_MANY for more
    /// than 1,000); UNAVAILABLE (OVERLOADED) when the caller has 8 of these streams open, or all
    /// callers together have too many; RESOURCE_EXHAUSTED (TOO_MANY) for more than 4,000 users in
    /// all streams of the caller, or 40,000 in those from one address; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user who opens more than 60 in a minute.
    func watchProfiles(
        _ request: WatchProfilesRequest,
        responses: ResponseWriter<WatchProfilesResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `ProfileService`.
public enum ProfileServiceMethods {
    public static let checkDisplayName =
        Method<CheckDisplayNameRequest, CheckDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "CheckDisplayName",
            kind: .unary,
            access: .anyoneOrUser,
            limit: CallLimit("name-check.address", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let getProfile =
        Method<GetProfileRequest, GetProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "GetProfile",
            kind: .unary,
            access: .anyoneOrUser,
            limit: CallLimit("profile-read.address", RateLimit(120, per: .seconds(60), burst: 120), isForStrangersOnly: true),
            isRepeatable: true
        )

    public static let batchGetProfiles =
        Method<BatchGetProfilesRequest, BatchGetProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "BatchGetProfiles",
            kind: .unary,
            access: .user,
            limit: CallLimit("profile-batch.account", RateLimit(120, per: .seconds(60), burst: 120)),
            maximumRequestSize: 49152,
            isRepeatable: true
        )

    public static let searchProfiles =
        Method<SearchProfilesRequest, SearchProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "SearchProfiles",
            kind: .unary,
            access: .user,
            limit: CallLimit("search.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let updateProfile =
        Method<UpdateProfileRequest, UpdateProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UpdateProfile",
            kind: .unary,
            access: .owner,
            limit: CallLimit("profile-update.account", RateLimit(60, per: .seconds(60), burst: 60)),
            maximumRequestSize: 32768
        )

    public static let uploadPhoto =
        Method<UploadPhotoRequest, UploadPhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UploadPhoto",
            kind: .clientStreaming,
            access: .owner,
            limit: CallLimit("photo-upload.account"),
            maximumRequestSize: 263168,
            isRepeatable: true
        )

    public static let uploadPhotoWithProgress =
        Method<UploadPhotoRequest, UploadPhotoProgress>(
            service: "rollcall.v1.ProfileService",
            name: "UploadPhotoWithProgress",
            kind: .bidirectional,
            access: .owner,
            limit: CallLimit("photo-upload.account"),
            maximumRequestSize: 263168,
            isRepeatable: true
        )

    public static let downloadPhoto =
        Method<DownloadPhotoRequest, DownloadPhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "DownloadPhoto",
            kind: .serverStreaming,
            access: .user,
            priority: .bulk,
            isRepeatable: true
        )

    public static let blockUser =
        Method<BlockUserRequest, BlockUserResponse>(
            service: "rollcall.v1.ProfileService",
            name: "BlockUser",
            kind: .unary,
            access: .owner,
            limit: CallLimit("block.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let unblockUser =
        Method<UnblockUserRequest, UnblockUserResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UnblockUser",
            kind: .unary,
            access: .owner,
            limit: CallLimit("block.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let listBlockedUsers =
        Method<ListBlockedUsersRequest, ListBlockedUsersResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ListBlockedUsers",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let reportProfile =
        Method<ReportProfileRequest, ReportProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ReportProfile",
            kind: .unary,
            access: .user,
            limit: CallLimit("report.account"),
            maximumRequestSize: 8192
        )

    public static let deletePhoto =
        Method<DeletePhotoRequest, DeletePhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "DeletePhoto",
            kind: .unary,
            access: .owner,
            limit: CallLimit("photo-delete.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let watchProfiles =
        Method<WatchProfilesRequest, WatchProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "WatchProfiles",
            kind: .serverStreaming,
            access: .user,
            limit: CallLimit("profile-watch.account", RateLimit(60, per: .seconds(60), burst: 60)),
            maximumRequestSize: 49152,
            isRepeatable: true
        )

    /// The limits of which the server counts the calls.
    public static let limits: [CallLimit] = [
        checkDisplayName.limit,
        getProfile.limit,
        batchGetProfiles.limit,
        searchProfiles.limit,
        updateProfile.limit,
        blockUser.limit,
        unblockUser.limit,
        deletePhoto.limit,
        watchProfiles.limit
    ].compactMap(\.self)
}

extension Router {
    /// Serves the RPCs of `ProfileService`.
    public mutating func add(_ service: some ProfileService) {
        unary(ProfileServiceMethods.checkDisplayName) {
            try await service.checkDisplayName($0, context: $1)
        }
        unary(ProfileServiceMethods.getProfile) {
            try await service.getProfile($0, context: $1)
        }
        unary(ProfileServiceMethods.batchGetProfiles) {
            try await service.batchGetProfiles($0, context: $1)
        }
        unary(ProfileServiceMethods.searchProfiles) {
            try await service.searchProfiles($0, context: $1)
        }
        unary(ProfileServiceMethods.updateProfile) {
            try await service.updateProfile($0, context: $1)
        }
        clientStreaming(ProfileServiceMethods.uploadPhoto) {
            try await service.uploadPhoto($0, context: $1)
        }
        bidirectional(ProfileServiceMethods.uploadPhotoWithProgress) {
            try await service.uploadPhotoWithProgress($0, responses: $1, context: $2)
        }
        serverStreaming(ProfileServiceMethods.downloadPhoto) {
            try await service.downloadPhoto($0, responses: $1, context: $2)
        }
        unary(ProfileServiceMethods.blockUser) {
            try await service.blockUser($0, context: $1)
        }
        unary(ProfileServiceMethods.unblockUser) {
            try await service.unblockUser($0, context: $1)
        }
        unary(ProfileServiceMethods.listBlockedUsers) {
            try await service.listBlockedUsers($0, context: $1)
        }
        unary(ProfileServiceMethods.reportProfile) {
            try await service.reportProfile($0, context: $1)
        }
        unary(ProfileServiceMethods.deletePhoto) {
            try await service.deletePhoto($0, context: $1)
        }
        serverStreaming(ProfileServiceMethods.watchProfiles) {
            try await service.watchProfiles($0, responses: $1, context: $2)
        }
    }
}

/// Calls `ProfileService`.
public struct ProfileServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Checks whether the caller could have a display name now: it keeps the rules, and is free.
    /// The answer reserves nothing; only a hold or a sign-up does. A signed-in user can have their
    /// own name, in any case of its letters. They can also have a name that they gave up in the
    /// last 30 days, unless it was reserved since. No other user can have those names.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many calls
    /// from an address.
    public func checkDisplayName(
        _ request: CheckDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> CheckDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.checkDisplayName, request, options)
    }

    /// Returns one profile, by user id or by display name. A user without a display name is found
    /// by id alone. A signed-in user sees all fields except those that are set to ONLY_ME. All
    /// other callers, including services, see the id, the name and the fields that are set to
    /// EVERYONE. A hidden field looks like an empty one. When one of two users has blocked the
    /// other, neither finds the other.
    ///
    /// A display name that is only held has no profile yet for others. The holder's own access
    /// token proves that the account exists: it makes the name the holder's own, here and in
    /// UpdateProfile, UploadPhoto and DownloadPhoto. So a user who has just signed up finds their
    /// profile, even if Auth could not reach Profile since.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without either; FIELD_MALFORMED); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too
    /// many calls from an address without a session.
    public func getProfile(
        _ request: GetProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetProfileResponse {
        try await client.unary(ProfileServiceMethods.getProfile, request, options)
    }

    /// Returns up to 1,000 profiles, by ids and display names mixed, as GetProfile shows them.
    /// Users who do not exist are left out. The answer has less than 4 MiB. Users who did not fit
    /// are in `left`: ask for them again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY for more than 1,000 users; FIELD_MISSING,
    /// FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who calls too often.
    public func batchGetProfiles(
        _ request: BatchGetProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BatchGetProfilesResponse {
        try await client.unary(ProfileServiceMethods.batchGetProfiles, request, options)
    }

    /// Lists the users whose display name begins with some characters, ordered by name, in pages:
    /// the first 100 of them. Users who have chosen not to be found are left out. So are users who
    /// have blocked the caller, or whom the caller has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for less than 3 characters, or characters that
    /// display names cannot have; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for
    /// a user who searches too often.
    public func searchProfiles(
        _ request: SearchProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SearchProfilesResponse {
        try await client.unary(ProfileServiceMethods.searchProfiles, request, options)
    }

    /// Changes the fields of the caller's profile that `update_mask` names, all or none. A user who
    /// has signed up without a display name chooses the first one by this call.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS
    /// (DISPLAY_NAME_TAKEN); ABORTED (REVISION_MISMATCH, with `current_revision`) when the profile
    /// was changed since that revision was read; RESOURCE_EXHAUSTED (RENAMED_TOO_OFTEN, with
    /// `retry_after_ms`) for a user who has given up 8 names in 30 days, or has changed the name 64
    /// times; NOT_FOUND (PROFILE_NOT_FOUND).
    public func updateProfile(
        _ request: UpdateProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UpdateProfileResponse {
        try await client.unary(ProfileServiceMethods.updateProfile, request, options)
    }

    /// Replaces the caller's photo with a JPEG of at most 5 MiB and 2,048 pixels a side; the
    /// configuration may set other limits. The first message declares the size and the hash of the
    /// whole photo. An upload is refused while it streams, as soon as it breaks a limit: the call
    /// then ends before the caller has sent everything. EXIF, GPS, XMP and comments are removed
    /// before anything is stored. The answer means that the photo is on disk. Nothing is stored if
    /// the call or the session ends, or the access token expires, before the last byte arrives. An
    /// upload may take five minutes.
    ///
    /// Errors: INVALID_ARGUMENT (PHOTO_NOT_JPEG, PHOTO_DIMENSIONS_TOO_LARGE, PHOTO_UNSUPPORTED;
    /// FIELD_MISSING for a first message without a declaration; FIELD_MALFORMED for a chunk of more
    /// than 256 KiB, a declaration that is impossible, or a second one); FAILED_PRECONDITION
    /// (PHOTO_REFUSED); DATA_LOSS (PHOTO_NOT_AS_DECLARED): send it again; RESOURCE_EXHAUSTED
    /// (PHOTO_TOO_LARGE, NO_SPACE; TOO_MANY_ATTEMPTS, with `retry_after_ms`, for a user who begins
    /// more than 60 uploads in an hour, not counting those that were refused with OVERLOADED);
    /// NOT_FOUND (PROFILE_NOT_FOUND).
    public func uploadPhoto(
        options: CallOptions = CallOptions()
    ) async throws -> ClientStreamingCall<UploadPhotoRequest, UploadPhotoResponse> {
        try await client.clientStreaming(ProfileServiceMethods.uploadPhoto, options)
    }

    /// As UploadPhoto, with the same errors and in the same limits. While the upload streams,
    /// Profile reports how many bytes it has received. The last message has the photo.
    public func uploadPhotoWithProgress(
        options: CallOptions = CallOptions()
    ) async throws -> BidirectionalCall<UploadPhotoRequest, UploadPhotoProgress> {
        try await client.bidirectional(ProfileServiceMethods.uploadPhotoWithProgress, options)
    }

    /// Returns a user's photo, or a square of it: first its description, then its bytes, or the
    /// requested range. Squares are made after the upload, or on demand.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for another size; OUT_OF_RANGE (FIELD_MALFORMED)
    /// for an offset after the last byte; NOT_FOUND (PROFILE_NOT_FOUND, PHOTO_NOT_FOUND, also for a
    /// square of a photo that cannot be decoded, and where the service makes none); DATA_LOSS
    /// (PHOTO_DAMAGED).
    public func downloadPhoto(
        _ request: DownloadPhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<DownloadPhotoResponse> {
        try await client.serverStreaming(ProfileServiceMethods.downloadPhoto, request, options)
    }

    /// Blocks a user: neither of the two finds the other's profile or photo any more. Blocking a
    /// user twice is no error. The other user is not told. By id any user can be blocked, even one
    /// who does not exist or has blocked the caller. By display name, only users whom the caller
    /// finds can be blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY for a user who has blocked
    /// 10,000; TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func blockUser(
        _ request: BlockUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BlockUserResponse {
        try await client.unary(ProfileServiceMethods.blockUser, request, options)
    }

    /// Removes a block of the caller's. A user who is not blocked is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func unblockUser(
        _ request: UnblockUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UnblockUserResponse {
        try await client.unary(ProfileServiceMethods.unblockUser, request, options)
    }

    /// Lists the users whom the caller has blocked, ordered by id, in pages.
    public func listBlockedUsers(
        _ request: ListBlockedUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListBlockedUsersResponse {
        try await client.unary(ProfileServiceMethods.listBlockedUsers, request, options)
    }

    /// Reports a user's profile to the administrators. They see what the caller sees of it now,
    /// even if it changes later, for at most 90 days. When reports keep too many former photos, the
    /// largest are dropped. The user is not told of the report, nor who sent it. By id any user can
    /// be reported, even one who does not exist, or who has blocked the caller or was blocked by
    /// the caller: the answer is the same. By display name, users can be reported whom the caller
    /// finds or has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller's own id);
    /// NOT_FOUND (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (REPORTED_TOO_OFTEN, with
    /// `retry_after_ms`) for a caller who has reported the same user in the last 24 hours, or 20
    /// users.
    public func reportProfile(
        _ request: ReportProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReportProfileResponse {
        try await client.unary(ProfileServiceMethods.reportProfile, request, options)
    }

    /// Removes the caller's photo. A profile without a photo is no error.
    public func deletePhoto(
        _ request: DeletePhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DeletePhotoResponse {
        try await client.unary(ProfileServiceMethods.deletePhoto, request, options)
    }

    /// Follows up to 1,000 users, so that a list shows a new photo or name at once. The stream
    /// begins with all users, or with those that have changed since a cursor. Then it sends each
    /// change as it is made. Users are shown as BatchGetProfiles shows them to the caller, with the
    /// same `fields`. A message is sent only when what the caller sees of a user has changed, which
    /// includes `updated_at_ms`. A block between the caller and a user takes effect on the open
    /// stream.
    ///
    /// Changes that do not fit into one message come in several. Only the last one has `is_current`
    /// and a cursor: apply them together, or not at all if the stream breaks before it. While
    /// nothing changes, a message without users and cursor comes every two seconds. A caller that
    /// receives nothing for six seconds knows that the stream is lost. When the service is about to
    /// stop, or a user is hidden while an update with texts is sent, the stream ends with
    /// UNAVAILABLE: call again with the last cursor, at any instance. When the caller's token
    /// expires or the session ends, it ends with UNAUTHENTICATED: call again with another token.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without users, FIELD_MALFORMED, TOO_MANY for more
    /// than 1,000); UNAVAILABLE (OVERLOADED) when the caller has 8 of these streams open, or all
    /// callers together have too many; RESOURCE_EXHAUSTED (TOO_MANY) for more than 4,000 users in
    /// all streams of the caller, or 40,000 in those from one address; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user who opens more than 60 in a minute.
    public func watchProfiles(
        _ request: WatchProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchProfilesResponse> {
        try await client.serverStreaming(ProfileServiceMethods.watchProfiles, request, options)
    }
}
