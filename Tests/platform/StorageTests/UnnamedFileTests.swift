import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct UnnamedFileTests {
    /// Where files without a name can be made, where they cannot, and where they cannot be linked.
    @Test(arguments: [
        (false, "/proc/self/fd"), (true, "/proc/self/fd"), (false, "/nowhere"),
    ])
    func itIsWholeUnderItsNameAndTakesNobodyElses(
        hasTemporaryName: Bool, descriptors: String
    ) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "a").path
            for (byte, isFirst) in [(UInt8(1), true), (2, false)] {
                let bytes = [UInt8](repeating: byte, count: 32)
                let file = try #require(
                    UnnamedFile(
                        for: path, holding: bytes, hasTemporaryName: hasTemporaryName,
                        descriptors: descriptors))
                #expect(file.link(to: path) == isFirst)
                #expect(isFirst || errno == EEXIST)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 1, count: 32))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_nlink == 1 && status.st_mode & 0o777 == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a"])
        }
    }

    @Test func untilItIsLinkedNoNameIsThere() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "a").path
            let file = try #require(UnnamedFile(for: path, holding: [1]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
            #expect(file.link(to: path))
        }
    }

    /// A write that is cut short sets no `errno`.
    @Test func aWriteThatIsCutShortSaysWhy() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            var limit = rlimit(rlim_cur: 16, rlim_max: 16)
            #expect(setrlimit(resource, &limit) == 0)
            errno = 0
            let file = UnnamedFile(for: "/tmp/a", holding: Array(repeating: 1, count: 32))
            let reason = errno
            #expect(file == nil && reason == EFBIG)
        }
    }
}
