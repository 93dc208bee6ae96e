import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

import func TestSupport.elapse

/// The processes that make the sizes of photos, killed in the midst of their work.
@Suite struct PhotoWorkersUnderFireTests {
    /// How many are killed: a fourth of `ROLLCALL_KILLS`.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) }.map { $0 / 4 }
        ?? 10

    @Test func aWorkerThatIsKilledCostsNothingButItsWork() async throws {
        try await fire(at: try Cluster(), kills: Self.kills - Self.kills / 5)
    }

    /// A fifth of the kills, with the photos in an S3 store.
    @Test func soItIsWithThePhotosInAnObjectStore() async throws {
        try await Cluster.withPhotosInObjectStore { try await fire(at: $0, kills: Self.kills / 5) }
    }

    private func fire(at cluster: Cluster, kills: Int) async throws {
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let profile = try #require(cluster[.profile].processID)
        let picture = try largePicture()
        var tokens = ann.phone.tokens
        var (killed, number, known) = (0, 0, Set<Int32>())
        while killed < kills {
            let options = try await ann.renewing(&tokens)
            let photo = ExamplePhoto.numbered(number, picture)
            let stored = try await profiles.upload(photo, options: options)
            let whole = try await profiles.photo(of: ann.id, options: options)
            #expect(whole?.count == Int(stored.size))
            // Every fifth photo loses its second worker, too, and so its sizes.
            let isGivenUp = number % 5 == 4
            for _ in 0..<(isGivenUp ? 2 : 1) {
                let worker = try await worker(of: profile, besides: known)
                guard let worker else { break }
                known.insert(worker)
                try await elapse(upTo: .milliseconds(50))
                if Self.isWorker(worker), kill(worker, SIGKILL) == 0 { killed += 1 }
            }
            #expect(try await profiles.photo(of: ann.id, options: options) == whole)
            let square = try await eventually {
                try await profiles.photo(of: ann.id, size: 64, options: options)
            }
            #expect(square != nil || isGivenUp, "photo \(number) has no sizes")
            if square != nil {
                let hasPlaceholder = try await holds {
                    let answer = try await profiles.getProfile(
                        GetProfileRequest(user: .id(ann.id)), options: options)
                    return answer.profile?.photo?.placeholder.isEmpty == false
                }
                #expect(hasPlaceholder)
            }
            number += 1
        }
        #expect(cluster[.profile].processID == profile && cluster[.profile].isRunning)
        #expect(try await ProfileAdminServiceClient(client).photoFaults() == [])
        let lost = cluster[.profile].text.split(separator: "sizes of a photo could not be made")
        #expect(lost.count > kills / 2, "the kills hit nothing")
    }

    /// A picture whose sizes take their time: noise, of 2,000 x 1,500 pixels.
    private func largePicture() throws -> [UInt8] {
        let (width, height) = (2000, 1500)
        var state: UInt32 = 1
        var bytes = Array("P5 \(width) \(height) 255\n".utf8)
        for _ in 0..<width * height {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.append(UInt8(state >> 29) << 4)
        }
        let encoder = Process()
        let (input, output) = (Pipe(), Pipe())
        encoder.executableURL = URL(filePath: "/usr/bin/cjpeg")
        encoder.arguments = ["-quality", "30"]
        (encoder.standardInput, encoder.standardOutput) = (input, output)
        try encoder.run()
        let writing = Thread { [bytes] in
            try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
            try? input.fileHandleForWriting.close()
        }
        writing.start()
        let photo = try output.fileHandleForReading.readToEnd() ?? Data()
        encoder.waitUntilExit()
        try #require(encoder.terminationStatus == 0)
        return Array(photo)
    }

    /// The next child of a process; nil if there is none for two seconds.
    private func worker(of process: Int32, besides known: Set<Int32>) async throws -> Int32? {
        let end = ContinuousClock.now + .seconds(2)
        while .now < end {
            if let worker = Self.children(of: process).first(where: { !known.contains($0) }) {
                return worker
            }
            try await elapse(.milliseconds(1))
        }
        return nil
    }

    /// Children are listed with the thread that has started them (proc(5)).
    private static func children(of process: Int32) -> [Int32] {
        let threads = "/proc/\(process)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
        return names.flatMap { name in
            let text = try? String(contentsOfFile: "\(threads)/\(name)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    private static func isWorker(_ process: Int32) -> Bool {
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return name == "rollcall-photo\n"
    }
}
