// swift-format-ignore-file
// Generated from rollcall/v1/profile.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// How others see you: display names, photos and what you say of yourself; and who is not to see
/// you.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is needed
/// or shown, or SESSION_ENDED when the caller's session was ended), PERMISSION_DENIED (NOT_ALLOWED:
/// the RPC is for callers of another kind), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE (OVERLOADED,
/// also when the service or the caller has as many photos under way as are allowed) and
/// DEADLINE_EXCEEDED. An RPC whose request names a user can fail with INVALID_ARGUMENT
/// (FIELD_MISSING, FIELD_MALFORMED) for an id that is not a UUIDv7.
public protocol ProfileService: Sendable {
    /// Whether the caller could have a display name just now: it keeps the rules, and is free. The
    /// answer reserves nothing: only a hold or a sign-up does. A user who is signed in can have
    /// their own name, in any case of its letters, and a name that they have given up in the last
    /// 30 days, unless it was reserved since. Nobody else can have them.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when an address asks
    /// too often.
    func checkDisplayName(
        _ request: CheckDisplayNameRequest,
        context: CallContext
    ) async throws -> CheckDisplayNameResponse

    /// Holds a display name for a user who is signing up, or a place for a user who signs up
    /// without one. The same request again is no error. A hold has no end of its own: the service
    /// that made it confirms or releases it, also after a crash. A hold for a user that was
    /// released before comes too late and is refused: each try at signing up has a user id of its
    /// own.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule (FIELD_MALFORMED for a name
    /// beside `without_name`); ALREADY_EXISTS (DISPLAY_NAME_TAKEN); NOT_FOUND (HOLD_NOT_FOUND)
    /// after a release; FAILED_PRECONDITION when the user has a profile already, with another
    /// display name.
    func holdDisplayName(
        _ request: HoldDisplayNameRequest,
        context: CallContext
    ) async throws -> HoldDisplayNameResponse

    /// Makes a held display name the user's own, and makes the user's profile; for a user without a
    /// name, the profile alone. It is no error to confirm twice, or after a call of the user has
    /// confirmed the name (see GetProfile). It ends the freezing of a profile.
    ///
    /// Errors: NOT_FOUND (HOLD_NOT_FOUND) when nothing is held for the user, and there is no
    /// profile.
    func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest,
        context: CallContext
    ) async throws -> ConfirmDisplayNameResponse

    /// Gives up a hold. A user without a hold is no error; a confirmed display name is not touched.
    func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest,
        context: CallContext
    ) async throws -> ReleaseDisplayNameResponse

    /// One profile, by user id or by display name. A user without a display name is found by id
    /// alone. A signed-in user sees all fields except those that are set to ONLY_ME. Everyone else,
    /// services included, sees the id, the name and the fields that are set to EVERYONE. A hidden
    /// field looks like an empty one. Of two users one of whom has blocked the other, neither finds
    /// the other.
    ///
    /// A display name that is only held has no profile yet for others. The holder's own access
    /// token proves that the account exists: it makes the name the holder's own, here and in
    /// UpdateProfile, UploadPhoto and DownloadPhoto. So a user who has just signed up finds their
    /// profile, even if Auth could not reach Profile since.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without either; NOT_FOUND (PROFILE_NOT_FOUND);
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when callers from an address
    /// who are not signed in ask too often.
    func getProfile(
        _ request: GetProfileRequest,
        context: CallContext
    ) async throws -> GetProfileResponse

    /// Up to 1,000 profiles at once, by ids and display names mixed, as GetProfile shows them.
    /// Users who do not exist are left out. The answer has less than 4 MiB: users for whom there
    /// was no room are in `left`, to be asked for again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY for more than 1,000 users; FIELD_MISSING,
    /// FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who asks too often.
    func batchGetProfiles(
        _ request: BatchGetProfilesRequest,
        context: CallContext
    ) async throws -> BatchGetProfilesResponse

    /// The users whose display name begins with some characters, in the order of their names, by
    /// pages: the first 100 of them. Users who have chosen not to be found are left out, and so are
    /// users of whom one has blocked the other.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for less than 3 characters, or others than
    /// display names have; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who searches too often.
    func searchProfiles(
        _ request: SearchProfilesRequest,
        context: CallContext
    ) async throws -> SearchProfilesResponse

    /// Who has or holds a display name, for signing in by it and for operators. Whether there is an
    /// account of that id is for Auth to say: Profile does not know yet whether a sign-up that
    /// holds a name was committed. Every name costs the same work, one look-up in one index, so
    /// that the time of the answer reveals nothing: a name that a user has, one that is held, one
    /// that is frozen, one that nobody has, and one that breaks the rules. The answers to the last
    /// two are the same.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND).
    func resolveDisplayName(
        _ request: ResolveDisplayNameRequest,
        context: CallContext
    ) async throws -> ResolveDisplayNameResponse

    /// The display names of users, for the lists that administrators read.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 500 ids.
    func getDisplayNames(
        _ request: GetDisplayNamesRequest,
        context: CallContext
    ) async throws -> GetDisplayNamesResponse

    /// Changes the caller's profile: the fields that are set, all or none. A user who has signed up
    /// without a display name gets the first one by it.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS
    /// (DISPLAY_NAME_TAKEN); ABORTED (REVISION_MISMATCH, with `current_revision`) when the profile
    /// was changed since its revision was read; RESOURCE_EXHAUSTED (RENAMED_TOO_OFTEN, with
    /// `retry_after_ms`) for a user who has given up 8 names in 30 days, or has changed the name 64
    /// times; NOT_FOUND (PROFILE_NOT_FOUND).
    func updateProfile(
        _ request: UpdateProfileRequest,
        context: CallContext
    ) async throws -> UpdateProfileResponse

    /// Replaces the caller's photo with a JPEG of at most 5 MiB and 2,048 pixels a side, or as
    /// Profile is configured. It is refused while it streams, as soon as it breaks a limit. EXIF,
    /// GPS, XMP and comments are removed before anything is stored. While it streams, Profile says
    /// how much it has taken, and last the photo: that message means that it is on disk. Nothing is
    /// stored if the call or the session ends, or the access token expires, before the last byte
    /// arrives. An upload may take five minutes.
    ///
    /// Errors: INVALID_ARGUMENT (PHOTO_NOT_JPEG, PHOTO_DIMENSIONS_TOO_LARGE, PHOTO_UNSUPPORTED;
    /// FIELD_MALFORMED for a chunk of more than 256 KiB, or a declaration that is impossible or not
    /// in the first message); FAILED_PRECONDITION (PHOTO_REFUSED); DATA_LOSS
    /// (PHOTO_NOT_AS_DECLARED): send it again; RESOURCE_EXHAUSTED (PHOTO_TOO_LARGE, NO_SPACE;
    /// TOO_MANY_ATTEMPTS, with `retry_after_ms`, for a user who begins more than 60 uploads in an
    /// hour, where those that were refused with OVERLOADED do not count); NOT_FOUND
    /// (PROFILE_NOT_FOUND).
    func uploadPhoto(
        _ requests: RequestStream<UploadPhotoRequest>,
        responses: ResponseWriter<UploadPhotoResponse>,
        context: CallContext
    ) async throws

    /// The photo of a user, or a square of it: first its description, then its bytes, or those that
    /// are asked for. Squares are made after the upload, or when they are asked for.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for another size; OUT_OF_RANGE (FIELD_MALFORMED)
    /// for an offset behind the last byte; NOT_FOUND (PROFILE_NOT_FOUND, PHOTO_NOT_FOUND, also for
    /// a square of a photo that cannot be decoded, and where the service makes none); DATA_LOSS
    /// (PHOTO_DAMAGED).
    func downloadPhoto(
        _ request: DownloadPhotoRequest,
        responses: ResponseWriter<DownloadPhotoResponse>,
        context: CallContext
    ) async throws

    /// Blocks a user: neither finds the other's profile or photo any more. It is no error to block
    /// a user twice. The other is not told. By id any user can be blocked, also one who does not
    /// exist or has blocked the caller; by display name those whom the caller finds.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY for a user who has blocked 10,000;
    /// TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    func blockUser(
        _ request: BlockUserRequest,
        context: CallContext
    ) async throws -> BlockUserResponse

    /// Ends a block of the caller's. It is no error if there is none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    func unblockUser(
        _ request: UnblockUserRequest,
        context: CallContext
    ) async throws -> UnblockUserResponse

    /// The users whom the caller has blocked, in the order of their ids, by pages.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func listBlockedUsers(
        _ request: ListBlockedUsersRequest,
        context: CallContext
    ) async throws -> ListBlockedUsersResponse

    /// Reports a user's profile to the administrators, who see what the caller sees of it now, also
    /// if it changes meanwhile. The user is not told who has reported, nor that anybody has. By id
    /// any user can be reported, also one who does not exist or one of whom and the caller one has
    /// blocked the other: the answer is the same. By display name, those whom the caller finds or
    /// has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (REPORTED_TOO_OFTEN, with `retry_after_ms`) for a
    /// caller who has reported the same user in the last 24 hours, or 20 users.
    func reportProfile(
        _ request: ReportProfileRequest,
        context: CallContext
    ) async throws -> ReportProfileResponse

    /// Removes the caller's photo. Without a photo it is no error.
    func deletePhoto(
        _ request: DeletePhotoRequest,
        context: CallContext
    ) async throws -> DeletePhotoResponse

    /// Follows up to 1,000 users, so that a list shows a new photo or name at once: first all of
    /// them, or what has changed since a cursor, then each change as it is made. Users are shown as
    /// BatchGetProfiles shows them to the caller: the id, the times, the display name and the
    /// photo. A message is sent only when what the caller sees of a user has changed. A block
    /// between the caller and a user takes effect on the open stream.
    ///
    /// Changes that do not fit into one message come in several. Only the last has `is_current` and
    /// a cursor: apply them together, or not at all if the stream is lost before it. While nothing
    /// changes, a message without users and cursor comes every two seconds: a caller that hears
    /// nothing for six knows that the stream is lost. When the service is about to stop, the stream
    /// ends with UNAVAILABLE: call again, with the last cursor, also at another instance. It ends
    /// without an error when the caller's token expires or the session ends: call again, with
    /// another token.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without users, FIELD_MALFORMED, TOO_MANY for more
    /// than 1,000); UNAVAILABLE (OVERLOADED) when the caller has 8 of these streams open, or all
    /// callers together as many as are allowed; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) for a user who opens more than 60 in a minute.
    func watchProfiles(
        _ request: WatchProfilesRequest,
        responses: ResponseWriter<WatchProfilesResponse>,
        context: CallContext
    ) async throws

    /// Follows all users, for services that keep a copy: first every user that there is, or those
    /// who have changed since a cursor, then each change as it is made. Of several changes of one
    /// user the last one may be told alone. While there is none, a message without changes comes
    /// every two seconds: a caller that hears nothing for six knows that the stream is lost. When
    /// the service is about to stop, the stream ends with UNAVAILABLE: call again, with the last
    /// cursor, also at another instance. It ends without an error when the caller's token expires:
    /// call again, with another token.
    ///
    /// No change is skipped, whatever the order in which transactions commit. Only if Profile's
    /// database is set back to a copy that is older than the cursor, and changed again beyond it,
    /// is nobody told: start without a cursor then.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        responses: ResponseWriter<WatchProfileChangesResponse>,
        context: CallContext
    ) async throws

    /// Forgets all that there is of a user: the profile, the photo, who had the display name, what
    /// others have reported of the user, and who the user was who has reported others. Nobody gets
    /// that name for 30 days, counted from the end of the day. No later call brings the user back,
    /// unless `is_stray` was set. It is no error to erase a user twice, or one who is not known.
    ///
    /// Once this is answered, SQLite's files have nothing of the user but the id and the time, and
    /// PostgreSQL's tables no other row. The photo's file is removed within seconds, unless
    /// somebody else has the photo or the disk refuses: that is tried again every minute.
    func eraseProfile(
        _ request: EraseProfileRequest,
        context: CallContext
    ) async throws -> EraseProfileResponse

    /// All that there is of a user: first the profile, then the bytes of the photo, if there is
    /// one. A frozen user is exported too: the data are the user's own. While the display name is
    /// only held, the profile has the name alone, and 0 for its times.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND); DATA_LOSS (PHOTO_DAMAGED).
    func exportProfile(
        _ request: ExportProfileRequest,
        responses: ResponseWriter<ExportProfileResponse>,
        context: CallContext
    ) async throws

    /// The users of whom Profile has stored anything, in the order of their ids, by pages; or some
    /// of them. Auth compares them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    func listProfiles(
        _ request: ListProfilesRequest,
        context: CallContext
    ) async throws -> ListProfilesResponse

    /// Gives a profile to a user who has an account, but no profile, as after a restore of an older
    /// copy. The profile gets the given display name if the user holds it or it is free, and
    /// otherwise a generated one; with `without_name` it has none. The user may change a generated
    /// name at once: that counts as no rename, and the generated name is free again. For a user who
    /// has a profile already, nothing changes.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND) for a user who was erased; INVALID_ARGUMENT
    /// (FIELD_MALFORMED) for a name beside `without_name`.
    func restoreProfile(
        _ request: RestoreProfileRequest,
        context: CallContext
    ) async throws -> RestoreProfileResponse

    /// What administrators have taken away of profiles, for Auth to tell the owners by mail: the
    /// oldest first, by pages. A notice stays until RemoveTakeDownNotices.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest,
        context: CallContext
    ) async throws -> ListTakeDownNoticesResponse

    /// Removes notices that Auth has. One that is not there any more is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED; TOO_MANY for more than 500).
    func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest,
        context: CallContext
    ) async throws -> RemoveTakeDownNoticesResponse

    /// Freezes a user, or ends that. A frozen user has no profile and no photo for anybody, and the
    /// display name stays taken. It is no error to freeze a user twice, or one who is not known.
    func setProfileFrozen(
        _ request: SetProfileFrozenRequest,
        context: CallContext
    ) async throws -> SetProfileFrozenResponse

    /// Compares some of the photos that profiles refer to with the files that there are, in the
    /// order of their ids. A photo that is being uploaded or removed is no fault.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for what is no photo id.
    func checkPhotos(
        _ request: CheckPhotosRequest,
        context: CallContext
    ) async throws -> CheckPhotosResponse
}

/// The RPCs of `ProfileService`.
public enum ProfileServiceMethods {
    public static let checkDisplayName =
        Method<CheckDisplayNameRequest, CheckDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "CheckDisplayName",
            kind: .unary,
            access: .anyoneOrUser
        )

    public static let holdDisplayName =
        Method<HoldDisplayNameRequest, HoldDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "HoldDisplayName",
            kind: .unary,
            access: .auth
        )

    public static let confirmDisplayName =
        Method<ConfirmDisplayNameRequest, ConfirmDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ConfirmDisplayName",
            kind: .unary,
            access: .auth
        )

    public static let releaseDisplayName =
        Method<ReleaseDisplayNameRequest, ReleaseDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ReleaseDisplayName",
            kind: .unary,
            access: .auth
        )

    public static let getProfile =
        Method<GetProfileRequest, GetProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "GetProfile",
            kind: .unary,
            access: .anyoneOrUser
        )

    public static let batchGetProfiles =
        Method<BatchGetProfilesRequest, BatchGetProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "BatchGetProfiles",
            kind: .unary,
            access: .user
        )

    public static let searchProfiles =
        Method<SearchProfilesRequest, SearchProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "SearchProfiles",
            kind: .unary,
            access: .user
        )

    public static let resolveDisplayName =
        Method<ResolveDisplayNameRequest, ResolveDisplayNameResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ResolveDisplayName",
            kind: .unary,
            access: .auth
        )

    public static let getDisplayNames =
        Method<GetDisplayNamesRequest, GetDisplayNamesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "GetDisplayNames",
            kind: .unary,
            access: .auth
        )

    public static let updateProfile =
        Method<UpdateProfileRequest, UpdateProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UpdateProfile",
            kind: .unary,
            access: .owner
        )

    public static let uploadPhoto =
        Method<UploadPhotoRequest, UploadPhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UploadPhoto",
            kind: .bidirectional,
            access: .owner
        )

    public static let downloadPhoto =
        Method<DownloadPhotoRequest, DownloadPhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "DownloadPhoto",
            kind: .serverStreaming,
            access: .user,
            priority: .bulk
        )

    public static let blockUser =
        Method<BlockUserRequest, BlockUserResponse>(
            service: "rollcall.v1.ProfileService",
            name: "BlockUser",
            kind: .unary,
            access: .owner
        )

    public static let unblockUser =
        Method<UnblockUserRequest, UnblockUserResponse>(
            service: "rollcall.v1.ProfileService",
            name: "UnblockUser",
            kind: .unary,
            access: .owner
        )

    public static let listBlockedUsers =
        Method<ListBlockedUsersRequest, ListBlockedUsersResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ListBlockedUsers",
            kind: .unary,
            access: .owner
        )

    public static let reportProfile =
        Method<ReportProfileRequest, ReportProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ReportProfile",
            kind: .unary,
            access: .user
        )

    public static let deletePhoto =
        Method<DeletePhotoRequest, DeletePhotoResponse>(
            service: "rollcall.v1.ProfileService",
            name: "DeletePhoto",
            kind: .unary,
            access: .owner
        )

    public static let watchProfiles =
        Method<WatchProfilesRequest, WatchProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "WatchProfiles",
            kind: .serverStreaming,
            access: .user
        )

    public static let watchProfileChanges =
        Method<WatchProfileChangesRequest, WatchProfileChangesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "WatchProfileChanges",
            kind: .serverStreaming,
            access: .service
        )

    public static let eraseProfile =
        Method<EraseProfileRequest, EraseProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "EraseProfile",
            kind: .unary,
            access: .auth
        )

    public static let exportProfile =
        Method<ExportProfileRequest, ExportProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ExportProfile",
            kind: .serverStreaming,
            access: .auth,
            priority: .bulk
        )

    public static let listProfiles =
        Method<ListProfilesRequest, ListProfilesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ListProfiles",
            kind: .unary,
            access: .auth,
            priority: .bulk
        )

    public static let restoreProfile =
        Method<RestoreProfileRequest, RestoreProfileResponse>(
            service: "rollcall.v1.ProfileService",
            name: "RestoreProfile",
            kind: .unary,
            access: .auth
        )

    public static let listTakeDownNotices =
        Method<ListTakeDownNoticesRequest, ListTakeDownNoticesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "ListTakeDownNotices",
            kind: .unary,
            access: .auth
        )

    public static let removeTakeDownNotices =
        Method<RemoveTakeDownNoticesRequest, RemoveTakeDownNoticesResponse>(
            service: "rollcall.v1.ProfileService",
            name: "RemoveTakeDownNotices",
            kind: .unary,
            access: .auth
        )

    public static let setProfileFrozen =
        Method<SetProfileFrozenRequest, SetProfileFrozenResponse>(
            service: "rollcall.v1.ProfileService",
            name: "SetProfileFrozen",
            kind: .unary,
            access: .auth
        )

    public static let checkPhotos =
        Method<CheckPhotosRequest, CheckPhotosResponse>(
            service: "rollcall.v1.ProfileService",
            name: "CheckPhotos",
            kind: .unary,
            access: .auth,
            priority: .bulk
        )
}

extension Router {
    /// Serves the RPCs of `ProfileService`.
    public mutating func add(_ service: some ProfileService) {
        unary(ProfileServiceMethods.checkDisplayName) {
            try await service.checkDisplayName($0, context: $1)
        }
        unary(ProfileServiceMethods.holdDisplayName) {
            try await service.holdDisplayName($0, context: $1)
        }
        unary(ProfileServiceMethods.confirmDisplayName) {
            try await service.confirmDisplayName($0, context: $1)
        }
        unary(ProfileServiceMethods.releaseDisplayName) {
            try await service.releaseDisplayName($0, context: $1)
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
        unary(ProfileServiceMethods.resolveDisplayName) {
            try await service.resolveDisplayName($0, context: $1)
        }
        unary(ProfileServiceMethods.getDisplayNames) {
            try await service.getDisplayNames($0, context: $1)
        }
        unary(ProfileServiceMethods.updateProfile) {
            try await service.updateProfile($0, context: $1)
        }
        bidirectional(ProfileServiceMethods.uploadPhoto) {
            try await service.uploadPhoto($0, responses: $1, context: $2)
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
        serverStreaming(ProfileServiceMethods.watchProfileChanges) {
            try await service.watchProfileChanges($0, responses: $1, context: $2)
        }
        unary(ProfileServiceMethods.eraseProfile) {
            try await service.eraseProfile($0, context: $1)
        }
        serverStreaming(ProfileServiceMethods.exportProfile) {
            try await service.exportProfile($0, responses: $1, context: $2)
        }
        unary(ProfileServiceMethods.listProfiles) {
            try await service.listProfiles($0, context: $1)
        }
        unary(ProfileServiceMethods.restoreProfile) {
            try await service.restoreProfile($0, context: $1)
        }
        unary(ProfileServiceMethods.listTakeDownNotices) {
            try await service.listTakeDownNotices($0, context: $1)
        }
        unary(ProfileServiceMethods.removeTakeDownNotices) {
            try await service.removeTakeDownNotices($0, context: $1)
        }
        unary(ProfileServiceMethods.setProfileFrozen) {
            try await service.setProfileFrozen($0, context: $1)
        }
        unary(ProfileServiceMethods.checkPhotos) {
            try await service.checkPhotos($0, context: $1)
        }
    }
}

/// Calls `ProfileService`.
public struct ProfileServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Whether the caller could have a display name just now: it keeps the rules, and is free. The
    /// answer reserves nothing: only a hold or a sign-up does. A user who is signed in can have
    /// their own name, in any case of its letters, and a name that they have given up in the last
    /// 30 days, unless it was reserved since. Nobody else can have them.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when an address asks
    /// too often.
    public func checkDisplayName(
        _ request: CheckDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> CheckDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.checkDisplayName, request, options)
    }

    /// Holds a display name for a user who is signing up, or a place for a user who signs up
    /// without one. The same request again is no error. A hold has no end of its own: the service
    /// that made it confirms or releases it, also after a crash. A hold for a user that was
    /// released before comes too late and is refused: each try at signing up has a user id of its
    /// own.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule (FIELD_MALFORMED for a name
    /// beside `without_name`); ALREADY_EXISTS (DISPLAY_NAME_TAKEN); NOT_FOUND (HOLD_NOT_FOUND)
    /// after a release; FAILED_PRECONDITION when the user has a profile already, with another
    /// display name.
    public func holdDisplayName(
        _ request: HoldDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> HoldDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.holdDisplayName, request, options)
    }

    /// Makes a held display name the user's own, and makes the user's profile; for a user without a
    /// name, the profile alone. It is no error to confirm twice, or after a call of the user has
    /// confirmed the name (see GetProfile). It ends the freezing of a profile.
    ///
    /// Errors: NOT_FOUND (HOLD_NOT_FOUND) when nothing is held for the user, and there is no
    /// profile.
    public func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ConfirmDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.confirmDisplayName, request, options)
    }

    /// Gives up a hold. A user without a hold is no error; a confirmed display name is not touched.
    public func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReleaseDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.releaseDisplayName, request, options)
    }

    /// One profile, by user id or by display name. A user without a display name is found by id
    /// alone. A signed-in user sees all fields except those that are set to ONLY_ME. Everyone else,
    /// services included, sees the id, the name and the fields that are set to EVERYONE. A hidden
    /// field looks like an empty one. Of two users one of whom has blocked the other, neither finds
    /// the other.
    ///
    /// A display name that is only held has no profile yet for others. The holder's own access
    /// token proves that the account exists: it makes the name the holder's own, here and in
    /// UpdateProfile, UploadPhoto and DownloadPhoto. So a user who has just signed up finds their
    /// profile, even if Auth could not reach Profile since.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING) without either; NOT_FOUND (PROFILE_NOT_FOUND);
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) when callers from an address
    /// who are not signed in ask too often.
    public func getProfile(
        _ request: GetProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetProfileResponse {
        try await client.unary(ProfileServiceMethods.getProfile, request, options)
    }

    /// Up to 1,000 profiles at once, by ids and display names mixed, as GetProfile shows them.
    /// Users who do not exist are left out. The answer has less than 4 MiB: users for whom there
    /// was no room are in `left`, to be asked for again.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY for more than 1,000 users; FIELD_MISSING,
    /// FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who asks too often.
    public func batchGetProfiles(
        _ request: BatchGetProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BatchGetProfilesResponse {
        try await client.unary(ProfileServiceMethods.batchGetProfiles, request, options)
    }

    /// The users whose display name begins with some characters, in the order of their names, by
    /// pages: the first 100 of them. Users who have chosen not to be found are left out, and so are
    /// users of whom one has blocked the other.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for less than 3 characters, or others than
    /// display names have; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who searches too often.
    public func searchProfiles(
        _ request: SearchProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SearchProfilesResponse {
        try await client.unary(ProfileServiceMethods.searchProfiles, request, options)
    }

    /// Who has or holds a display name, for signing in by it and for operators. Whether there is an
    /// account of that id is for Auth to say: Profile does not know yet whether a sign-up that
    /// holds a name was committed. Every name costs the same work, one look-up in one index, so
    /// that the time of the answer reveals nothing: a name that a user has, one that is held, one
    /// that is frozen, one that nobody has, and one that breaks the rules. The answers to the last
    /// two are the same.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND).
    public func resolveDisplayName(
        _ request: ResolveDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResolveDisplayNameResponse {
        try await client.unary(ProfileServiceMethods.resolveDisplayName, request, options)
    }

    /// The display names of users, for the lists that administrators read.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 500 ids.
    public func getDisplayNames(
        _ request: GetDisplayNamesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetDisplayNamesResponse {
        try await client.unary(ProfileServiceMethods.getDisplayNames, request, options)
    }

    /// Changes the caller's profile: the fields that are set, all or none. A user who has signed up
    /// without a display name gets the first one by it.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS
    /// (DISPLAY_NAME_TAKEN); ABORTED (REVISION_MISMATCH, with `current_revision`) when the profile
    /// was changed since its revision was read; RESOURCE_EXHAUSTED (RENAMED_TOO_OFTEN, with
    /// `retry_after_ms`) for a user who has given up 8 names in 30 days, or has changed the name 64
    /// times; NOT_FOUND (PROFILE_NOT_FOUND).
    public func updateProfile(
        _ request: UpdateProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UpdateProfileResponse {
        try await client.unary(ProfileServiceMethods.updateProfile, request, options)
    }

    /// Replaces the caller's photo with a JPEG of at most 5 MiB and 2,048 pixels a side, or as
    /// Profile is configured. It is refused while it streams, as soon as it breaks a limit. EXIF,
    /// GPS, XMP and comments are removed before anything is stored. While it streams, Profile says
    /// how much it has taken, and last the photo: that message means that it is on disk. Nothing is
    /// stored if the call or the session ends, or the access token expires, before the last byte
    /// arrives. An upload may take five minutes.
    ///
    /// Errors: INVALID_ARGUMENT (PHOTO_NOT_JPEG, PHOTO_DIMENSIONS_TOO_LARGE, PHOTO_UNSUPPORTED;
    /// FIELD_MALFORMED for a chunk of more than 256 KiB, or a declaration that is impossible or not
    /// in the first message); FAILED_PRECONDITION (PHOTO_REFUSED); DATA_LOSS
    /// (PHOTO_NOT_AS_DECLARED): send it again; RESOURCE_EXHAUSTED (PHOTO_TOO_LARGE, NO_SPACE;
    /// TOO_MANY_ATTEMPTS, with `retry_after_ms`, for a user who begins more than 60 uploads in an
    /// hour, where those that were refused with OVERLOADED do not count); NOT_FOUND
    /// (PROFILE_NOT_FOUND).
    public func uploadPhoto(
        options: CallOptions = CallOptions()
    ) async throws -> BidirectionalCall<UploadPhotoRequest, UploadPhotoResponse> {
        try await client.bidirectional(ProfileServiceMethods.uploadPhoto, options)
    }

    /// The photo of a user, or a square of it: first its description, then its bytes, or those that
    /// are asked for. Squares are made after the upload, or when they are asked for.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for another size; OUT_OF_RANGE (FIELD_MALFORMED)
    /// for an offset behind the last byte; NOT_FOUND (PROFILE_NOT_FOUND, PHOTO_NOT_FOUND, also for
    /// a square of a photo that cannot be decoded, and where the service makes none); DATA_LOSS
    /// (PHOTO_DAMAGED).
    public func downloadPhoto(
        _ request: DownloadPhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<DownloadPhotoResponse> {
        try await client.serverStreaming(ProfileServiceMethods.downloadPhoto, request, options)
    }

    /// Blocks a user: neither finds the other's profile or photo any more. It is no error to block
    /// a user twice. The other is not told. By id any user can be blocked, also one who does not
    /// exist or has blocked the caller; by display name those whom the caller finds.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (TOO_MANY for a user who has blocked 10,000;
    /// TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func blockUser(
        _ request: BlockUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> BlockUserResponse {
        try await client.unary(ProfileServiceMethods.blockUser, request, options)
    }

    /// Ends a block of the caller's. It is no error if there is none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`).
    public func unblockUser(
        _ request: UnblockUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UnblockUserResponse {
        try await client.unary(ProfileServiceMethods.unblockUser, request, options)
    }

    /// The users whom the caller has blocked, in the order of their ids, by pages.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func listBlockedUsers(
        _ request: ListBlockedUsersRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListBlockedUsersResponse {
        try await client.unary(ProfileServiceMethods.listBlockedUsers, request, options)
    }

    /// Reports a user's profile to the administrators, who see what the caller sees of it now, also
    /// if it changes meanwhile. The user is not told who has reported, nor that anybody has. By id
    /// any user can be reported, also one who does not exist or one of whom and the caller one has
    /// blocked the other: the answer is the same. By display name, those whom the caller finds or
    /// has blocked.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED, also for the caller); NOT_FOUND
    /// (PROFILE_NOT_FOUND); RESOURCE_EXHAUSTED (REPORTED_TOO_OFTEN, with `retry_after_ms`) for a
    /// caller who has reported the same user in the last 24 hours, or 20 users.
    public func reportProfile(
        _ request: ReportProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReportProfileResponse {
        try await client.unary(ProfileServiceMethods.reportProfile, request, options)
    }

    /// Removes the caller's photo. Without a photo it is no error.
    public func deletePhoto(
        _ request: DeletePhotoRequest,
        options: CallOptions = CallOptions()
    ) async throws -> DeletePhotoResponse {
        try await client.unary(ProfileServiceMethods.deletePhoto, request, options)
    }

    /// Follows up to 1,000 users, so that a list shows a new photo or name at once: first all of
    /// them, or what has changed since a cursor, then each change as it is made. Users are shown as
    /// BatchGetProfiles shows them to the caller: the id, the times, the display name and the
    /// photo. A message is sent only when what the caller sees of a user has changed. A block
    /// between the caller and a user takes effect on the open stream.
    ///
    /// Changes that do not fit into one message come in several. Only the last has `is_current` and
    /// a cursor: apply them together, or not at all if the stream is lost before it. While nothing
    /// changes, a message without users and cursor comes every two seconds: a caller that hears
    /// nothing for six knows that the stream is lost. When the service is about to stop, the stream
    /// ends with UNAVAILABLE: call again, with the last cursor, also at another instance. It ends
    /// without an error when the caller's token expires or the session ends: call again, with
    /// another token.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING without users, FIELD_MALFORMED, TOO_MANY for more
    /// than 1,000); UNAVAILABLE (OVERLOADED) when the caller has 8 of these streams open, or all
    /// callers together as many as are allowed; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
    /// `retry_after_ms`) for a user who opens more than 60 in a minute.
    public func watchProfiles(
        _ request: WatchProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchProfilesResponse> {
        try await client.serverStreaming(ProfileServiceMethods.watchProfiles, request, options)
    }

    /// Follows all users, for services that keep a copy: first every user that there is, or those
    /// who have changed since a cursor, then each change as it is made. Of several changes of one
    /// user the last one may be told alone. While there is none, a message without changes comes
    /// every two seconds: a caller that hears nothing for six knows that the stream is lost. When
    /// the service is about to stop, the stream ends with UNAVAILABLE: call again, with the last
    /// cursor, also at another instance. It ends without an error when the caller's token expires:
    /// call again, with another token.
    ///
    /// No change is skipped, whatever the order in which transactions commit. Only if Profile's
    /// database is set back to a copy that is older than the cursor, and changed again beyond it,
    /// is nobody told: start without a cursor then.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    public func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchProfileChangesResponse> {
        try await client.serverStreaming(
            ProfileServiceMethods.watchProfileChanges,
            request,
            options
        )
    }

    /// Forgets all that there is of a user: the profile, the photo, who had the display name, what
    /// others have reported of the user, and who the user was who has reported others. Nobody gets
    /// that name for 30 days, counted from the end of the day. No later call brings the user back,
    /// unless `is_stray` was set. It is no error to erase a user twice, or one who is not known.
    ///
    /// Once this is answered, SQLite's files have nothing of the user but the id and the time, and
    /// PostgreSQL's tables no other row. The photo's file is removed within seconds, unless
    /// somebody else has the photo or the disk refuses: that is tried again every minute.
    public func eraseProfile(
        _ request: EraseProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> EraseProfileResponse {
        try await client.unary(ProfileServiceMethods.eraseProfile, request, options)
    }

    /// All that there is of a user: first the profile, then the bytes of the photo, if there is
    /// one. A frozen user is exported too: the data are the user's own. While the display name is
    /// only held, the profile has the name alone, and 0 for its times.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND); DATA_LOSS (PHOTO_DAMAGED).
    public func exportProfile(
        _ request: ExportProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<ExportProfileResponse> {
        try await client.serverStreaming(ProfileServiceMethods.exportProfile, request, options)
    }

    /// The users of whom Profile has stored anything, in the order of their ids, by pages; or some
    /// of them. Auth compares them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    public func listProfiles(
        _ request: ListProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListProfilesResponse {
        try await client.unary(ProfileServiceMethods.listProfiles, request, options)
    }

    /// Gives a profile to a user who has an account, but no profile, as after a restore of an older
    /// copy. The profile gets the given display name if the user holds it or it is free, and
    /// otherwise a generated one; with `without_name` it has none. The user may change a generated
    /// name at once: that counts as no rename, and the generated name is free again. For a user who
    /// has a profile already, nothing changes.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND) for a user who was erased; INVALID_ARGUMENT
    /// (FIELD_MALFORMED) for a name beside `without_name`.
    public func restoreProfile(
        _ request: RestoreProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RestoreProfileResponse {
        try await client.unary(ProfileServiceMethods.restoreProfile, request, options)
    }

    /// What administrators have taken away of profiles, for Auth to tell the owners by mail: the
    /// oldest first, by pages. A notice stays until RemoveTakeDownNotices.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListTakeDownNoticesResponse {
        try await client.unary(ProfileServiceMethods.listTakeDownNotices, request, options)
    }

    /// Removes notices that Auth has. One that is not there any more is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED; TOO_MANY for more than 500).
    public func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveTakeDownNoticesResponse {
        try await client.unary(ProfileServiceMethods.removeTakeDownNotices, request, options)
    }

    /// Freezes a user, or ends that. A frozen user has no profile and no photo for anybody, and the
    /// display name stays taken. It is no error to freeze a user twice, or one who is not known.
    public func setProfileFrozen(
        _ request: SetProfileFrozenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetProfileFrozenResponse {
        try await client.unary(ProfileServiceMethods.setProfileFrozen, request, options)
    }

    /// Compares some of the photos that profiles refer to with the files that there are, in the
    /// order of their ids. A photo that is being uploaded or removed is no fault.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED) for what is no photo id.
    public func checkPhotos(
        _ request: CheckPhotosRequest,
        options: CallOptions = CallOptions()
    ) async throws -> CheckPhotosResponse {
        try await client.unary(ProfileServiceMethods.checkPhotos, request, options)
    }
}
