import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers

/// Profile, as far as it tells of changes, which does what the test says.
final class ScriptedProfile: Sendable {
    enum Conduct {
        case follows
        /// Takes the call, and says nothing.
        case isSilent
        case refuses(RPCError)
    }

    /// One for each user and kind.
    fileprivate struct Entry {
        let change: ProfileChange
        /// The place in the order of changes.
        let number: UInt64

        var isAboutBlocks: Bool {
            if case .blocks = change.now { true } else { false }
        }
    }

    struct State {
        var conduct = Conduct.follows
        /// In the order of the last changes; an empty list when the last block has ended.
        fileprivate var entries: [Entry] = []
        fileprivate var lastNumber: UInt64 = 0
        /// Another one after it was set back to a copy.
        var era: UInt64 = 1
        /// Of every call, in order.
        var cursors: [ProfileChangeCursor?] = []
        fileprivate var streams: [AsyncStream<WatchProfileChangesResponse>.Continuation] = []
        fileprivate var isExpired = false
    }

    let state = Mutex(State())

    var cursors: [ProfileChangeCursor?] { state.withLock { $0.cursors } }

    func client() throws -> ProfilePeerServiceClient {
        let server = try TestServer(authenticator: SameCaller(.service("presence"))) { router in
            router.serverStreaming(ProfilePeerServiceMethods.watchProfileChanges) {
                request, responses, _ in
                try await self.watch(request, responses)
            }
        }
        return ProfilePeerServiceClient(server.connection)
    }

    private func watch(
        _ request: WatchProfileChangesRequest,
        _ responses: ResponseWriter<WatchProfileChangesResponse>
    ) async throws {
        let (news, stream) = AsyncStream.makeStream(of: WatchProfileChangesResponse.self)
        let (conduct, first) = state.withLock { state in
            state.cursors.append(request.cursor)
            state.streams.append(stream)
            return (state.conduct, state.parts(after: request.cursor))
        }
        switch conduct {
        case .refuses(let error): throw error
        case .isSilent: break
        case .follows: for part in first { try await responses.send(part) }
        }
        for await part in news { try await responses.send(part) }
        if state.withLock({ $0.isExpired }) {
            throw RPCError(.unauthenticated, "the token has expired")
        }
        throw RPCError(.unavailable, "the stream was closed")
    }
}

/// What the test says.
extension ScriptedProfile {
    func set(_ conduct: Conduct) { state.withLock { $0.conduct = conduct } }

    func block(_ others: [UUIDv7], by user: UUIDv7) {
        change(ProfileChange(others, by: user))
    }

    /// - Parameter photo: as everyone may see it.
    func name(_ user: UUIDv7, _ name: String, photo: String? = nil) {
        let photo = photo.map { Photo(photoID: $0) }
        let profile = PublicProfile(
            displayName: name, photo: photo, photoVisibility: .everyone)
        change(ProfileChange(userID: user.description, now: .profile(profile)))
    }

    func takeAway(_ user: UUIDv7) {
        change(ProfileChange(userID: user.description, now: .isGone(true)))
    }

    private func change(_ change: ProfileChange) {
        state.withLock { state in
            state.set(change)
            let part = state.part(state.entries.suffix(1), isCurrent: true)
            for stream in state.streams { stream.yield(part) }
        }
    }

    func tell(_ part: WatchProfileChangesResponse) {
        state.withLock { state in
            for stream in state.streams { stream.yield(part) }
        }
    }

    /// It runs on with an older copy, which knows no cursor of before.
    func setBack(to lists: [(user: UUIDv7, others: [UUIDv7])]) {
        state.withLock { state in
            (state.entries, state.lastNumber) = ([], 0)
            state.era += 1
            for list in lists { state.set(ProfileChange(list.others, by: list.user)) }
        }
        close()
    }

    /// Ends the streams that are open.
    ///
    /// - Parameter isExpired: whether the caller's token is to blame.
    func close(isExpired: Bool = false) {
        state.withLock { state in
            state.isExpired = isExpired
            for stream in state.streams { stream.finish() }
            state.streams = []
        }
    }
}

extension ScriptedProfile.State {
    fileprivate mutating func set(_ change: ProfileChange) {
        lastNumber += 1
        let entry = ScriptedProfile.Entry(change: change, number: lastNumber)
        entries.removeAll {
            $0.change.userID == change.userID
                && ($0.isAboutBlocks == entry.isAboutBlocks || change.now == .isGone(true))
        }
        entries.append(entry)
    }

    /// Every entry in a part of its own.
    fileprivate func parts(after cursor: ProfileChangeCursor?) -> [WatchProfileChangesResponse] {
        let isKnown = cursor?.position == era
        let told = isKnown ? cursor?.number ?? 0 : 0
        var parts = entries.filter { $0.number > told }.map { entry in
            part([entry], isCurrent: false, number: entry.number)
        }
        parts.append(part([], isCurrent: true))
        parts[0].replaces = !isKnown
        return parts
    }

    fileprivate func part(
        _ entries: some Collection<ScriptedProfile.Entry>, isCurrent: Bool, number: UInt64? = nil
    ) -> WatchProfileChangesResponse {
        WatchProfileChangesResponse(
            changes: entries.map(\.change),
            cursor: ProfileChangeCursor(position: era, number: number ?? lastNumber),
            isCurrent: isCurrent)
    }
}

extension ProfileChange {
    fileprivate init(_ others: [UUIDv7], by user: UUIDv7) {
        self.init(
            userID: user.description, now: .blocks(BlockedUsers(userIDs: others.map(\.bytes))))
    }
}
