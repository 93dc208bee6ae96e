import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestObjectStore
import Testing

/// Profile whose photos are in an S3 store that has faults, and then has none.
@Suite struct ObjectStoreFaultTests {
    @Test func aStoreWithFaultsRefusesPhotosAloneAndTheyGoOnWithIt() async throws {
        let store = try await FaultyStore()
        defer { store.stop() }
        try await Cluster.withPhotosInObjectStore(at: store.endpoint) { cluster in
            for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
            let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
            defer { ann.leave() }
            let client = cluster.client(.profile)
            defer { client.close() }
            let profiles = ProfileServiceClient(client)
            var options = try ann.options()
            func upload(_ number: Int) async throws -> String {
                try await profiles.upload(ExamplePhoto.numbered(number), options: options).photoID
            }
            func photoID() async throws -> String? {
                try await profiles.getProfile(
                    GetProfileRequest(user: .id(ann.id)), options: options
                ).profile?.photo?.photoID
            }
            var kept = try await upload(0)
            for (number, mode) in FaultyStore.Mode.faults.enumerated() {
                try store.set(mode)
                if mode == .silent { options.timeout = .seconds(2) }
                let refused = await refusal { _ = try await upload(number + 1) }
                let unread = await refusal {
                    _ = try await profiles.photo(of: ann.id, options: options)
                }
                options.timeout = .seconds(10)
                for error in [refused, unread] {
                    let code: StatusCode = mode == .silent ? .deadlineExceeded : .unavailable
                    #expect(error?.code == code, "\(mode): \(String(describing: error))")
                }
                #expect(try await photoID() == kept)

                try store.set(.pass)
                kept = try await eventually { try await upload(number + 1) }
                #expect(try await photoID() == kept)
                let bytes = try await profiles.photo(of: ann.id, options: options)
                #expect(bytes?.isEmpty == false)
            }
            #expect(cluster[.profile].isRunning)
            #expect(try await ProfileAdminServiceClient(client).photoFaults() == [])
        }
    }
}

/// A server before an S3 store, which passes requests on or has a fault.
final class FaultyStore {
    /// As the script says them.
    enum Mode: String {
        case pass
        case error = "500"
        case cut, refuse, silent

        static let faults: [Mode] = [.error, .cut, .refuse, .silent]
    }

    let endpoint: String
    private let directory: URL
    private let process = Process()

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try Data("pass\n".utf8).write(to: directory.appending(path: "mode"))
        let script = Products.repository.appending(path: "Tests/EndToEndTests/faulty_store.py")
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            script.path, "\(try await ObjectStoreServer.shared.port)", directory.path,
        ]
        try process.run()
        let file = directory.appending(path: "port")
        let port = try await eventually { try String(contentsOf: file, encoding: .ascii) }
        endpoint = "http://127.0.0.1:\(port)"
    }

    func set(_ mode: Mode) throws {
        try Data("\(mode.rawValue)\n".utf8)
            .write(to: directory.appending(path: "mode"), options: .atomic)
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}
