import Foundation
import Glibc
import RollcallClient
import TestSupport
import Testing

@testable import rollcall

struct FileSessionStoreTests {
    private struct Broken: Error {}

    private let temporary: TemporaryDirectory
    private let directory: StateDirectory
    private let session = StoredSession(
        sessionID: "s", userID: "u", accessToken: "a", accessTokenExpiresAtMs: 1,
        refreshToken: "r0")

    init() throws {
        temporary = try TemporaryDirectory()
        directory = StateDirectory(path: "\(temporary.path)/state/rollcall")
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func whatIsSavedIsLoadedByAnother() async throws {
        #expect(try FileSessionStore(directory: directory).load() == nil)
        try await FileSessionStore(directory: directory).update { $0 = session }
        #expect(try FileSessionStore(directory: directory).load() == session)
    }

    @Test func onlyThisUserCanReadIt() async throws {
        try await FileSessionStore(directory: directory).update { $0 = session }
        #expect(mode(directory.path) == 0o700)
        #expect(mode(directory.file("session").path) == 0o600)
        #expect(mode(directory.file("session.lock").path) == 0o600)
    }

    @Test func aDeviceTokenOutlivesTheSession() async throws {
        let store = FileSessionStore(directory: directory)
        #expect(try await store.loadDeviceToken() == nil)
        try await store.saveDeviceToken("rcd1_x")
        try await store.update { $0 = session }
        try await store.update { $0 = nil }
        #expect(try await FileSessionStore(directory: directory).loadDeviceToken() == "rcd1_x")
        #expect(mode(directory.file("device").path) == 0o600)
        try directory.file("device").write([0, 255], mode: 0o600, replacing: true)
        #expect(try await store.loadDeviceToken() == nil)
    }

    @Test func anOpenDirectoryIsClosed() async throws {
        try directory.make()
        chmod(directory.path, 0o755)
        try await FileSessionStore(directory: directory).update { $0 = session }
        #expect(mode(directory.path) == 0o700)
    }

    @Test func aChangeThatFailsSavesNothingAndLetsTheNextIn() async throws {
        let store = FileSessionStore(directory: directory)
        try await store.update { $0 = session }
        await #expect(throws: Broken.self) {
            try await store.update { stored in
                stored = nil
                throw Broken()
            }
        }
        #expect(try await store.update { $0 } == session)
    }

    @Test func oneChangeRunsAtATime() async throws {
        let store = FileSessionStore(directory: directory)
        try await store.update { $0 = session }
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await FileSessionStore(directory: directory).update { stored in
                        let number = stored.flatMap { Int($0.refreshToken.dropFirst()) } ?? -100
                        // So that others come meanwhile.
                        try await elapse(.milliseconds(1))
                        stored?.refreshToken = "r\(number + 1)"
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.load()?.refreshToken == "r20")
    }

    @Test func aChangeLeavesNoOtherFileBehind() async throws {
        let store = FileSessionStore(directory: directory)
        try await store.update { $0 = session }
        try await store.update { $0?.refreshToken = "r1" }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["session", "session.lock"])
        try await store.update { $0 = nil }
        #expect(access(directory.file("session").path, F_OK) != 0)
    }

    @Test func aFileThatCannotBeUnderstoodIsNoSession() async throws {
        let store = FileSessionStore(directory: directory)
        try directory.make()
        try directory.file("session").write(Array("{\"half".utf8), mode: 0o600, replacing: true)
        #expect(try store.load() == nil)
        try await store.update { $0 = session }
        #expect(try store.load() == session)
    }
}
