// swift-format-ignore-file
// Generated from rollcall/v1/profile_peer.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What Auth and other services ask of Profile: names for sign-ups, changes as they happen, and the
/// data of users who leave or want a copy of it. Apps cannot call these RPCs.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid credential), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is another one), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED; with INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED) for a
/// user id that is not a UUIDv7, and (PAGE_TOKEN_INVALID) for a page token: see "Lists" in
/// PROTOCOL.md.
public protocol ProfilePeerService: Sendable {
    /// Holds a display name for a user who is signing up, or a place for a user who signs up
    /// without one. Repeating the request is no error. A hold does not expire: the service that
    /// made it confirms or releases it, also after a crash. A hold for a user who was released
    /// before comes too late and is refused. Each attempt to sign up has its own user id.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule (FIELD_MALFORMED for a name
    /// together with `is_nameless`); ALREADY_EXISTS (DISPLAY_NAME_TAKEN); NOT_FOUND
    /// (HOLD_NOT_FOUND) after a release; FAILED_PRECONDITION when the user already has a profile
    /// with another display name.
    func holdDisplayName(
        _ request: HoldDisplayNameRequest,
        context: CallContext
    ) async throws -> HoldDisplayNameResponse

    /// Makes a held display name the user's own, and makes the user's profile. For a user without a
    /// name, makes only the profile. Confirming twice is no error, nor is confirming after a call
    /// of the user did it (see GetProfile).
    ///
    /// Errors: NOT_FOUND (HOLD_NOT_FOUND) when the user has neither a hold nor a profile.
    func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest,
        context: CallContext
    ) async throws -> ConfirmDisplayNameResponse

    /// Releases a hold. A user without a hold is no error. A confirmed display name is unchanged.
    func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest,
        context: CallContext
    ) async throws -> ReleaseDisplayNameResponse

    /// Returns the user who has or holds a display name, for signing in by it and for operators.
    /// Only Auth knows whether that user has an account: Profile does not know yet whether a
    /// sign-up that holds a name was committed. Every name costs the same work, one look-up in one
    /// index, so that the time of the answer reveals nothing. That is so for names that are owned,
    /// held, free or invalid. The answers to the last two are the same.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND).
    func resolveDisplayName(
        _ request: ResolveDisplayNameRequest,
        context: CallContext
    ) async throws -> ResolveDisplayNameResponse

    /// Returns the display names of users, for the lists that administrators read.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 500 ids.
    func getDisplayNames(
        _ request: GetDisplayNamesRequest,
        context: CallContext
    ) async throws -> GetDisplayNamesResponse

    /// Follows all users, for services that keep a copy. The stream begins with all users, or with
    /// those that have changed since a cursor. Then it sends each change as it is made. Of several
    /// changes of one user only the last may be sent. While nothing changes, a message without
    /// changes comes every two seconds. A caller that receives nothing for five seconds knows that
    /// the stream is lost. When the service is about to stop, the stream ends with UNAVAILABLE:
    /// call again with the last cursor, at any instance. When the caller's token expires, it ends
    /// with UNAUTHENTICATED: call again with another token.
    ///
    /// No change is skipped, whatever the order in which transactions commit. There is one
    /// exception: Profile's database was restored from a copy older than the cursor, and then
    /// changed beyond it. Profile cannot detect that. Start without a cursor then.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        responses: ResponseWriter<WatchProfileChangesResponse>,
        context: CallContext
    ) async throws

    /// Deletes all data of a user: the profile, the photo, the history of the display name, and
    /// reports about the user. Reports by the user become anonymous. The display name is in
    /// quarantine for 30 days, counted from the end of the day, unless the request frees it. No
    /// later call brings the user back. Erasing a user twice, or an unknown user, is no error.
    ///
    /// After the answer, SQLite's files have nothing of the user except the id and the time, and
    /// PostgreSQL's tables have no other row. The photo's file is removed within seconds, unless
    /// another user has the same photo. If the disk refuses, the removal is retried every minute.
    func eraseProfile(
        _ request: EraseProfileRequest,
        context: CallContext
    ) async throws -> EraseProfileResponse

    /// Returns all data of a user: first the profile, then the bytes of the photo, if there is one.
    /// While the display name is only held, the profile has only the name, and 0 for its times.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND); DATA_LOSS (PHOTO_DAMAGED).
    func exportProfile(
        _ request: ExportProfileRequest,
        responses: ResponseWriter<ExportProfileResponse>,
        context: CallContext
    ) async throws

    /// Lists the users of whom Profile has stored anything, ordered by id, in pages; or some of
    /// them. Auth compares them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    func listProfiles(
        _ request: ListProfilesRequest,
        context: CallContext
    ) async throws -> ListProfilesResponse

    /// Gives a profile to a user who has an account but no profile, as after a restore of an older
    /// copy. The profile gets the given display name if the user holds it or it is free, and
    /// otherwise a generated one. With `is_nameless` it has none. The user may change a generated
    /// name at once: that does not count as a rename, and frees the generated name. For a user who
    /// already has a profile, nothing changes.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND) for an erased user; INVALID_ARGUMENT (FIELD_MALFORMED)
    /// for a name together with `is_nameless`.
    func restoreProfile(
        _ request: RestoreProfileRequest,
        context: CallContext
    ) async throws -> RestoreProfileResponse

    /// Lists what administrators have taken down from profiles, so that Auth can tell the owners by
    /// mail. The oldest comes first, in pages. A notice stays until RemoveTakeDownNotices.
    func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest,
        context: CallContext
    ) async throws -> ListTakeDownNoticesResponse

    /// Removes notices that Auth has received. A notice that is already gone is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED; TOO_MANY for more than 500).
    func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest,
        context: CallContext
    ) async throws -> RemoveTakeDownNoticesResponse
}

/// The RPCs of `ProfilePeerService`.
public enum ProfilePeerServiceMethods {
    public static let holdDisplayName =
        Method<HoldDisplayNameRequest, HoldDisplayNameResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "HoldDisplayName",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let confirmDisplayName =
        Method<ConfirmDisplayNameRequest, ConfirmDisplayNameResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ConfirmDisplayName",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let releaseDisplayName =
        Method<ReleaseDisplayNameRequest, ReleaseDisplayNameResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ReleaseDisplayName",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let resolveDisplayName =
        Method<ResolveDisplayNameRequest, ResolveDisplayNameResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ResolveDisplayName",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let getDisplayNames =
        Method<GetDisplayNamesRequest, GetDisplayNamesResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "GetDisplayNames",
            kind: .unary,
            access: .auth,
            maximumRequestSize: 24576,
            isRepeatable: true
        )

    public static let watchProfileChanges =
        Method<WatchProfileChangesRequest, WatchProfileChangesResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "WatchProfileChanges",
            kind: .serverStreaming,
            access: .service,
            isRepeatable: true
        )

    public static let eraseProfile =
        Method<EraseProfileRequest, EraseProfileResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "EraseProfile",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let exportProfile =
        Method<ExportProfileRequest, ExportProfileResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ExportProfile",
            kind: .serverStreaming,
            access: .auth,
            priority: .bulk,
            isRepeatable: true
        )

    public static let listProfiles =
        Method<ListProfilesRequest, ListProfilesResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ListProfiles",
            kind: .unary,
            access: .auth,
            priority: .bulk,
            maximumRequestSize: 24576,
            isRepeatable: true
        )

    public static let restoreProfile =
        Method<RestoreProfileRequest, RestoreProfileResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "RestoreProfile",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let listTakeDownNotices =
        Method<ListTakeDownNoticesRequest, ListTakeDownNoticesResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "ListTakeDownNotices",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let removeTakeDownNotices =
        Method<RemoveTakeDownNoticesRequest, RemoveTakeDownNoticesResponse>(
            service: "rollcall.v1.ProfilePeerService",
            name: "RemoveTakeDownNotices",
            kind: .unary,
            access: .auth,
            maximumRequestSize: 24576,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `ProfilePeerService`.
    public mutating func add(_ service: some ProfilePeerService) {
        unary(ProfilePeerServiceMethods.holdDisplayName) {
            try await service.holdDisplayName($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.confirmDisplayName) {
            try await service.confirmDisplayName($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.releaseDisplayName) {
            try await service.releaseDisplayName($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.resolveDisplayName) {
            try await service.resolveDisplayName($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.getDisplayNames) {
            try await service.getDisplayNames($0, context: $1)
        }
        serverStreaming(ProfilePeerServiceMethods.watchProfileChanges) {
            try await service.watchProfileChanges($0, responses: $1, context: $2)
        }
        unary(ProfilePeerServiceMethods.eraseProfile) {
            try await service.eraseProfile($0, context: $1)
        }
        serverStreaming(ProfilePeerServiceMethods.exportProfile) {
            try await service.exportProfile($0, responses: $1, context: $2)
        }
        unary(ProfilePeerServiceMethods.listProfiles) {
            try await service.listProfiles($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.restoreProfile) {
            try await service.restoreProfile($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.listTakeDownNotices) {
            try await service.listTakeDownNotices($0, context: $1)
        }
        unary(ProfilePeerServiceMethods.removeTakeDownNotices) {
            try await service.removeTakeDownNotices($0, context: $1)
        }
    }
}

/// Calls `ProfilePeerService`.
public struct ProfilePeerServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Holds a display name for a user who is signing up, or a place for a user who signs up
    /// without one. Repeating the request is no error. A hold does not expire: the service that
    /// made it confirms or releases it, also after a crash. A hold for a user who was released
    /// before comes too late and is refused. Each attempt to sign up has its own user id.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule (FIELD_MALFORMED for a name
    /// together with `is_nameless`); ALREADY_EXISTS (DISPLAY_NAME_TAKEN); NOT_FOUND
    /// (HOLD_NOT_FOUND) after a release; FAILED_PRECONDITION when the user already has a profile
    /// with another display name.
    public func holdDisplayName(
        _ request: HoldDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> HoldDisplayNameResponse {
        try await client.unary(ProfilePeerServiceMethods.holdDisplayName, request, options)
    }

    /// Makes a held display name the user's own, and makes the user's profile. For a user without a
    /// name, makes only the profile. Confirming twice is no error, nor is confirming after a call
    /// of the user did it (see GetProfile).
    ///
    /// Errors: NOT_FOUND (HOLD_NOT_FOUND) when the user has neither a hold nor a profile.
    public func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ConfirmDisplayNameResponse {
        try await client.unary(ProfilePeerServiceMethods.confirmDisplayName, request, options)
    }

    /// Releases a hold. A user without a hold is no error. A confirmed display name is unchanged.
    public func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ReleaseDisplayNameResponse {
        try await client.unary(ProfilePeerServiceMethods.releaseDisplayName, request, options)
    }

    /// Returns the user who has or holds a display name, for signing in by it and for operators.
    /// Only Auth knows whether that user has an account: Profile does not know yet whether a
    /// sign-up that holds a name was committed. Every name costs the same work, one look-up in one
    /// index, so that the time of the answer reveals nothing. That is so for names that are owned,
    /// held, free or invalid. The answers to the last two are the same.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND).
    public func resolveDisplayName(
        _ request: ResolveDisplayNameRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResolveDisplayNameResponse {
        try await client.unary(ProfilePeerServiceMethods.resolveDisplayName, request, options)
    }

    /// Returns the display names of users, for the lists that administrators read.
    ///
    /// Errors: INVALID_ARGUMENT (TOO_MANY) for more than 500 ids.
    public func getDisplayNames(
        _ request: GetDisplayNamesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetDisplayNamesResponse {
        try await client.unary(ProfilePeerServiceMethods.getDisplayNames, request, options)
    }

    /// Follows all users, for services that keep a copy. The stream begins with all users, or with
    /// those that have changed since a cursor. Then it sends each change as it is made. Of several
    /// changes of one user only the last may be sent. While nothing changes, a message without
    /// changes comes every two seconds. A caller that receives nothing for five seconds knows that
    /// the stream is lost. When the service is about to stop, the stream ends with UNAVAILABLE:
    /// call again with the last cursor, at any instance. When the caller's token expires, it ends
    /// with UNAUTHENTICATED: call again with another token.
    ///
    /// No change is skipped, whatever the order in which transactions commit. There is one
    /// exception: Profile's database was restored from a copy older than the cursor, and then
    /// changed beyond it. Profile cannot detect that. Start without a cursor then.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) when the caller has more than 16 of these streams
    /// open; UNAVAILABLE (OVERLOADED) when all callers together have more than 64.
    public func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchProfileChangesResponse> {
        try await client.serverStreaming(
            ProfilePeerServiceMethods.watchProfileChanges,
            request,
            options
        )
    }

    /// Deletes all data of a user: the profile, the photo, the history of the display name, and
    /// reports about the user. Reports by the user become anonymous. The display name is in
    /// quarantine for 30 days, counted from the end of the day, unless the request frees it. No
    /// later call brings the user back. Erasing a user twice, or an unknown user, is no error.
    ///
    /// After the answer, SQLite's files have nothing of the user except the id and the time, and
    /// PostgreSQL's tables have no other row. The photo's file is removed within seconds, unless
    /// another user has the same photo. If the disk refuses, the removal is retried every minute.
    public func eraseProfile(
        _ request: EraseProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> EraseProfileResponse {
        try await client.unary(ProfilePeerServiceMethods.eraseProfile, request, options)
    }

    /// Returns all data of a user: first the profile, then the bytes of the photo, if there is one.
    /// While the display name is only held, the profile has only the name, and 0 for its times.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND); DATA_LOSS (PHOTO_DAMAGED).
    public func exportProfile(
        _ request: ExportProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<ExportProfileResponse> {
        try await client.serverStreaming(ProfilePeerServiceMethods.exportProfile, request, options)
    }

    /// Lists the users of whom Profile has stored anything, ordered by id, in pages; or some of
    /// them. Auth compares them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    public func listProfiles(
        _ request: ListProfilesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListProfilesResponse {
        try await client.unary(ProfilePeerServiceMethods.listProfiles, request, options)
    }

    /// Gives a profile to a user who has an account but no profile, as after a restore of an older
    /// copy. The profile gets the given display name if the user holds it or it is free, and
    /// otherwise a generated one. With `is_nameless` it has none. The user may change a generated
    /// name at once: that does not count as a rename, and frees the generated name. For a user who
    /// already has a profile, nothing changes.
    ///
    /// Errors: NOT_FOUND (PROFILE_NOT_FOUND) for an erased user; INVALID_ARGUMENT (FIELD_MALFORMED)
    /// for a name together with `is_nameless`.
    public func restoreProfile(
        _ request: RestoreProfileRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RestoreProfileResponse {
        try await client.unary(ProfilePeerServiceMethods.restoreProfile, request, options)
    }

    /// Lists what administrators have taken down from profiles, so that Auth can tell the owners by
    /// mail. The oldest comes first, in pages. A notice stays until RemoveTakeDownNotices.
    public func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListTakeDownNoticesResponse {
        try await client.unary(ProfilePeerServiceMethods.listTakeDownNotices, request, options)
    }

    /// Removes notices that Auth has received. A notice that is already gone is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED; TOO_MANY for more than 500).
    public func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RemoveTakeDownNoticesResponse {
        try await client.unary(ProfilePeerServiceMethods.removeTakeDownNotices, request, options)
    }
}
