import Foundation
import Glibc
import Testing

import func TestSupport.elapse

/// What a burst of calls leaves with a process.
@Suite struct MemoryTests {
    @Test func whatABurstHasTakenGoesBackToTheMachine() async throws {
        let cluster = try Cluster()
        try await cluster.start(.profile)
        let process = cluster[.profile]
        let before = try #require(process.residentKilobytes)
        var peers = try (0..<64).map { _ in try DeafPeer(cluster.directory, "profile.sock") }
        // Some at a time, as a server with too much to do refuses calls.
        for _ in 0..<400 where process.residentKilobytes ?? 0 <= before * 2 {
            for peer in peers { peer.askForDescriptors(count: 5) }
            try await elapse(.milliseconds(50))
        }
        let isFilled = try await holds { process.residentKilobytes ?? 0 > before * 2 }
        #expect(
            isFilled, "\(before) KiB, then \(process.residentKilobytes ?? 0): too little to see")
        peers = []
        let isGivenBack = try await holds(within: .seconds(10)) {
            (process.residentKilobytes ?? .max) * 10 <= before * 13
        }
        #expect(isGivenBack, "\(before) KiB before, \(process.residentKilobytes ?? 0) after")
    }
}

/// One that asks and never reads an answer.
private final class DeafPeer {
    private let socket: Int32
    private var nextID: UInt32 = 1

    init(_ directory: URL, _ name: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        let path = directory.appending(path: name).path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
        }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        // HELLO, versions 1 to 1.
        send(Self.frame(type: 1, flags: 0, stream: 0, meta: [8, 1, 16, 1]))
    }

    deinit {
        close(socket)
    }

    func askForDescriptors(count: Int) {
        let meta = Self.field("rollcall.rpc.v1.ReflectionService/GetDescriptors")
        let body = Self.field("rollcall.v1.ProfileService")
        for _ in 0..<count {
            // OPEN, END and MESSAGE.
            send(Self.frame(type: 2, flags: 3, stream: nextID, meta: meta, body: body))
            nextID += 2
        }
    }

    private func send(_ bytes: [UInt8]) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// A protobuf field 1 of less than 128 bytes.
    private static func field(_ text: String) -> [UInt8] {
        [0x0A, UInt8(text.utf8.count)] + text.utf8
    }

    private static func frame(
        type: UInt8, flags: UInt8, stream: UInt32, meta: [UInt8], body: [UInt8] = []
    ) -> [UInt8] {
        let header: [UInt8] = [
            0, 0, UInt8(meta.count + body.count), type, flags, 0, 0, UInt8(meta.count),
        ]
        return header + withUnsafeBytes(of: stream.bigEndian, Array.init) + meta + body
    }
}
