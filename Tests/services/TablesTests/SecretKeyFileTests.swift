import Foundation
import RollcallCrypto
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Tables

@Suite struct SecretKeyFileTests {
    @Test func aKeyIsMadeOnceAndReadAgain() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "secret.key").path
            let made = try SecretKeyFile(path: path).readOrMake()
            #expect(made.bytes.count == 32)
            #expect(try SecretKeyFile(path: path).readOrMake() == made)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files == ["secret.key"])
        }
    }

    /// Of processes that start at once each would go on with a key of its own.
    @Test func whoeverComesAtOnceGetsTheSameKey() async throws {
        try await withDirectory { directory in
            for round in 0..<20 {
                let path = directory.appending(path: "\(round).key").path
                let file = SecretKeyFile(path: path)
                let keys = try await withThrowingTaskGroup(of: Secret.self) { group in
                    for _ in 0..<8 {
                        group.addTask { try await blocking { try file.readOrMake() } }
                    }
                    return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1.bytes) }
                }
                #expect(keys.count == 1)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files.count == 20)
        }
    }

    @Test func aDamagedKeyIsNotReplaced() async throws {
        try await withDirectory { directory in
            let url = directory.appending(path: "secret.key")
            for count in [0, 31, 33] {
                try Data(count: count).write(to: url)
                #expect(chmod(url.path, 0o600) == 0)
                #expect(throws: SecretKeyFile.Unusable.self) {
                    try SecretKeyFile(path: url.path).readOrMake()
                }
                #expect(try Data(contentsOf: url).count == count)
            }
        }
    }

    @Test(arguments: [(0o600, true), (0o400, true), (0o440, true), (0o604, false), (0o660, false)])
    func aKeyThatOthersMayReadOrWriteIsRefused(mode: Int, isAccepted: Bool) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "secret.key").path
            let made = try SecretKeyFile(path: path).readOrMake()
            #expect(chmod(path, mode_t(mode)) == 0)
            if isAccepted {
                #expect(try SecretKeyFile(path: path).read() == made)
            } else {
                let error = #expect(throws: SecretKeyFile.Unusable.self) {
                    try SecretKeyFile(path: path).read()
                }
                #expect(error?.description.contains("chmod 600") == true)
            }
        }
    }

    @Test func aFileThatIsNotThereIsNoKey() async throws {
        try await withDirectory { directory in
            let file = SecretKeyFile(path: directory.appending(path: "secret.key").path)
            let secret = try file.read()
            #expect(secret == nil)
        }
    }

    @Test func aDirectoryThatIsNotThereIsSaid() {
        let error = #expect(throws: SecretKeyFile.Unusable.self) {
            try SecretKeyFile(path: "/nowhere/secret.key").readOrMake()
        }
        #expect(error?.mayPass == false)
    }

    /// The name of a half-made key would stay after a kill, and the key would have two names.
    @Test func aKeyNeverHasAnotherName() async throws {
        try await withDirectory { directory in
            let watch = inotify_init1(CInt(IN_NONBLOCK))
            try #require(watch >= 0)
            defer { close(watch) }
            let events = UInt32(IN_CREATE | IN_MOVED_TO)
            #expect(inotify_add_watch(watch, directory.path, events) >= 0)
            _ = try SecretKeyFile(path: directory.appending(path: "secret.key").path).readOrMake()
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(watch, &bytes, bytes.count)
            let header = MemoryLayout<inotify_event>.size
            // One event, of one name that is padded with zeros.
            #expect(count <= header + 16)
            let name = bytes[header..<max(header, count)].prefix { $0 != 0 }
            #expect(String(decoding: name, as: UTF8.self) == "secret.key")
        }
    }

    /// Read at its beginning, where nothing is mapped, this file answers EIO.
    @Test func aDiskThatDoesNotAnswerMayAnswerLater() {
        let error = #expect(throws: SecretKeyFile.Unusable.self) {
            try SecretKeyFile(path: "/proc/self/mem").read()
        }
        #expect(error?.mayPass == true)
        #expect(error?.description.contains("Input/output error") == true)
    }

    @Test func aProcessWithoutDescriptorsIsExhausted() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var before = rlimit()
            #expect(getrlimit(resource, &before) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: before.rlim_max)
            #expect(setrlimit(resource, &none) == 0)
            let file = SecretKeyFile(path: "/tmp/secret.key")
            let errors = [
                #expect(throws: StorageError.self) { try file.read() },
                #expect(throws: StorageError.self) { try file.draft(random: .system) },
            ]
            #expect(setrlimit(resource, &before) == 0)
            for error in errors {
                guard case .exhausted? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }
}
