import Foundation
import Glibc
import TestSupport
import Testing

@testable import Daemon

struct PrivateDirectoryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func itIsMadeForThisUserAloneAndSoAreThoseAboveIt() throws {
        let path = try PrivateDirectory.make("\(directory.path)/a/b/")
        #expect(path == "\(directory.path)/a/b")
        for made in [path, "\(directory.path)/a"] {
            var status = stat()
            #expect(stat(made, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
        }
        #expect(try PrivateDirectory.make(path) == path)
    }

    @Test func oneThatOthersCanLookIntoIsRefused() throws {
        let path = try PrivateDirectory.make("\(directory.path)/a")
        chmod(path, 0o750)
        #expect {
            try PrivateDirectory.make(path)
        } throws: { error in
            let failure = error as? Failure
            return failure?.exitStatus == EX_CONFIG
                && failure?.sentence.contains("chmod 700 \(path)") == true
        }
    }

    @Test func aFileInItsPlaceIsRefused() throws {
        let path = "\(directory.path)/file"
        try Data().write(to: URL(fileURLWithPath: path))
        for path in [path, "\(path)/below"] {
            #expect {
                try PrivateDirectory.make(path)
            } throws: {
                ($0 as? Failure)?.exitStatus == EX_CANTCREAT
            }
        }
    }
}
