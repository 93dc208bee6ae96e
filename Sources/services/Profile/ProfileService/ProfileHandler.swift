import AccessTokens
import Blobs
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the RPCs of `ProfileService`: one a file, named for it.
package struct ProfileHandler: ProfileService {
    let store: ProfileStore
    let photos: PhotoArchive
    /// Where photos are read over HTTP, if they are.
    let links: PhotoLinks?
    /// Nil where photos have no sizes.
    let squareMaker: SquareMaker?
    private let expiredNames: ExpiredNames
    let noticeIDs: UUIDv7Generator
    private let noticeMetrics: NoticeMetrics
    let uploads: CallLimiter
    let busyUploads: UploadLimiter
    let uploadAllowances: RateLimiter<UUIDv7>
    let downloads: CallLimiter
    let watches: ProfileWatchHub
    /// Of `ProfileStore.unlock`.
    let masterKey: Secret
    let watchSlots: CallLimiter
    let reportIDs: UUIDv7Generator
    let authenticator: any Authenticator
    /// Of answers to a signed-in user that leave out who is unknown, or blocked in either direction: the
    /// two differ by some ten microseconds.
    let padding = ResponsePadding(quantum: .milliseconds(4))
    let configuration: ProfileConfiguration
    let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - store: closed by the caller, after `run` has returned.
    ///   - authenticator: the server's, which is asked again about those who take their time.
    ///   - masterKey: of `store.unlock`.
    ///   - links: where photos are read over HTTP, if they are.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(
        store: ProfileStore,
        blobs: any BlobStore,
        authenticator: any Authenticator,
        configuration: ProfileConfiguration = ProfileConfiguration(),
        masterKey: Secret,
        links: PhotoLinks? = nil,
        clock: @escaping @Sendable () -> Int64,
        logger: Logger
    ) {
        self.store = store
        self.authenticator = authenticator
        self.configuration = configuration
        self.clock = clock
        self.masterKey = masterKey
        self.links = links
        photos = PhotoArchive(
            store: store, blobs: blobs, limits: configuration.photos,
            retryPause: configuration.collectionRetryPause,
            logger: logger)
        reportIDs = UUIDv7Generator(clock: clock)
        squareMaker = configuration.photoProgram.map { [photos] program in
            let workers = PhotoWorkers(
                program, count: configuration.photoWorkers, timeLimit: configuration.photoWorkTime)
            return SquareMaker(archive: photos, workers: workers)
        }
        expiredNames = ExpiredNames(
            photos: photos, reportBytes: configuration.reportPhotoBytes, clock: clock,
            logger: logger)
        noticeIDs = UUIDv7Generator(clock: clock)
        noticeMetrics = NoticeMetrics(store: store, clock: clock)
        uploads = CallLimiter(
            limit: configuration.uploads, perUser: configuration.uploadsPerUser)
        busyUploads = UploadLimiter(limit: configuration.busyUploads)
        uploadAllowances = RateLimiter(configuration.uploadsPerHour)
        downloads = CallLimiter(
            limit: configuration.downloads, perUser: configuration.downloadsPerUser)
        watches = ProfileWatchHub(store: store, configuration: configuration, logger: logger)
        watchSlots = CallLimiter(
            limit: configuration.watches, perUser: configuration.watchesPerUser)
    }

    /// The photos that links lead to; nil without links.
    package var linkedPhotos: LinkedPhotos? {
        links.map { LinkedPhotos(links: $0, photos: photos, maker: squareMaker) }
    }

    /// Ends the streams that have no end of their own.
    @Sendable package func beginDrain() {
        store.feed.beginDrain()
        watches.beginDrain()
    }

    /// Ends the watches of sessions that have ended.
    @Sendable package func endWatches(of sessions: EndedSessions) {
        watches.endWatches(of: sessions)
    }

    /// Changes of other instances, and our own that stood behind a transaction that was still under way.
    private func lookForChanges() async throws {
        while true {
            try await Task.sleep(for: configuration.changePoll)
            store.feed.publish()
        }
    }

    /// How many notices Auth does not have yet.
    @Sendable package func waitingNotices() async throws -> Int {
        try await store.waitingNotices().count
    }

    /// Makes the sizes of photos, removes photos that nobody has any more and names whose quarantine is over,
    /// bounds what reports keep, counts notices, notes changes of photos that many users share, and feeds
    /// those who watch profiles, until it is cancelled. Call it once.
    ///
    /// - Throws: when the blob store has stopped for good: the process should exit.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await photos.run() }
            group.addTask { await expiredNames.run() }
            group.addTask { await noticeMetrics.run() }
            if let squareMaker { group.addTask { await squareMaker.run() } }
            group.addTask { try await watches.run() }
            group.addTask { await SharedPhotoChanges(store: store, logger: photos.logger).run() }
            if store.isShared { group.addTask { try await lookForChanges() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
