import Foundation
import Glibc
import TestSupport
import Testing

@testable import Mail

@Suite struct SpoolSenderTests {
    private func files(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    @Test func aMailIsAFileThatOthersCannotRead() async throws {
        try await withDirectory { directory in
            let spool = try SpoolSender(directory: directory.path + "/spool")
            let message = try MailMessage.test()
            try await spool.send(message)
            let path = directory.path + "/spool/0193.eml"
            #expect(FileManager.default.contents(atPath: path) == Data(message.encoded))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let outer = try FileManager.default.attributesOfItem(atPath: directory.path + "/spool")
            #expect(outer[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func aDirectoryThatOthersCouldReadIsClosed() async throws {
        try await withDirectory { directory in
            for mode in [0o755, 0o750, 0o701, 0o777] {
                let path = directory.path + "/spool\(mode)"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                _ = try SpoolSender(directory: path)
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to make another user's directory"))
    func aDirectoryOfAnotherUserIsRefused() async throws {
        try await withDirectory { directory in
            let path = directory.path + "/spool"
            #expect(mkdir(path, 0o700) == 0 && chown(path, 4321, 4321) == 0)
            let failure = #expect(throws: MailFailure.self) { try SpoolSender(directory: path) }
            #expect(failure?.kind == .configuration)
        }
    }

    @Test func aFileIsNoDirectory() async throws {
        try await withDirectory { directory in
            try Data().write(to: URL(fileURLWithPath: directory.path + "/spool"))
            let path = directory.path + "/spool"
            #expect(throws: MailFailure.self) { try SpoolSender(directory: path) }
        }
    }

    @Test func theSameMailAgainIsTheSameFile() async throws {
        try await withDirectory { directory in
            let spool = try SpoolSender(directory: directory.path)
            for _ in 0..<3 { try await spool.send(.test()) }
            #expect(try files(directory.path) == ["0193.eml"])
        }
    }

    @Test func aSpoolDoesNotGrowForEver() async throws {
        try await withDirectory { directory in
            let spool = try SpoolSender(directory: directory.path, limit: 2)
            for id in ["1", "2"] { try await spool.send(.test(id: id)) }
            let error = await #expect(throws: MailFailure.self) {
                try await spool.send(.test(id: "3"))
            }
            #expect(error?.kind == .transient)
            try FileManager.default.removeItem(atPath: directory.path + "/1.eml")
            try await spool.send(.test(id: "3"))
        }
    }

    @Test func whatACrashLeftHalfWrittenIsTakenAway() async throws {
        try await withDirectory { directory in
            try Data("half".utf8).write(to: URL(fileURLWithPath: directory.path + "/1.eml.new"))
            _ = try SpoolSender(directory: directory.path)
            #expect(try files(directory.path) == [])
        }
        #expect(throws: MailFailure.self) { try SpoolSender(directory: "/nowhere/spool") }
    }

    /// A real one, of 1 MiB; only root can mount it.
    @Test(.enabled(if: geteuid() == 0)) func aFullDiskIsSaidAndMailGoesOnWhenThereIsRoom()
        async throws
    {
        try await withDirectory { directory in
            try #require(mount("tmpfs", directory.path, "tmpfs", 0, "size=1m") == 0)
            defer { umount2(directory.path, Int32(MNT_DETACH)) }
            let spool = try SpoolSender(directory: directory.path)
            try Data(count: 900_000).write(to: URL(fileURLWithPath: directory.path + "/others"))
            let text = String(repeating: "x\n", count: 5000)
            var sent = 0
            while sent < 100 {
                let message = try MailMessage.test(id: "\(sent)", text: text)
                do throws(MailFailure) {
                    try await spool.send(message)
                    sent += 1
                } catch {
                    #expect(error.kind == .transient)
                    #expect(error.text.contains("No space left on device"))
                    break
                }
            }
            #expect((1..<100).contains(sent))
            // Nothing half, and nothing that was acknowledged is gone.
            let whole = try MailMessage.test(id: "0", text: text).encoded.count
            let names = try files(directory.path).filter { $0 != "others" }
            #expect(names.count == sent)
            for name in names {
                let contents = FileManager.default.contents(atPath: "\(directory.path)/\(name)")
                #expect((contents?.count ?? 0) >= whole)
            }
            try FileManager.default.removeItem(atPath: directory.path + "/0.eml")
            try await spool.send(.test(id: "\(sent)", text: text))
        }
    }
}
