import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// Display names. Profile owns them, and Auth asks for them as a service.
struct DisplayNames: OutboxDestination {
    static let name = "Profile"
    static let kinds = [
        OutboxItem.Kind.confirmDisplayName, .releaseDisplayName, .makeProfile, .eraseProfile,
        .eraseProfileAndName,
    ]
    static let work = OutboxItem.table(
        """
        kind IN ('confirmDisplayName', 'releaseDisplayName', 'makeProfile', 'eraseProfile', \
        'eraseProfileAndName')
        """)
    static let passedOn: Set<StatusCode> = [
        .invalidArgument, .alreadyExists, .resourceExhausted, .notFound, .dataLoss, .cancelled,
    ]

    let profile: ProfilePeerServiceClient
    /// What apps call, too.
    let names: ProfileServiceClient
    let credential: ServiceCredential
    /// The time limit of one call.
    let timeout: Duration

    /// Why a display name cannot be used; empty if it can.
    func violations(of displayName: String, for call: CallContext?) async throws -> [Violation] {
        let request = CheckDisplayNameRequest(displayName: displayName, maxSuggestions: 0)
        let response = try await asking(call) {
            try await names.checkDisplayName(request, options: $0)
        }
        return response.reasons.map { reason in
            Violation(
                reason: reason, field: "display_name",
                message: reason == .displayNameTaken
                    ? "the display name is taken" : "the display name breaks a rule: \(reason)",
                position: reason == .displayNameBadCharacter ? response.position : nil)
        }
    }

    /// A longer name, in bytes, has no owner, without asking.
    private static let longest = 256

    /// The owner of a display name; nil if it has none.
    func owner(of displayName: String, for call: CallContext) async throws -> UUIDv7? {
        guard displayName.utf8.count <= Self.longest else { return nil }
        let request = ResolveDisplayNameRequest(displayName: displayName)
        do {
            let response = try await asking(call) {
                try await profile.resolveDisplayName(request, options: $0)
            }
            return UUIDv7(response.userID)
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    /// The display names of users. Users without a profile are left out.
    func names(of userIDs: [String], for call: CallContext) async throws -> [String: String] {
        let request = GetDisplayNamesRequest(userIDs: userIDs)
        let response = try await asking(call) {
            try await profile.getDisplayNames(request, options: $0)
        }
        return Dictionary(response.users.map { ($0.userID, $0.displayName) }) { first, _ in first }
    }

    /// - Parameter displayName: empty for a user without one.
    func hold(_ displayName: String, for accountID: UUIDv7, call: CallContext) async throws {
        let request = HoldDisplayNameRequest(
            userID: accountID.description, displayName: displayName,
            isNameless: displayName.isEmpty)
        _ = try await asking(call) { try await profile.holdDisplayName(request, options: $0) }
    }

    /// - Parameter token: of the page; empty for the first page.
    func takeDownNotices(_ token: String) async throws -> ListTakeDownNoticesResponse {
        try await profile.listTakeDownNotices(
            ListTakeDownNoticesRequest(pageSize: 100, pageToken: token), options: options(nil))
    }

    func removeTakeDownNotices(_ ids: [String]) async throws {
        _ = try await profile.removeTakeDownNotices(
            RemoveTakeDownNoticesRequest(noticeIDs: ids), options: options(nil))
    }

    func deliver(_ kind: OutboxItem.Kind, of user: UUIDv7) async throws -> Int64? {
        let options = try options(nil)
        let userID = user.description
        switch kind {
        case .confirmDisplayName:
            let request = ConfirmDisplayNameRequest(userID: userID)
            _ = try await profile.confirmDisplayName(request, options: options)
        case .releaseDisplayName:
            let request = ReleaseDisplayNameRequest(userID: userID)
            _ = try await profile.releaseDisplayName(request, options: options)
        case .makeProfile:
            let request = RestoreProfileRequest(userID: userID, isNameless: true)
            _ = try await profile.restoreProfile(request, options: options)
        case .eraseProfile, .eraseProfileAndName:
            let request = EraseProfileRequest(
                userID: userID, freeName: kind == .eraseProfileAndName)
            return try await profile.eraseProfile(request, options: options).erasedAtMs
        case .registerPresence, .erasePresence: break
        }
        return nil
    }

    /// Calls Profile in the time of the call that asks for it, if there is one.
    func asking<T>(
        _ call: CallContext?, _ body: (CallOptions) async throws -> T
    ) async throws -> T {
        let options = try options(call)
        return try await Self.calling { try await body(options) }
    }

    func options(_ call: CallContext?) throws -> CallOptions {
        var options = try credential.options(timeout: timeout)
        if let call {
            let onward = call.onward(timeout: timeout)
            (options.timeout, options.traceparent) = (onward.timeout, onward.traceparent)
        }
        return options
    }
}
