import Foundation

/// Gets photos from the cache, or downloads them, once for all who ask at the same time.
final class PhotoLoader: Sendable {
    /// The most bytes of a photo.
    private static let largest = 32 << 20

    private let profile: ProfileServiceClient
    private let cache: AppCache
    private let running = Locked<[[String]: Task<Loaded, Never>]>([:])

    private typealias Loaded = Result<Data?, RollcallError>

    init(_ profile: ProfileServiceClient, _ cache: AppCache) {
        (self.profile, self.cache) = (profile, cache)
    }

    /// - Parameters:
    ///   - photoID: of a server, so it may be anything.
    ///   - size: that of a square, or 0.
    ///   - viewer: the user who is signed in.
    /// - Returns: nil if the user has no photo by now.
    func photo(
        of user: String, _ photoID: String, _ size: Int, for viewer: String
    ) async throws(RollcallError) -> Data? {
        guard photoID.count == 64, photoID.allSatisfy(\.isHexDigit) else {
            throw .malformed("the id of the photo is malformed")
        }
        let name = "\(photoID)-\(size)"
        if let kept = await cache.photo(name) { return kept }
        let task = running.withLock { running in
            if let task = running[[viewer, user, name]] { return task }
            let task = Task { () -> Loaded in
                let loaded = await load(user, size)
                if case .success(let photo?) = loaded {
                    await cache.keep(photo, as: name, for: viewer)
                }
                _ = self.running.withLock { $0.removeValue(forKey: [viewer, user, name]) }
                return loaded
            }
            running[[viewer, user, name]] = task
            return task
        }
        return try await task.valueUnlessCancelled().get()
    }

    private func load(_ user: String, _ size: Int) async -> Loaded {
        do throws(RollcallError) {
            return .success(
                try await threeTimes { () async throws(RollcallError) in
                    do {
                        return try await download(user, size)
                    } catch {
                        throw RollcallError(error)
                    }
                })
        } catch {
            if error.reasons.contains(.profileNotFound) { return .success(nil) }
            guard error.reasons.contains(.photoNotFound) else { return .failure(error) }
            // Where no squares are made, there may still be the photo.
            return size == 0 ? .success(nil) : await load(user, 0)
        }
    }

    private func download(_ user: String, _ size: Int) async throws -> Data {
        let request = DownloadPhotoRequest(user: UserKey(key: .userID(user)), size: UInt32(size))
        var (bytes, announced) = (Data(), 0)
        for try await answer in profile.downloadPhoto(request) {
            switch answer.part {
            case .photo(let photo): announced = Int(photo.size)
            case .chunk(let chunk): bytes += chunk
            case nil: break
            }
            guard bytes.count <= Self.largest else { throw RollcallError.tooLarge(Self.largest) }
        }
        guard bytes.count == announced, !bytes.isEmpty else {
            throw RollcallError.malformed("the photo is not whole")
        }
        return bytes
    }
}
