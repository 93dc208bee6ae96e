import Blobs
import Logging
import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

extension ProfileServer {
    /// One that reads as fast as it can, on the server's tables.
    ///
    /// - Parameter archive: another instance's; the server's if nil.
    func scrub(
        of archive: PhotoArchive? = nil, configure: (inout ScrubPolicy) -> Void = { _ in }
    ) -> PhotoScrub {
        var policy = ScrubPolicy()
        policy.rate = 1 << 40
        configure(&policy)
        return PhotoScrub(of: archive ?? handler.photos, policy)
    }

    /// The photos as another instance has them: the same tables and files, and claims of its own.
    func otherArchive(_ blobs: any BlobStore, logger: Logger = .quiet) -> PhotoArchive {
        PhotoArchive(
            store: store, blobs: blobs, limits: .usual, retryPause: .seconds(1), logger: logger)
    }

    /// Begins a pass, or lets one go on, and does all that there is to do at once.
    @discardableResult
    func pass(_ scrub: PhotoScrub? = nil, acceptingDamage: Bool = false) async throws -> ScrubState
    {
        let scrub = scrub ?? self.scrub()
        try await store.startScrub(acceptingDamage: acceptingDamage)
        var reading = scrub.newReading
        while try await scrub.turn(&reading) {}
        return try await store.scrubState()
    }

    /// The ids of photos that are marked as damaged.
    func damaged() async throws -> [String] {
        try await self.operator.damagedPhotos().map(\.photoID)
    }
}

extension PhotoScrub {
    var newReading: Reading { Reading(pace: ScrubPace(rate: policy.rate)) }

    /// Looks for files of damaged photos that are there again.
    func lookForReturns() async throws {
        var reading = newReading
        try await lookForReturns(&reading)
    }
}

extension Person {
    /// All photos that are marked as damaged, page after page.
    func damagedPhotos(pageSize: UInt32 = 0) async throws -> [DamagedPhoto] {
        var photos: [DamagedPhoto] = []
        while true {
            let request = ListDamagedPhotosRequest(
                pageSize: pageSize, afterPhotoID: photos.last?.photoID ?? "")
            let page = try await administration.listDamagedPhotos(request, options: options())
            photos += page.photos
            guard page.hasMore else { return photos }
        }
    }

    func scrubState() async throws -> GetPhotoScrubResponse {
        try await administration.getPhotoScrub(GetPhotoScrubRequest(), options: options())
    }

    func startScrub(acceptingDamage: Bool = false) async throws {
        _ = try await administration.startPhotoScrub(
            StartPhotoScrubRequest(acceptDamage: acceptingDamage), options: options())
    }
}

extension Photo {
    var blob: BlobID {
        get throws { try #require(BlobID(photoID)) }
    }
}
