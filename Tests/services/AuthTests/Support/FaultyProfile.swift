import Blobs
import Logging
import NIOPosix
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Synchronization
import Tables

@testable import Profile

/// The real Profile, on files; it can be made to fail before or after it has done what Auth asked.
final class FaultyProfile: ProfilePeerService {
    enum Step {
        case check, hold, confirm, release, erase, list, restore, export
        case listNotices, removeNotices

        static let ofSignUp = [Step.hold, .confirm, .release]
    }
    enum Moment: CaseIterable { case before, after }
    typealias Fault = @Sendable (Step, Moment) async throws -> Void

    private let store: ProfileStore
    private let appHandler: ProfileHandler
    private let handler: ProfilePeerHandler
    private let fault = Mutex<Fault?>(nil)
    private let forgedNotices = Mutex<[TakeDownNotice]>([])
    /// Whether it lists a page of notices again and again.
    let isStuck = Atomic(false)

    init(
        directory: String, authenticator: any Authenticator,
        clock: @escaping @Sendable () -> Int64, logger: Logger
    ) throws {
        store = try ProfileStore(.file(directory + "/profile.sqlite")) { _ in }
        let blobs = FileBlobStore(
            try BlobDirectory(path: directory + "/photos"), threads: NIOThreadPool.singleton)
        let runtime = ProfileRuntime(
            store: store, blobs: blobs, authenticator: authenticator,
            masterKey: Secret(Array(repeating: 7, count: 32)), clock: clock, logger: logger)
        (appHandler, handler) = (runtime.handler, runtime.peers)
    }

    func add(to router: inout Router) {
        router.add(self)
        router.unary(ProfileServiceMethods.checkDisplayName) { [self] request, context in
            try await doing(.check) {
                try await appHandler.checkDisplayName(request, context: context)
            }
        }
        router.unary(ProfileServiceMethods.updateProfile, appHandler.updateProfile)
        router.clientStreaming(ProfileServiceMethods.uploadPhoto, appHandler.uploadPhoto)
    }

    func close() throws {
        try store.close()
    }

    func setFault(_ fault: Fault?) {
        self.fault.withLock { $0 = fault }
    }

    /// Display names, lower-cased, by the account that has or holds each, in hexadecimal; empty for
    /// an account that has or holds a place without one.
    func names(held: Bool) async throws -> [String: String] {
        let query = Query<(id: UUIDv7, name: String), Bool>(
            """
            SELECT userID, coalesce(canonicalName, '') FROM profile WHERE (createdAtMs IS NOT NULL) = $1
            """
        ) { try ($0.next(), $0.next()) }
        let rows = try await store.database.all(query, !held)
        return Dictionary(
            uniqueKeysWithValues: rows.map { (Hex.encode($0.id.bytes).uppercased(), $0.name) })
    }

    /// As if the file was a copy from before a user signed up.
    func forget(_ user: UUIDv7) async throws {
        try await store.write { transaction in
            _ = try transaction.run(
                Command<UUIDv7>("DELETE FROM profile WHERE userID = $1"), user)
        }
    }

    /// As if the file was a copy from before anybody was erased.
    func forgetErasures() async throws {
        try await store.write { transaction in
            for table in ["erasedUser", "quarantinedName"] as [SQL] {
                try transaction.run(Command("DELETE FROM \(table)"))
            }
        }
    }

    /// As an administrator does, so that the user is to be told.
    func takeDownName(of user: UUIDv7, because reason: String, notice: UUIDv7) async throws {
        let taken = try TakenFields(
            [.displayName], field: "fields", reason: reason, allowsPhoto: false)
        _ = try await store.takeDown(
            taken, of: .id(user), notice: notice, now: notice.milliseconds)
    }

    /// As if an administrator had taken the fields away.
    func addNotice(
        _ id: UUIDv7, for user: UUIDv7, of fields: [ProfileField], because reason: String
    ) async throws {
        let reason = try PlainText(requiredReason: reason)
        try await store.write {
            try $0.notify(user, ofTaking: fields, because: reason, id: id)
        }
    }

    /// As if there were notices of another version; they are listed before the others.
    func setForgedNotices(_ notices: [TakeDownNotice]) {
        forgedNotices.withLock { $0 = notices }
    }

    /// Notices that Auth has not removed.
    func noticeCount() async throws -> Int {
        try await store.waitingNotices().count + forgedNotices.withLock { $0.count }
    }

    private func doing<T>(_ step: Step, _ body: () async throws -> T) async throws -> T {
        let fault = fault.withLock { $0 }
        try await fault?(step, .before)
        let result = try await body()
        try await fault?(step, .after)
        return result
    }

    func holdDisplayName(
        _ request: HoldDisplayNameRequest, context: CallContext
    ) async throws -> HoldDisplayNameResponse {
        try await doing(.hold) { try await handler.holdDisplayName(request, context: context) }
    }

    func confirmDisplayName(
        _ request: ConfirmDisplayNameRequest, context: CallContext
    ) async throws -> ConfirmDisplayNameResponse {
        try await doing(.confirm) {
            try await handler.confirmDisplayName(request, context: context)
        }
    }

    func releaseDisplayName(
        _ request: ReleaseDisplayNameRequest, context: CallContext
    ) async throws -> ReleaseDisplayNameResponse {
        try await doing(.release) {
            try await handler.releaseDisplayName(request, context: context)
        }
    }
}

/// What administrators have taken away.
extension FaultyProfile {
    func listTakeDownNotices(
        _ request: ListTakeDownNoticesRequest, context: CallContext
    ) async throws -> ListTakeDownNoticesResponse {
        try await doing(.listNotices) {
            if isStuck.load(ordering: .relaxed) {
                return ListTakeDownNoticesResponse(nextPageToken: "again")
            }
            var page = try await handler.listTakeDownNotices(request, context: context)
            if request.pageToken.isEmpty {
                page.notices = forgedNotices.withLock { $0 } + page.notices
            }
            return page
        }
    }

    func removeTakeDownNotices(
        _ request: RemoveTakeDownNoticesRequest, context: CallContext
    ) async throws -> RemoveTakeDownNoticesResponse {
        try await doing(.removeNotices) {
            forgedNotices.withLock { notices in
                notices.removeAll { request.noticeIDs.contains($0.noticeID) }
            }
            return try await handler.removeTakeDownNotices(request, context: context)
        }
    }
}

/// What sign-ups do not use.
extension FaultyProfile {
    func resolveDisplayName(
        _ request: ResolveDisplayNameRequest, context: CallContext
    ) async throws -> ResolveDisplayNameResponse {
        try await doing(.check) {
            try await handler.resolveDisplayName(request, context: context)
        }
    }

    func getDisplayNames(
        _ request: GetDisplayNamesRequest, context: CallContext
    ) async throws -> GetDisplayNamesResponse {
        try await doing(.check) {
            try await handler.getDisplayNames(request, context: context)
        }
    }

    func eraseProfile(
        _ request: EraseProfileRequest, context: CallContext
    ) async throws -> EraseProfileResponse {
        try await doing(.erase) { try await handler.eraseProfile(request, context: context) }
    }

    func exportProfile(
        _ request: ExportProfileRequest, responses: ResponseWriter<ExportProfileResponse>,
        context: CallContext
    ) async throws {
        try await doing(.export) {
            try await handler.exportProfile(request, responses: responses, context: context)
        }
    }

    func listProfiles(
        _ request: ListProfilesRequest, context: CallContext
    ) async throws -> ListProfilesResponse {
        try await doing(.list) { try await handler.listProfiles(request, context: context) }
    }

    func restoreProfile(
        _ request: RestoreProfileRequest, context: CallContext
    ) async throws -> RestoreProfileResponse {
        try await doing(.restore) { try await handler.restoreProfile(request, context: context) }
    }

    func watchProfileChanges(
        _ request: WatchProfileChangesRequest,
        responses: ResponseWriter<WatchProfileChangesResponse>, context: CallContext
    ) async throws {
        try await handler.watchProfileChanges(request, responses: responses, context: context)
    }
}
