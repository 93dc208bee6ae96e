import Blobs
import Synchronization

/// Who works on the file of a photo: any number of uploads of the same bytes, or the one that
/// removes it. Thereby no upload finds its file removed between its writing and its row.
final class PhotoClaims: Sendable {
    private enum Claim {
        case uploads(Int)
        case collection(waiting: [CheckedContinuation<Void, Never>])
    }

    private let claims = Mutex<[BlobID: Claim]>([:])

    /// Waits while the photo is collected, which takes a disk access or two.
    func beginUpload(of photo: BlobID) async {
        await withCheckedContinuation { continuation in
            let mayBegin = claims.withLock { claims in
                switch claims[photo] {
                case .collection(let waiting):
                    claims[photo] = .collection(waiting: waiting + [continuation])
                    return false
                case .uploads(let count): claims[photo] = .uploads(count + 1)
                case nil: claims[photo] = .uploads(1)
                }
                return true
            }
            if mayBegin { continuation.resume() }
        }
    }

    func endUpload(of photo: BlobID) {
        claims.withLock { claims in
            guard case .uploads(let count) = claims[photo] else { return }
            claims[photo] = count > 1 ? .uploads(count - 1) : nil
        }
    }

    /// - Returns: those of `photos` that were free, and are the caller's now.
    func beginCollection(of photos: [BlobID]) -> [BlobID] {
        claims.withLock { claims in
            let free = photos.filter { claims[$0] == nil }
            for photo in free { claims[photo] = .collection(waiting: []) }
            return free
        }
    }

    func endCollection(of photos: [BlobID]) {
        let waiting = claims.withLock { claims in
            photos.flatMap { photo -> [CheckedContinuation<Void, Never>] in
                guard case .collection(let waiting) = claims[photo] else { return [] }
                claims[photo] = waiting.isEmpty ? nil : .uploads(waiting.count)
                return waiting
            }
        }
        for continuation in waiting { continuation.resume() }
    }
}
