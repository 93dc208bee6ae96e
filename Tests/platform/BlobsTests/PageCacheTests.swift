import Foundation
import Glibc
import TestSupport
import Testing

@testable import Blobs

/// What the kernel keeps in memory of files that are read, by mincore(2).
@Suite struct PageCacheTests {
    /// Files of a tmpfs are nowhere but in memory.
    private static let hasDisk: Bool = {
        let directory = FileManager.default.temporaryDirectory.path + "/"
        let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
        // Device, directory and type, each followed by a space; what is mounted later hides what
        // was there.
        let fields = mounts.split(separator: "\n").map { $0.split(separator: " ") }
        let holders = fields.filter { $0.count > 2 && directory.hasPrefix($0[1]) }
        let longest = holders.map { $0[1].count }.max()
        return holders.last { $0[1].count == longest }?[2] != "tmpfs"
    }()

    @Test(.enabled(if: hasDisk, "needs a directory for temporary files that is on a disk"))
    func aFileThatIsCheckedLeavesNothingInThePageCache() throws {
        let folder = try TemporaryDirectory()
        let store = try BlobDirectory(path: folder.path + "/blobs")
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let id = try store.put(bytes)
        let path = "\(folder.path)/blobs/\(id.shard)/\(id.hex)"
        #expect(try store.read(id) == bytes)
        // The test sees what is there.
        #expect(try residentPages(of: path) == 256)
        #expect(try store.check(id) == bytes.count)
        #expect(try residentPages(of: path) == 0)
        // Nor does a check that has found damage.
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: [bytes[0] ^ 1])
        try handle.synchronize()
        try handle.close()
        #expect(throws: BlobError.dataLoss) { try store.check(id) }
        #expect(try residentPages(of: path) == 0)
    }

    /// How many pages of a file are in memory.
    private func residentPages(of path: String) throws -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var status = stat()
        try #require(fstat(file, &status) == 0)
        let size = Int(status.st_size)
        let start = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, file, 0))
        try #require(start != MAP_FAILED)
        defer { munmap(start, size) }
        let pageSize = Int(getpagesize())
        var pages = [UInt8](repeating: 0, count: (size + pageSize - 1) / pageSize)
        try #require(mincore(start, size, &pages) == 0)
        return pages.count { $0 & 1 == 1 }
    }
}
