import Foundation

/// Photos in files, by their names. When they have too many bytes, the least recently used ones go.
struct PhotoFolder {
    static let mostBytes = 64 << 20

    private let url: URL
    /// The bytes of all files; nil until they were counted.
    private var size: Int?

    init(_ url: URL) { self.url = url }

    func photo(_ name: String) -> Data? {
        let file = url.appendingPathComponent(name)
        guard let photo = try? Data(contentsOf: file) else { return nil }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
        return photo
    }

    mutating func keep(_ photo: Data, as name: String) {
        guard photo.save(as: url.appendingPathComponent(name)) else { return }
        size = size.map { $0 + photo.count }
        guard size ?? .max > Self.mostBytes else { return }
        let files = files
        var counted = files.reduce(0) { $0 + $1.size }
        if counted > Self.mostBytes {
            for file in files where counted > Self.mostBytes / 8 * 7 {
                try? FileManager.default.removeItem(at: file.url)
                counted -= file.size
            }
        }
        size = counted
    }

    /// The least recently used first.
    private var files: [(url: URL, size: Int)] {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let urls = try? FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: Array(keys))
        return (urls ?? []).map { url in
            let about = try? url.resourceValues(forKeys: keys)
            return (url, about?.fileSize ?? 0, about?.contentModificationDate ?? .distantPast)
        }.sorted { $0.2 < $1.2 }.map { ($0.0, $0.1) }
    }
}

extension Data {
    /// Saves it whole or not at all, for the owner alone.
    ///
    /// - Returns: whether it was saved. A full disk is as if there were no cache.
    @discardableResult func save(as file: URL) -> Bool {
        let files = FileManager.default
        // Nobody else can look into the folder before the file has its own permissions.
        try? files.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard (try? write(to: file, options: .atomic)) != nil else { return false }
        try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return true
    }
}
