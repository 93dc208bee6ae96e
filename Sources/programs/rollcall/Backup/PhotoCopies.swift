import Glibc
import RollcallCrypto

/// Copies the photos of Profile into a backup. A photo's name is its SHA-256, and its file never
/// changes: a file that an earlier backup has gets another name there, and is not copied again.
struct PhotoCopies {
    let source: String
    /// The photos of an earlier backup.
    let earlier: String?
    let target: String
    /// Photos whose bytes are not those of their names, or cannot be read: they are not copied.
    private(set) var damaged: Set<SHA256Digest> = []

    /// Copies those that the backup does not have yet.
    mutating func copy() throws {
        guard exists(source) else { return }
        try makeDirectory(target)
        for shard in try names(in: source) where isDirectory("\(source)/\(shard)") {
            try makeDirectory("\(target)/\(shard)")
            for name in try names(in: "\(source)/\(shard)") { try copy("\(shard)/\(name)") }
        }
    }

    private mutating func copy(_ path: String) throws {
        guard let photo = Backup.photo("photos/\(path)") else { return }
        let copy = "\(target)/\(path)"
        if let earlier, link("\(earlier)/\(path)", copy) == 0 { return }
        guard !exists(copy) else { return }
        do {
            guard try readFile("\(source)/\(path)", copyingTo: copy) != photo else { return }
        } catch let failure as Failure where failure.status == .notFound {
            // It was deleted meanwhile.
            return
        } catch let failure as Failure where failure.status == .conflict {}
        unlink(copy)
        damaged.insert(photo)
    }
}
