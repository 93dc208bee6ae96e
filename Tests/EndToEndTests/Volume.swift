import Foundation
import Glibc
import Testing

/// A small disk in memory, which only root can mount.
struct Volume {
    static let canBeMounted = geteuid() == 0

    private let directory: URL
    private var filler: URL { directory.appending(path: "others") }

    /// Mounts it, closed to others.
    init(at directory: URL, mebibytes: Int = 24) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let options = "size=\(mebibytes)m,mode=0700"
        try #require(mount("tmpfs", directory.path, "tmpfs", 0, options) == 0)
    }

    func unmount() {
        umount2(directory.path, Int32(MNT_DETACH))
    }

    /// Leaves no byte to anybody.
    func fill() throws {
        let file = open(filler.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        for size in [1 << 20, 4096] {
            let bytes = [UInt8](repeating: 0, count: size)
            while write(file, bytes, size) == size {}
        }
    }

    func makeRoom() throws {
        try FileManager.default.removeItem(at: filler)
    }
}
