import TestSupport
import Testing

@testable import Blobs

/// Cuts the power before each system call, several ways each, and looks at what is left.
@Suite struct PowerLossTests {
    // B01, B03
    @Test func anAcknowledgedBlobSurvivesPowerLossAtEveryCall() throws {
        #expect(try losses(fault: nil) == [])
    }

    // The controls: a store that leaves one sync out must be found out.

    @Test func withoutTheDataSyncTheTestWouldFail() throws {
        let found = try losses { call, _ in call == .syncData ? 0 : nil }
        #expect(found.contains(.damaged))
    }

    /// The directory syncs are, in turn: the parent's and the root's, four commits', a deletion's.
    @Test(arguments: 0..<6)
    func withoutADirectorySyncTheTestWouldFail(_ left: Int) throws {
        let found = try losses { call, count in call == .syncDirectory && count == left ? 0 : nil }
        // The last commit is of bytes that were there already, so it loses nothing.
        #expect(found == (left == 5 ? [] : [.acknowledgedButAbsent]))
    }

    @Test func withoutTheSyncOfADeletionTheTestWouldFail() throws {
        let found = try losses { call, count in call == .syncDirectory && count == 6 ? 0 : nil }
        #expect(found == [.deletedButPresent])
    }

    private enum Loss: Hashable {
        case acknowledgedButAbsent, deletedButPresent, damaged
    }

    /// Writes some blobs, one of them twice, deletes the first, and tells what a power cut at any
    /// call could lose.
    private func losses(fault: SimulatedFiles.Fault?) throws -> Set<Loss> {
        let files = SimulatedFiles(keepsHistory: true)
        files.fail(fault)
        let store = try BlobDirectory(path: "/blobs", blobLimit: 1 << 20, files: files)
        var found = inspect(files.takeHistory(), outcomes: 1, present: [], absent: [])
        var ids: [BlobID] = []

        for blob in [[1, 2, 3], [UInt8](repeating: 7, count: 2500), [], [1, 2, 3]] as [[UInt8]] {
            let id = try store.put(blob)
            found.formUnion(inspect(files.takeHistory(), present: Set(ids), absent: []))
            ids.append(id)
        }
        let deleted = ids[0]
        try store.delete(deleted)
        let present = Set(ids).subtracting([deleted])
        found.formUnion(inspect(files.takeHistory(), present: present, absent: []))
        // What was acknowledged by now holds at the very end, too.
        let end = Array(repeating: files.disk, count: 10)
        found.formUnion(inspect(end, present: present, absent: [deleted]))
        return found
    }

    private func inspect(
        _ disks: [SimulatedDisk], outcomes: Int = 5, present: Set<BlobID>, absent: Set<BlobID>
    ) -> Set<Loss> {
        var found: Set<Loss> = []
        for (index, disk) in disks.enumerated() {
            for seed in 0..<outcomes {
                var generator = TestNumbers(seed: UInt64(1000 * index + seed))
                let left = disk.afterPowerLoss(using: &generator)
                found.formUnion(inspect(left, present: present, absent: absent))
            }
        }
        return found
    }

    /// Opens the store on what is left, as the next start would, and reads everything in it.
    private func inspect(
        _ disk: SimulatedDisk, present: Set<BlobID>, absent: Set<BlobID>
    ) -> Set<Loss> {
        let files = SimulatedFiles(disk)
        guard let store = try? BlobDirectory(path: "/blobs", blobLimit: 1 << 20, files: files)
        else { return [.damaged] }
        var found: Set<Loss> = []
        let listed = Set(disk.blobs)
        if !present.isSubset(of: listed) { found.insert(.acknowledgedButAbsent) }
        if !absent.isDisjoint(with: listed) { found.insert(.deletedButPresent) }
        // Unacknowledged ones among them must be whole, too.
        for id in listed where (try? store.read(id)) == nil { found.insert(.damaged) }
        return found
    }
}

extension SimulatedDisk {
    /// The names of all blobs below `/blobs`.
    fileprivate var blobs: [BlobID] {
        guard let root = entries(Self.root)?["blobs"], let shards = entries(root) else { return [] }
        return shards.values.flatMap { entries($0)?.keys.compactMap { BlobID($0) } ?? [] }
    }
}
