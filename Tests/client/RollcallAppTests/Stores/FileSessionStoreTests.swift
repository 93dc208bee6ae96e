import Foundation
import TestSupport
import Testing

@testable import RollcallApp

struct FileSessionStoreTests {
    @Test func whatWasSavedIsThereForItsOwnerAlone() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "session")
            let store = FileSessionStore(file: file)
            #expect(try await store.load() == nil)
            try await store.update { $0 = Data("one".utf8) }
            #expect(try await FileSessionStore(file: file).load() == Data("one".utf8))
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[
                .posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
            try await store.update { $0 = nil }
            #expect(try await store.load() == nil)
        }
    }

    @Test func aChangeThatFailsChangesNothing() async throws {
        try await withDirectory { directory in
            let store = FileSessionStore(file: directory.appending(path: "session"))
            try await store.update { $0 = Data("one".utf8) }
            await #expect(throws: POSIXError.self) {
                try await store.update { bytes in
                    bytes = Data("two".utf8)
                    throw POSIXError(.EIO)
                }
            }
            #expect(try await store.load() == Data("one".utf8))
        }
    }

    @Test func whatCouldNotBeReadAgainIsNotSaved() async throws {
        try await withDirectory { directory in
            let store = FileSessionStore(file: directory.appending(path: "session"))
            let longest = Data(repeating: 1, count: 256 << 10)
            try await store.update { $0 = longest }
            await #expect(throws: CocoaError.self) {
                try await store.update { $0 = longest + [2] }
            }
            #expect(try await store.load() == longest)
        }
    }

    @Test func changesAtTheSameTimeAreMadeOneAfterTheOther() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "session")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await FileSessionStore(file: file).update { bytes in
                            let count = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
                            bytes = Data("\((count ?? 0) + 1)".utf8)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await FileSessionStore(file: file).load() == Data("50".utf8))
        }
    }

    @Test func aLinkOrAFolderInThePlaceOfTheFileIsAnErrorAndNotAnEmptyStore() async throws {
        try await withDirectory { directory in
            let (target, link) = (directory.appending(path: "a"), directory.appending(path: "b"))
            try Data("secret".utf8).write(to: target)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            await #expect(throws: CocoaError.self) { try await FileSessionStore(file: link).load() }
            await #expect(throws: CocoaError.self) {
                try await FileSessionStore(file: directory).load()
            }
            let missing = directory.appending(path: "missing/session")
            await #expect(throws: CocoaError.self) {
                try await FileSessionStore(file: missing).update { $0 = Data() }
            }
        }
    }
}
