import Foundation
import Testing

import func TestSupport.elapse

@Suite(.enabled(if: Volume.canBeMounted, "needs root, to mount disks")) struct FirstStartTests {
    /// systemd tries again what exits with 75.
    @Test(arguments: Cluster.Service.allCases)
    func aFullDiskIsAReasonToTryAgain(service: Cluster.Service) async throws {
        let directory = URL(filePath: "/tmp/rollcall-\(UInt32.random(in: 0 ... .max))")
        let volume = try Volume(at: directory, mebibytes: 2)
        defer {
            volume.unmount()
            try? FileManager.default.removeItem(at: directory)
        }
        let name = "rollcall-\(service.rawValue)"
        let auth = service == .auth ? [] : ["--auth", "unix:\(directory.path)/none"]
        // With the data directory still to be made, or made already.
        for data in ["data", ""] {
            try volume.fill()
            let output = try await run(
                Products.directory.appending(path: name).path,
                ["--data", directory.appending(path: data).path, "--listen", "127.0.0.1:0"] + auth)
            #expect(output.status == 75, "\(output.text)")
            #expect(output.text == "\(name): the disk is full; make room and start again\n")
            try volume.makeRoom()
        }
    }

    /// A reader is let in, so the process has to say it otherwise.
    @Test func aDiskThatIsFullAndHasRoomAgainIsSaidOnceEach() async throws {
        let cluster = try Cluster()
        let volume = try Volume(at: cluster.directory.appending(path: "profile"))
        defer { volume.unmount() }
        try await cluster.startAll()
        try volume.fill()
        let isSaid = try await holds {
            cluster[.profile].text.contains(
                " error a dependency is impaired health.name=rollcall.disk "
                    + "health.reason=\"the disk is full, so what needs room is refused\"")
        }
        #expect(isSaid, "\(cluster.logs)")
        // More than one round of looking at the disk, which says nothing again.
        try await elapse(.milliseconds(1200))
        try volume.makeRoom()
        let isOver = try await holds {
            cluster[.profile].text.contains(" notice a dependency works again ")
        }
        #expect(isOver, "\(cluster.logs)")
        #expect(cluster[.profile].text.split(separator: "the disk is full").count == 2)
        #expect(!cluster[.auth].text.contains("disk"))
    }
}
