import Foundation
import Glibc
import TestSupport
import Testing

@testable import Daemon

struct DiskTests {
    @Test(.enabled(if: getuid() == 0, "needs root, to mount"))
    func aDiskWithoutInodesIsNotCalledFull() throws {
        let directory = try TemporaryDirectory()
        let options = "size=8m,nr_inodes=4"
        try #require(mount("none", directory.path, "tmpfs", 0, options) == 0)
        defer { umount(directory.path) }
        let disk = Disk(of: directory.path)
        #expect(disk.trouble() == nil)
        // The root has one.
        for name in 0..<3 {
            let path = "\(directory.path)/\(name)"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        #expect(disk.trouble() == .withoutInodes)
        unlink("\(directory.path)/0")
        #expect(disk.trouble() == nil)
    }
}
