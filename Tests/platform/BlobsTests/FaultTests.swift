import Glibc
import Testing

@testable import Blobs

/// The disk says no.
@Suite struct FaultTests {
    private let files = SimulatedFiles()
    private let store: BlobDirectory

    init() throws {
        store = try BlobDirectory(path: "/blobs", blobLimit: 1 << 20, files: files)
    }

    // B04
    @Test(arguments: [SimulatedFiles.Call.syncData, .syncDirectory])
    func afterAFailedSyncNothingIsAcknowledgedAnyMore(_ sync: SimulatedFiles.Call) throws {
        let kept = try store.put([1])
        let begun = try store.makeWriter()
        files.fail { call, count in call == sync && count == 0 ? EIO : nil }
        #expect(throws: BlobError.failed(EIO)) { try store.put([2]) }
        // The disk is well again, and that is no reason to believe it.
        files.fail(nil)
        #expect(throws: BlobError.failed(EIO)) { try store.put([2]) }
        #expect(throws: BlobError.failed(EIO)) { try begun.write([3]) }
        #expect(throws: BlobError.failed(EIO)) { try store.delete(kept) }
        #expect(try store.read(kept) == [1])
    }

    // B05
    @Test(arguments: [ENOSPC, EDQUOT])
    func aFullDiskIsToldAndLeavesNothingBehind(_ code: Int32) throws {
        let kept = try store.put([1])
        let before = files.openDescriptors
        for call in [SimulatedFiles.Call.create, .write, .rename] {
            files.fail { failing, _ in failing == call ? code : nil }
            #expect(throws: BlobError.noSpace) { try store.put([2]) }
            files.fail(nil)
            #expect(temporaryFiles == [])
            #expect(files.openDescriptors == before)
            #expect(try store.read(kept) == [1])
        }
        #expect(try store.read(store.put([2])) == [2])
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func aProcessOutOfDescriptorsGoesOnLater(_ code: Int32) throws {
        let kept = try store.put([1])
        for call in [SimulatedFiles.Call.openDirectory, .create] {
            files.fail { failing, _ in failing == call ? code : nil }
            #expect(throws: BlobError.exhausted) { try store.put([2]) }
            files.fail(nil)
            #expect(temporaryFiles == [])
        }
        files.fail { failing, _ in failing == .open ? code : nil }
        #expect(throws: BlobError.exhausted) { try store.read(kept) }
        files.fail(nil)
        #expect(try store.read(store.put([2])) == [2])
    }

    /// What the disk or the file system cannot give back, and what is not the store's own.
    @Test(arguments: [EIO, EUCLEAN, EBADMSG, EACCES])
    func aBlobThatCannotBeReadIsDamaged(_ code: Int32) throws {
        let id = try store.put([1])
        for call in [SimulatedFiles.Call.open, .status, .read] {
            files.fail { failing, _ in failing == call ? code : nil }
            let damage: BlobError = code == EACCES ? .untrusted : .dataLoss
            #expect(throws: damage) { try store.check(id) }
            #expect(throws: damage) { try store.read(id) }
        }
        files.fail(nil)
        #expect(try store.check(id) == 1)
    }

    @Test(arguments: [ENOENT, EIO, EACCES, ESTALE, ENOTDIR])
    func aDirectoryThatCannotBeOpenedIsNoDamageOfABlob(_ code: Int32) throws {
        let id = try store.put([1])
        files.fail { failing, _ in failing == .openDirectory ? code : nil }
        #expect(throws: BlobError.io(code)) { try store.check(id) }
        files.fail { failing, _ in failing == .open ? EMFILE : nil }
        #expect(throws: BlobError.exhausted) { try store.check(id) }
    }

    /// Nobody must take the blobs of a directory that is gone for gone.
    @Test func withoutItsDirectoryABlobIsNotMissing() throws {
        let id = try store.put([1])
        files.fail { failing, _ in failing == .openDirectory ? ENOENT : nil }
        #expect(throws: BlobError.io(ENOENT)) { try store.read(id) }
        #expect(throws: BlobError.io(ENOENT)) { try store.blobs(inShard: 0) }
        #expect(throws: BlobError.io(ENOENT)) { try store.delete(id) }
    }

    @Test func aFullDiskInTheMiddleClosesTheWriter() throws {
        let writer = try store.makeWriter()
        try writer.write([UInt8](repeating: 1, count: 5000))
        files.fail { call, count in call == .write && count == 1 ? ENOSPC : nil }
        #expect(throws: BlobError.noSpace) {
            try writer.write([UInt8](repeating: 1, count: 5000))
        }
        #expect(throws: BlobError.closed) { try writer.write([1]) }
        #expect(throws: BlobError.closed) { try writer.commit() }
        #expect(temporaryFiles == [])
    }

    @Test func aFailureOfAnyCallLeavesTheBlobWholeOrAbsentAndNoDescriptorOpen() throws {
        let before = files.openDescriptors
        for call in SimulatedFiles.Call.allCases where call != .close {
            let files = SimulatedFiles()
            let store = try BlobDirectory(path: "/blobs", blobLimit: 1 << 20, files: files)
            files.fail { failing, count in failing == call && count == 0 ? EIO : nil }
            let id = try? store.put([1, 2, 3])
            let read = try? id.map { try store.read($0) }
            #expect(read == nil || read == [1, 2, 3])
            #expect(files.openDescriptors == before)
        }
    }

    @Test func aFailedOpeningLeavesNoDescriptorOpen() throws {
        for call in [SimulatedFiles.Call.makeDirectory, .lock, .names, .syncDirectory] {
            for nth in 0..<2 {
                let files = SimulatedFiles()
                files.fail { failing, count in failing == call && count == nth ? EIO : nil }
                guard (try? BlobDirectory(path: "/blobs", blobLimit: 1, files: files)) == nil
                else { continue }
                #expect(files.openDescriptors == 0)
            }
        }
    }

    @Test func anAbandonedUploadLeavesNothing() throws {
        let before = files.openDescriptors
        let aborted = try store.makeWriter()
        try aborted.write([UInt8](repeating: 1, count: 99_000))
        aborted.abort()
        #expect(throws: BlobError.closed) { try aborted.commit() }
        do {
            let dropped = try store.makeWriter()
            try dropped.write([1, 2, 3])
            #expect(temporaryFiles.count == 1)
        }
        #expect(temporaryFiles == [])
        #expect(files.openDescriptors == before)
    }

    @Test func aBlobAboveTheLimitIsRefused() throws {
        let writer = try store.makeWriter()
        try writer.write([UInt8](repeating: 1, count: 1 << 20))
        #expect(throws: BlobError.tooLarge) { try writer.write([1]) }
        #expect(temporaryFiles == [])
    }

    private var temporaryFiles: [String] {
        let blobs = files.disk.entries(SimulatedDisk.root)?["blobs"]
        let temporary = blobs.flatMap { files.disk.entries($0)?["tmp"] }
        return temporary.flatMap { files.disk.entries($0)?.keys.sorted() } ?? []
    }
}
