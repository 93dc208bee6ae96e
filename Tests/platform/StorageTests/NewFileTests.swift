import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct NewFileTests {
    @Test func itIsWholeUnderItsNameAndTakesNobodyElses() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "a").path
            for (byte, isFirst) in [(UInt8(1), true), (2, false)] {
                let bytes = [UInt8](repeating: byte, count: 32)
                let file = try #require(NewFile(for: path, holding: bytes))
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

    @Test func aFileThatIsNotLinkedIsGone() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "a").path
            do {
                let file = try #require(NewFile(for: path, holding: [1]))
                #expect(access(path, F_OK) != 0)
                _ = consume file
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
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
            let file = NewFile(for: "/tmp/a", holding: Array(repeating: 1, count: 32))
            let reason = errno
            #expect(file == nil && reason == EFBIG)
        }
    }
}
