import Foundation
import TestSupport
import Testing

@testable import Storage

struct OpeningTests {
    let files = TemporaryStore()

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func whatIsWrittenIsThereAfterReopening() async throws {
        var store = try files.open()
        try await store.insert(1)
        try store.close()
        store = try files.open()
        #expect(try await store.ids() == [1])
    }

    @Test func onlyTheOwnerMayLookInside() async throws {
        let store = try files.open()
        try await store.insert(1)
        #expect(try mode(files.directory) == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] {
            #expect(try mode(files.path + suffix) == 0o600)
        }
        try store.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.path)
        let again = try files.open()
        #expect(try mode(files.path) == 0o600)
        try again.close()
    }

    @Test func commitsAreSyncedAndForeignKeysChecked() async throws {
        let store = try files.open()
        let (synchronous, foreignKeys, mode) = try await store.write { transaction in
            try (
                transaction.first(Query<Int>("PRAGMA synchronous")),
                transaction.first(Query<Int>("PRAGMA foreign_keys")),
                transaction.first(Query<String>("PRAGMA journal_mode"))
            )
        }
        #expect(synchronous == 2 && foreignKeys == 1 && mode == "wal")
    }

    @Test func aSecondOpenerIsRefusedUntilTheFirstCloses() throws {
        let store = try files.open()
        #expect(throws: StorageError.lockedByAnother) { try files.open() }
        try store.close()
        try files.open().close()
    }

    /// A child process that is being started has a copy of each descriptor until its `exec`.
    @Test func aStoreThatWasClosedIsFreeThoughAChildHasACopyOfTheLock() throws {
        let store = try files.open()
        let copy = dup(try descriptor(of: files.path + ".lock"))
        try #require(copy >= 0)
        defer { close(copy) }
        #expect(throws: StorageError.lockedByAnother) { try files.open() }
        try store.close()
        try files.open().close()
    }

    /// That by which this process has the file open.
    private func descriptor(of path: String) throws -> CInt {
        let directory = "/proc/self/fd"
        let open = try FileManager.default.contentsOfDirectory(atPath: directory)
        let found = open.first {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)"))
                == path
        }
        return try #require(found.flatMap { CInt($0) })
    }

    @Test func aReaderCannotWrite() async throws {
        let store = try files.open()
        await #expect(throws: (any Error).self) {
            try await store.all(
                Query<Int>("INSERT INTO item (id, value) VALUES (1, 'a') RETURNING id"))
        }
        #expect(try await store.ids().isEmpty)
    }

    @Test(arguments: [0, 1, 50, 99, 100, 512, 4095, 4096, 8191])
    func aFileCutShortIsRefusedAndLeftAlone(count: Int) async throws {
        let store = try files.open()
        try await store.write { transaction in
            for id in 0..<100 { try transaction.insertItem(id, byteCount: 500) }
        }
        try store.close()
        let cut = try files.bytes().prefix(count)
        try files.replace(with: cut)
        #expect { try files.open() } throws: { error in
            if case StorageError.corrupt = error { true } else { false }
        }
        #expect(try files.bytes() == cut)
    }

    @Test(arguments: [0, 15, 16, 18, 21])
    func aDamagedHeaderIsRefused(offset: Int) throws {
        try files.open().close()
        var bytes = try files.bytes()
        bytes[offset] ^= 0xff
        try files.replace(with: bytes)
        #expect(throws: StorageError.self) { try files.open() }
        #expect(try files.bytes().count == bytes.count)
    }

    @Test func aTextFileIsRefused() throws {
        try FileManager.default.createDirectory(
            atPath: files.directory, withIntermediateDirectories: true)
        try files.replace(with: Data(String(repeating: "no database ", count: 100).utf8))
        #expect { try files.open() } throws: { error in
            if case StorageError.corrupt = error { true } else { false }
        }
    }

    @Test func anotherApplicationsFileIsRefused() throws {
        try files.open(Schema(applicationID: 99, versions: [])).close()
        #expect(throws: StorageError.foreignFile(applicationID: 99)) { try files.open() }
    }

    @Test func aJournalWithoutItsDatabaseIsRefused() async throws {
        let store = try files.open()
        try await store.insert(1)
        let copy = try files.copy(to: "copy.sqlite")
        try FileManager.default.removeItem(atPath: copy)
        #expect { try files.open(at: copy) } throws: { error in
            if case StorageError.corrupt = error { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func aDamagedJournalIsRefused() async throws {
        let store = try files.open()
        try await store.insert(1)
        let copy = try files.copy(to: "copy.sqlite")
        let journal = URL(fileURLWithPath: copy + "-wal")
        var bytes = try Data(contentsOf: journal)
        bytes[0] ^= 0xff
        try bytes.write(to: journal)
        #expect { try files.open(at: copy) } throws: { error in
            if case StorageError.corrupt = error { true } else { false }
        }
    }

    @Test func whatACrashWhileCreatingLeftIsSweptAway() async throws {
        try FileManager.default.createDirectory(
            atPath: files.directory, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(fileURLWithPath: files.path + ".new"))
        let store = try files.open()
        try await store.insert(1)
        #expect(!FileManager.default.fileExists(atPath: files.path + ".new"))
    }

    @Test func aDirectoryThatCannotBeMadeIsNamed() {
        #expect { try files.open(at: "/proc/rollcall/rows.sqlite") } throws: { error in
            if case StorageError.unusablePath(let text) = error {
                text.contains("/proc/rollcall")
            } else {
                false
            }
        }
    }

    @Test func aClosedStoreRefusesEveryCall() async throws {
        let store = try files.open()
        try store.close()
        await #expect(throws: StorageError.closed) { try await store.insert(1) }
        await #expect(throws: StorageError.closed) { try await store.ids() }
    }

    @Test func writesInLineWhenItClosesAreEitherDoneOrRefused() async throws {
        let store = try files.open()
        let writes = (0..<200).map { id in Task { try await store.insert(id) } }
        // In the midst of the writes.
        try await elapse(.milliseconds(2))
        try store.close()
        var done = Set<Int>()
        for (id, write) in writes.enumerated() {
            switch await write.result {
            case .success: done.insert(id)
            case .failure(let error): #expect(error as? StorageError == .closed)
            }
        }
        #expect(try await files.open().ids() == done)
    }
}
