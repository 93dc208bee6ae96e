import AccessTokens
import Blobs
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallPhotos
import RollcallRPC
import Storage

/// The parts of the service: the handlers of its calls, and its own tasks. It listens nowhere
/// itself.
package struct ProfileRuntime: Sendable {
    package let handler: ProfileHandler
    package let peers: ProfilePeerHandler
    private let admin: ProfileAdminHandler
    let expiredNames: ExpiredNames
    private let noticeMetrics: NoticeMetrics
    private let changePoll: Duration

    private var store: ProfileStore { handler.store }
    private var photos: PhotoArchive { handler.photos }

    /// Counts the uploads of a user by another limit from now on.
    package func change(uploads: RateLimit) { handler.uploads.allowances.change(uploads) }

    /// - Parameters:
    ///   - store: closed by the caller, after `run` has returned.
    ///   - authenticator: the server's.
    ///   - masterKey: of `store.unlock`.
    ///   - links: where photos are read over HTTP, if they are.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(
        store: ProfileStore, blobs: any BlobStore, authenticator: any Authenticator,
        configuration: ProfileConfiguration = ProfileConfiguration(), masterKey: Secret,
        links: PhotoLinks? = nil, clock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        let workers = configuration.photoProgram.map {
            PhotoWorkers(
                $0, count: configuration.photoWorkers, timeLimit: configuration.photoWorkTime)
        }
        let photos = PhotoArchive(
            store: store, blobs: blobs, limits: configuration.photos, workers: workers,
            retryPause: configuration.collectionRetryPause, clock: clock, logger: logger)
        let downloads = CallLimiter(
            limit: configuration.downloads, perUser: configuration.downloadsPerUser)
        let pages = PageTokens(secret: masterKey, clock: clock)
        handler = ProfileHandler(
            store: store, pages: pages, photos: photos, links: links,
            uploads: PhotoUploads(configuration),
            downloads: downloads,
            downloadTime: configuration.downloadTime,
            watches: ProfileWatchHub(
                store: store, masterKey: masterKey, configuration: configuration, logger: logger),
            reportIDs: UUIDv7Generator(clock: clock), authenticator: authenticator, clock: clock)
        peers = ProfilePeerHandler(
            store: store, pages: pages, photos: photos, links: links, exports: downloads,
            exportTime: configuration.downloadTime, heartbeat: handler.watches.heartbeat,
            authenticator: authenticator, clock: clock)
        admin = ProfileAdminHandler(
            store: store, pages: pages, photos: photos, authenticator: authenticator,
            noticeIDs: UUIDv7Generator(clock: clock), downloadTime: configuration.downloadTime,
            clock: clock, log: AdminLog(logger: logger))
        expiredNames = ExpiredNames(
            photos: photos,
            reportBytes: configuration.reportPhotoBytes, clock: clock,
            logger: logger)
        noticeMetrics = NoticeMetrics(store: store, clock: clock)
        changePoll = configuration.changePoll
    }

    /// Has a server answer all calls of Profile.
    package func add(to router: inout Router) {
        router.add(handler)
        router.add(peers)
        router.add(admin)
    }

    /// The photos that links lead to; nil without links.
    package var linkedPhotos: LinkedPhotos? {
        handler.links.map { LinkedPhotos(links: $0, photos: photos) }
    }

    /// How many notices Auth does not have yet.
    @Sendable package func waitingNotices() async throws -> Int {
        try await store.waitingNotices().count
    }

    /// Ends the streams that have no end of their own.
    @Sendable package func beginDrain() {
        store.followers.beginDrain()
        handler.watches.watchers.beginDrain()
    }

    /// Ends the watches of sessions that have ended.
    @Sendable package func endWatches(of sessions: EndedSessions) {
        handler.watches.endWatches(of: sessions)
    }

    /// Makes the sizes of photos, removes photos that nobody has any more and names whose
    /// quarantine is over, bounds what reports keep, counts notices, and feeds those who watch
    /// profiles, until it is cancelled. Call it once.
    ///
    /// - Throws: when the blob store has stopped for good: the process should exit.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await photos.run() }
            group.addTask { await expiredNames.run() }
            group.addTask { await noticeMetrics.run() }
            if let workers = photos.workers {
                group.addTask { await photos.makeSquares(workers) }
            }
            group.addTask { try await handler.watches.run() }
            if store.isShared { group.addTask { try await lookForChanges() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Looks for changes of other instances, and for our own that stood behind an open transaction.
    private func lookForChanges() async throws {
        while true {
            try await Task.sleep(for: changePoll)
            store.followers.wakeAll()
        }
    }
}
