import Foundation
import TestSupport
import Testing

@testable import Blobs

/// On a real file system.
@Suite struct BlobDirectoryTests {
    private let folder: TemporaryDirectory
    private let store: BlobDirectory

    init() throws {
        folder = try TemporaryDirectory()
        store = try BlobDirectory(path: folder.path + "/blobs")
    }

    @Test(arguments: [0, 1, 4095, 4096, 100_000, 5 << 20])
    func whatWasWrittenIsRead(_ size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let id = try store.put(bytes, chunk: 64 << 10)
        #expect(try store.read(id) == bytes)
        #expect(try store.check(id) == size)
        #expect(try store.put(bytes) == id)
        #expect(try folder.contents("blobs/tmp") == [])
    }

    // B21
    @Test func aFlippedBitIsNeverServed() throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let id = try store.put(bytes)
        for offset in 0..<1000 {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            try overwrite(id, damaged)
            #expect(throws: BlobError.dataLoss) { try store.read(id) }
        }
        for damaged in [Array(bytes.dropLast()), bytes + [0], []] {
            try overwrite(id, damaged)
            #expect(throws: BlobError.dataLoss) { try store.read(id) }
        }
        // Uploading it once more heals it.
        #expect(try store.put(bytes) == id)
        #expect(try store.read(id) == bytes)
    }

    /// What a killed process leaves behind.
    @Test func temporaryFilesAreSweptAtTheStart() throws {
        let other = try TemporaryDirectory()
        let path = other.path + "/blobs"
        let id = try BlobDirectory(path: path).put([1])
        #expect(FileManager.default.createFile(atPath: path + "/tmp/1", contents: Data([1, 2])))
        let reopened = try BlobDirectory(path: path)
        #expect(try other.contents("blobs/tmp") == [])
        #expect(try reopened.read(id) == [1])
        #expect(try reopened.put([2]) != id)
    }

    @Test func aSecondProcessIsRefused() throws {
        #expect(throws: BlobError.inUse) { try BlobDirectory(path: folder.path + "/blobs") }
    }

    @Test func pathsThatAreNotAbsoluteAreRefused() {
        for path in ["", "/", "blobs", folder.path + "/.."] {
            #expect(throws: BlobError.self) { try BlobDirectory(path: path) }
        }
    }

    @Test func linksAndOpenPermissionsAreRefused() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let id = try store.put(bytes)
        let copy = folder.path + "/copy"
        let manager = FileManager.default

        try manager.linkItem(atPath: file(id), toPath: copy)
        #expect(throws: BlobError.untrusted) { try store.read(id) }
        try manager.removeItem(atPath: file(id))
        try manager.createSymbolicLink(atPath: file(id), withDestinationPath: copy)
        #expect(throws: BlobError.untrusted) { try store.read(id) }
        #expect(throws: BlobError.untrusted) { try store.check(id) }

        // A new upload takes the place of the link, and does not write through it.
        try Data([9]).write(to: URL(fileURLWithPath: copy))
        #expect(try store.put(bytes) == id)
        #expect(try store.read(id) == bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data([9]))

        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file(id))
        #expect(throws: BlobError.untrusted) { try store.read(id) }
        try manager.removeItem(atPath: file(id))
        try manager.createDirectory(atPath: file(id), withIntermediateDirectories: false)
        #expect(throws: BlobError.untrusted) { try store.read(id) }
    }

    @Test func aLinkInPlaceOfAShardIsRefused() throws {
        let id = try store.put([1, 2, 3])
        let shard = folder.path + "/blobs/" + id.shard
        try FileManager.default.moveItem(atPath: shard, toPath: folder.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: shard, withDestinationPath: folder.path + "/elsewhere")
        #expect(throws: BlobError.untrusted) { try store.read(id) }
        #expect(throws: BlobError.untrusted) { try store.put([1, 2, 3]) }
    }

    @Test func filesAndDirectoriesAreClosedToOthers() throws {
        let id = try store.put([1])
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(file(id)) == 0o600)
        for name in ["", "/tmp", "/" + id.shard] {
            #expect(try mode(folder.path + "/blobs" + name) == 0o700)
        }
    }

    private func file(_ id: BlobID) -> String {
        "\(folder.path)/blobs/\(id.shard)/\(id.hex)"
    }

    /// Keeps the file's mode, as decay does.
    private func overwrite(_ id: BlobID, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file(id)))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }
}
