import RollcallAPI
import RollcallRPC
import Synchronization

/// What a watch of profiles has told of photos.
struct WatchedPhotos: Sendable {
    /// The ids of the photos of those users who have one.
    var photos: [String: String] = [:]
    var cursor: ProfileWatchCursor?
    /// Whether the watch has told all that there was when it was opened.
    var isCurrent = false
    /// Whether all that was known before was to be forgotten.
    var wasReplaced = false

    mutating func apply(_ message: WatchProfilesResponse) {
        if message.replaces { (photos, wasReplaced) = ([:], true) }
        for profile in message.profiles { photos[profile.userID] = profile.photo?.photoID }
        for user in message.hiddenUserIDs { photos[user] = nil }
        cursor = message.cursor ?? cursor
        isCurrent = isCurrent || message.isCurrent
    }
}

/// Reads one watch of profiles until it is stopped or ends.
final class PhotoWatch: Sendable {
    private let current: Mutex<WatchedPhotos>
    private let stream: ResponseStream<WatchProfilesResponse>
    private let reading = Mutex<Task<Void, Never>?>(nil)

    var view: WatchedPhotos { current.withLock { $0 } }

    /// - Parameter start: what was known before, with the cursor from which to go on.
    init(
        of users: [String], by user: PhotoUser, at profiles: ProfileServiceClient,
        from start: WatchedPhotos
    ) async throws {
        var options = user.options
        options.timeout = .seconds(60)
        stream = try await profiles.watchProfiles(
            WatchProfilesRequest(userIDs: users, cursor: start.cursor), options: options)
        current = Mutex(WatchedPhotos(photos: start.photos, cursor: start.cursor))
        reading.withLock { $0 = Task { await read() } }
    }

    private func read() async {
        // Parts that belong together are applied together.
        var parts: [WatchProfilesResponse] = []
        while let message = try? await stream.next() {
            parts.append(message)
            guard message.isCurrent else { continue }
            current.withLock { view in parts.forEach { view.apply($0) } }
            parts = []
        }
    }

    /// - Returns: what was told.
    func stop() async -> WatchedPhotos {
        stream.cancel()
        await reading.withLock { $0 }?.value
        return view
    }
}
