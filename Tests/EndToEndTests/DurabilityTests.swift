import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestSupport
import Testing

/// What is on the disk when a photo is acknowledged, as the calls of the real daemon show it.
@Suite(.serialized) struct DurabilityTests {
    // B01
    @Test func aPhotoIsDurableBeforeItsRowAndItsRowBeforeTheAnswer() async throws {
        let place = try await Place()
        for number in 0..<3 {
            try place.probe.clear()
            let id = try await place.upload(number)
            let entries = try place.probe.entries()
            #expect(breach(of: id, in: entries) == nil)
            // The controls: without any of these the daemon would be found out.
            let upload = entries.prefix { $0 != .answer(photo: id) } + [.answer(photo: id)]
            for (index, entry) in upload.enumerated() where isNeeded(entry, for: id) {
                var others = Array(upload)
                others.remove(at: index)
                #expect(breach(of: id, in: others) != nil, "without \(entry)")
            }
            let unsynced = upload.filter {
                if case .sync(let path) = $0 { !path.hasSuffix("-wal") } else { true }
            }
            #expect(breach(of: id, in: unsynced) != nil)
        }
    }

    /// The first rule of an upload that the calls break, nil if they break none. One upload has
    /// been made.
    private func breach(of id: String, in entries: [DiskProbe.Entry]) -> String? {
        func index(_ isWanted: (DiskProbe.Entry) -> Bool) -> Int? {
            entries.firstIndex(where: isWanted)
        }
        guard let answer = index({ $0 == .answer(photo: id) }) else { return "no answer" }
        let renamed = index { if case .rename(_, let to) = $0 { to.hasSuffix(id) } else { false } }
        guard let renamed, case .rename(let from, let to) = entries[renamed], renamed < answer
        else { return "no name before the answer" }
        let written = entries.lastIndex {
            if case .write(from, _, _) = $0 { true } else { false }
        }
        guard let written, let synced = index({ $0 == .sync(path: from) }), written < synced,
            synced < renamed
        else { return "bytes are not synced before the name" }
        let shard = String(to.prefix(upTo: to.lastIndex(of: "/") ?? to.endIndex))
        guard let named = entries[renamed...].firstIndex(of: .sync(path: shard)), named < answer
        else { return "the name is not synced before the answer" }
        // The announcement has the id, too: so an interrupted upload leaves no file that nobody
        // knows.
        let rows = entries.indices.filter { index in
            guard case .write(let path, _, let bytes) = entries[index] else { return false }
            return path.hasSuffix("profile.sqlite-wal") && bytes.contains(id)
        }
        let journal = entries.indices.filter {
            if case .sync(let path) = entries[$0] { path.hasSuffix("-wal") } else { false }
        }
        guard let announced = rows.first,
            journal.contains(where: { announced < $0 && $0 < renamed })
        else { return "the file has its name before it is announced" }
        guard let row = rows.first(where: { $0 > named && $0 < answer }),
            journal.contains(where: { row < $0 && $0 < answer })
        else { return "the row is not synced before the answer" }
        return rows.contains { $0 > renamed && $0 < named } ? "a row before the name" : nil
    }

    /// Whether an upload breaks a rule without this one alone.
    private func isNeeded(_ entry: DiskProbe.Entry, for id: String) -> Bool {
        switch entry {
        case .answer: true
        case .rename(_, let to): to.hasSuffix(id)
        case .sync(let path):
            path.contains("/photos/tmp/") || path.hasSuffix("/photos/\(id.prefix(2))")
        default: false
        }
    }

    /// How many cuts are tried; `ROLLCALL_POWER_CUTS` sets it.
    private static let cuts =
        ProcessInfo.processInfo.environment["ROLLCALL_POWER_CUTS"].flatMap { Int($0) } ?? 15

    /// The daemon starts on what is left of the files after any of the calls that it has made. B01
    @Test func aPowerCutAtAnyCallTakesNothingThatWasAcknowledged() async throws {
        let place = try await Place()
        let replay = try await Replay(at: place)
        for number in 0..<Self.cuts {
            // The later calls are those of the uploads; each is tried once before any is tried
            // again.
            let count = replay.entries.count - number % (replay.entries.count + 1)
            let breach = try await replay.breach(of: replay.entries.prefix(count), seed: number)
            #expect(breach == nil, "after \(count) calls of \(replay.entries.count), \(number)")
        }
        // The controls: files that are not synced, and a journal that is not.
        for left in ["/photos/", "-wal"] {
            let entries = replay.entries.filter {
                if case .sync(let path) = $0 { !path.contains(left) } else { true }
            }
            var breach: String?
            for seed in 0..<20 where breach == nil {
                breach = try await replay.breach(of: entries[...], seed: seed)
            }
            #expect(breach != nil, "without the syncs of \(left)")
        }
    }

    /// Three uploads, of which the calls of the last two are known.
    private struct Replay {
        let place: Place
        let disk: TracedDisk
        let entries: [DiskProbe.Entry]
        let photos: [(id: String, bytes: [UInt8])]

        init(at place: Place) async throws {
            self.place = place
            var photos: [(id: String, bytes: [UInt8])] = []
            for number in 1...3 {
                _ = try await place.upload(number)
                let photo = try await place.photo()
                photos.append((photo.id, photo.bytes))
            }
            self.photos = photos
            _ = try await place.upload(1)
            place.stop()
            disk = try TracedDisk(of: place.directory)
            try place.probe.clear()
            try await place.start()
            for number in 2...3 { _ = try await place.upload(number) }
            place.stop()
            entries = try place.probe.entries()
            place.endProbing()
        }

        /// What is wrong when the power is cut after some calls.
        func breach(
            of entries: ArraySlice<DiskProbe.Entry>, seed: Int
        ) async throws -> String? {
            var disk = disk
            for entry in entries { disk.perform(entry) }
            var random = TestNumbers(seed: UInt64(seed))
            try place.replaceFiles(with: disk.afterPowerCut(using: &random))
            do {
                try await place.start()
            } catch {
                return "Profile does not start: \(error)"
            }
            defer { place.stop() }
            let answered = photos.lastIndex { photo in
                entries.contains(.answer(photo: photo.id))
            }
            let photo = try? await place.photo()
            guard let index = photos.firstIndex(where: { $0.id == photo?.id }),
                (answered ?? 0)...(answered ?? 0) + 1 ~= index
            else { return "the user has \(photo?.id ?? "no photo") after \(answered ?? 0)" }
            guard photos[index].bytes == photo?.bytes else { return "the photo has other bytes" }
            let faults = try await place.photoFaults()
            return faults.isEmpty ? nil : "\(faults)"
        }
    }

    /// After a failed sync the kernel may take the bytes for written: a second sync would prove
    /// nothing. So Profile acknowledges nothing more, and exits. B04
    @Test(arguments: ["photos/tmp/*", "photos/??", "profile.sqlite-wal"])
    func afterAFailedSyncNothingIsAcknowledgedUntilTheNextStart(_ path: String) async throws {
        let place = try await Place()
        let kept = try await place.upload(1)
        try place.probe.fail("sync", path, with: EIO)
        let refused = await refusal { _ = try await place.upload(2) }
        #expect(refused != nil && place.probe.hasFailed)
        // The disk is well again, and that is no reason to believe it.
        let next = await refusal { _ = try await place.upload(3) }
        #expect(next != nil)
        #expect(try await place.exitStatus() == EX_IOERR)
        try await place.start()
        let photo = try await eventually { try await place.photo() }
        #expect(photo.id == kept)
        #expect(place.isReadable(photo))
        let second = try await place.upload(2)
        #expect(try await place.photo().id == second)
        #expect(try place.temporaryFiles.isEmpty)
    }

    /// Nothing is in doubt after a write for which there is no room: the upload is refused, and all
    /// goes on. B05
    @Test(arguments: ["photos/tmp/*", "profile.sqlite-wal"], [ENOSPC, EDQUOT])
    func aPhotoWithoutRoomIsRefusedAndTheNextOneTaken(_ path: String, _ code: Int32) async throws {
        let place = try await Place()
        let kept = try await place.upload(1)
        try place.probe.fail("write", path, with: code)
        let refused = await refusal { _ = try await place.upload(2) }
        #expect(refused?.code == .resourceExhausted && place.probe.hasFailed)
        #expect(try await place.photo().id == kept)
        #expect(try place.temporaryFiles.isEmpty)
        let second = try await place.upload(2)
        #expect(try await place.photo().id == second && place.isRunning)
    }

    @Test func aDiskThatTakesNoWritesForAWhileIsUsedAgainWithoutARestart() async throws {
        let place = try await Place()
        let kept = try await place.upload(1)
        try place.probe.fail("write", "*", with: EROFS, times: .max)
        for _ in 0..<3 {
            let uploaded = await refusal { _ = try await place.upload(2) }
            let deleted = await refusal { try await place.deletePhoto() }
            for refused in [uploaded, deleted] {
                #expect(refused?.code == .unavailable, "\(String(describing: refused))")
            }
            #expect(try await place.photo().id == kept)
        }
        try place.probe.heal()
        let second = try await place.upload(2)
        #expect(try await place.photo().id == second)
        try await place.deletePhoto()
        #expect(place.isRunning)
    }
}

/// A cluster whose Profile is watched, and a user with photos.
private final class Place {
    let probe: DiskProbe
    private let cluster: Cluster
    private let ann: Resident

    init() async throws {
        // Nothing else is to be seen than what the test does: photos have no sizes.
        cluster = try Cluster(ownArguments: { service in
            service == .profile ? ["--photo-program", "/usr/bin/false"] : []
        })
        probe = try DiskProbe(of: cluster.directory.appending(path: "profile"))
        cluster[.profile].environment = probe.environment
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
    }

    deinit {
        ann.leave()
    }

    func start() async throws {
        try await cluster.start(.profile)
    }

    /// Makes one of several photos the user's.
    ///
    /// - Returns: its id.
    func upload(_ number: Int) async throws -> String {
        let client = cluster.client(.profile)
        defer { client.close() }
        return try await ProfileServiceClient(client).upload(
            ExamplePhoto.numbered(number), options: ann.options()
        ).photoID
    }

    func deletePhoto() async throws {
        let client = cluster.client(.profile)
        defer { client.close() }
        _ = try await ProfileServiceClient(client).deletePhoto(
            DeletePhotoRequest(), options: ann.options())
    }

    /// The user's photo as it is read.
    func photo() async throws -> (id: String, size: Int, bytes: [UInt8]) {
        let client = cluster.client(.profile)
        defer { client.close() }
        let parts = try await ProfileServiceClient(client).downloadPhoto(
            DownloadPhotoRequest(user: .id(ann.id)), options: ann.options())
        var (id, size, bytes): (String, Int, [UInt8]) = ("", 0, [])
        while let next = try await parts.next() {
            switch next.part {
            case .photo(let photo): (id, size) = (photo.photoID, Int(photo.size))
            case .chunk(let chunk): bytes += chunk
            default: break
            }
        }
        return (id, size, bytes)
    }

    func isReadable(_ photo: (id: String, size: Int, bytes: [UInt8])) -> Bool {
        !photo.bytes.isEmpty && photo.bytes.count == photo.size
    }

    var isRunning: Bool { cluster[.profile].isRunning }

    var directory: URL { cluster.directory.appending(path: "profile") }

    func stop() {
        cluster[.profile].kill()
    }

    /// Starts it without the probe from now on.
    func endProbing() {
        cluster[.profile].environment = [:]
    }

    /// - Parameter files: by their paths, all that there are to be.
    func replaceFiles(with files: [String: [UInt8]]) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let path = directory.appending(path: name)
            guard !path.hasDirectoryPath, !files.keys.contains(path.path) else { continue }
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path.path, isDirectory: &isDirectory)
            if !isDirectory.boolValue { try FileManager.default.removeItem(at: path) }
        }
        for (path, bytes) in files {
            let isMade = FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            try #require(isMade)
        }
    }

    func photoFaults() async throws -> [PhotoFault] {
        let client = cluster.client(.profile)
        defer { client.close() }
        return try await ProfileAdminServiceClient(client).photoFaults()
    }

    /// What Profile has exited with.
    func exitStatus() async throws -> Int32? {
        let hasEnded = try await holds { !cluster[.profile].isRunning }
        return hasEnded ? cluster[.profile].stop() : nil
    }

    var temporaryFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                atPath: cluster.directory.appending(path: "profile/photos/tmp").path)
        }
    }
}
