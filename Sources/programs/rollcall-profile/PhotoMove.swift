import ArgumentParser
import Blobs
import Daemon
import Profile
import RollcallBasics

/// Moves the photos to an S3 store, with the tables.
package struct PhotoMove: MovedCompanion {
    @OptionGroup private var options: PhotoStoreOptions

    /// Photos under way: each is in memory.
    private static let concurrency = 16

    package init() {}

    package func move(with path: String, progress: ProgressLine) async throws {
        guard try options.objectStore() != nil else { return }
        let source = try await PhotoStore(
            .parse([]), directory: "\(directory(of: path))/photos")
        let target = try await PhotoStore(options, directory: "")
        var count = 0
        for shard in UInt8.min...UInt8.max {
            let known = Set(try await target.blobs.blobs(inShard: shard))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, id) in try await source.blobs.blobs(inShard: shard).enumerated() {
                    if index >= Self.concurrency { try await group.next() }
                    group.addTask {
                        let isKnown = known.contains(id)
                        try await Self.move(id, source.blobs, target.blobs, isKnown: isKnown)
                    }
                    count += 1
                    progress.show("photos: \(count)")
                }
                try await group.waitForAll()
            }
        }
        try await source.close()
        try await target.close()
        print("\(count) files of photos were moved and compared.")
    }

    /// Writes a photo and reads it back: its name is its hash. Of an interrupted move it reads what
    /// is there.
    private static func move(
        _ id: BlobID, _ source: any BlobStore, _ target: any BlobStore, isKnown: Bool
    ) async throws {
        if isKnown, (try? await target.check(id)) != nil { return }
        let bytes: [UInt8]
        do { bytes = try await source.read(id) } catch BlobError.dataLoss {
            return print("The file \(id) is damaged, and was left out.")
        }
        let writer = try await target.makeWriter()
        try await writer.write(bytes)
        _ = try await target.check(writer.commit())
    }
}
