import Foundation
import Glibc
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// Profile on a disk that the kernel has made read-only.
@Suite(.enabled(if: LoopVolume.canBeMounted, "needs root, and a loop device"))
struct ReadOnlyDiskTests {
    @Test func changesAreRefusedAndReadingGoesOn() async throws {
        let cluster = try Cluster()
        let volume = try LoopVolume(at: cluster.directory.appending(path: "profile"))
        defer { volume.unmount() }
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        func upload(_ number: Int) async throws {
            try await profiles.upload(ExamplePhoto.numbered(number), options: ann.options())
        }
        func profile() async throws -> Profile? {
            try await profiles.getProfile(
                GetProfileRequest(user: .id(ann.id)), options: ann.options()
            ).profile
        }
        try await upload(1)
        let hasSizes = try await holds { try await profile()?.photo?.placeholder.isEmpty == false }
        #expect(hasSizes)
        let before = try await profile()
        let photo = try await profiles.photo(of: ann.id, options: ann.options())

        try volume.breakDown()
        for _ in 0..<3 {
            let uploaded = await refusal { try await upload(2) }
            let renamed = await refusal {
                _ = try await profiles.updateProfile(
                    .changing(displayName: "Ann"), options: ann.options())
            }
            for refused in [uploaded, renamed] {
                #expect(refused?.code == .unavailable, "\(String(describing: refused))")
            }
            #expect(try await profile() == before)
            #expect(try await profiles.photo(of: ann.id, options: ann.options()) == photo)
        }
        let isSaid = try await holds {
            cluster[.profile].text.contains(
                " error a dependency is impaired health.name=rollcall.disk "
                    + "health.reason=\"the disk takes no writes, so changes are refused\"")
        }
        #expect(isSaid)

        // The kernel takes no writes to it before it was checked, for which nobody may use it.
        cluster[.profile].kill()
        await #expect(throws: ProcessError.self) { try await cluster.start(.profile) }
        #expect(cluster[.profile].text.contains("the disk takes no writes; look at"))
        try volume.repair()
        try await cluster.start(.profile)
        let after = try await eventually { try await profile() }
        #expect(after?.photo == before?.photo)
        #expect(try await profiles.photo(of: ann.id, options: ann.options()) == photo)
        try await upload(2)
    }
}

/// A small ext4 on a loop device, which only root can mount.
private struct LoopVolume {
    struct Failure: Error {
        let what: String
        let code: Int32
    }

    /// Whether it works here: containers may have no loop devices.
    static let canBeMounted: Bool = {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "volume-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        guard geteuid() == 0, let volume = try? LoopVolume(at: directory) else { return false }
        defer { volume.unmount() }
        return (try? volume.breakDown()) != nil
    }()

    private let directory: URL
    private var image: URL { directory.appendingPathExtension("ext4") }

    /// Mounts it, closed to others.
    init(at directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try run("/usr/bin/truncate", "--size=48M", image.path)
        try run("/usr/sbin/mkfs.ext4", "-q", image.path)
        try mount()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: directory.path)
    }

    private func mount() throws {
        try run("/usr/bin/mount", "-o", "loop,errors=remount-ro", image.path, directory.path)
    }

    func unmount() {
        umount2(directory.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: image)
    }

    /// Has the kernel find an error, after which it takes no writes.
    func breakDown() throws {
        let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        let device = mounts.split(separator: "\n").map { $0.split(separator: " ") }
            .last { $0.count > 1 && $0[1] == directory.path }?[0].split(separator: "/").last
        let file = open(
            "/sys/fs/ext4/\(device ?? "")/trigger_fs_error", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(what: "trigger_fs_error", code: errno) }
        defer { close(file) }
        guard write(file, "1", 1) == 1 else {
            throw Failure(what: "trigger_fs_error", code: errno)
        }
    }

    /// Checks it and mounts it again. Nobody may use it meanwhile.
    func repair() throws {
        guard umount2(directory.path, 0) == 0 else { throw Failure(what: "umount2", code: errno) }
        // 1: what was wrong is mended.
        try run("/usr/sbin/e2fsck", "-f", "-y", image.path, endingWith: 0...1)
        try mount()
    }

    private func run(
        _ program: String, _ arguments: String..., endingWith statuses: ClosedRange<Int32> = 0...0
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard statuses.contains(process.terminationStatus) else {
            throw Failure(what: program, code: process.terminationStatus)
        }
    }
}
