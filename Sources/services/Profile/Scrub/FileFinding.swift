import Blobs

/// What a file is like that was read through.
enum FileFinding: Equatable {
    case sound(bytes: Int)
    case damaged, missing

    var isSound: Bool {
        if case .sound = self { true } else { false }
    }

    /// 0 unless it is sound.
    var bytes: Int {
        if case .sound(let bytes) = self { bytes } else { 0 }
    }
}

extension PhotoArchive {
    /// Reads a file through, and compares its hash.
    ///
    /// - Throws: `BlobError` about the store as a whole.
    func look(at file: BlobID) async throws -> FileFinding {
        do {
            return .sound(bytes: try await blobs.check(file))
        } catch BlobError.notFound {
            return .missing
        } catch let error as BlobError where error.isDamage {
            return .damaged
        }
    }
}
