import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestPostgreSQL
import TestRedis
import Testing

/// What goes on while something that the services need is away. The table is the same for one and
/// for two instances of Profile and Presence.
@Suite(.serialized) struct AbsenceTests {
    @Test(arguments: [1, 2])
    func onlyTheCallsFailThatNeedWhatIsAway(instances: Int) async throws {
        try await Deployment.withDeployment(of: instances) { deployment in
            // The mail server has been away all the time.
            #expect(try await deployment.failures() == [:], "\(deployment.logs)")
            for dependency in Dependency.allCases {
                try await deployment.take(dependency)
                let areFailing = try await holds {
                    let failures = try await deployment.failures(of: dependency.failing)
                    return failures.count == dependency.failing.count
                }
                #expect(areFailing, "\(dependency): \(deployment.logs)")
                if let (name, service) = dependency.health {
                    let isSaid = try await holds {
                        try await deployment.isInTrouble(name, at: service)
                            && deployment.hasLogged(name, at: service)
                    }
                    #expect(isSaid, "\(dependency): \(deployment.logs)")
                }
                let failures = try await deployment.failures()
                #expect(
                    Set(failures.keys) == dependency.failing,
                    "\(dependency): \(failures)\n\(deployment.logs)")
                if dependency == .profileDatabase {
                    let message = failures[.read]?.message ?? ""
                    #expect(message.hasPrefix("the database does not answer"), "\(message)")
                }
                try await deployment.bringBack(dependency)
                #expect(
                    try await holds(within: .seconds(30)) {
                        try await deployment.failures(of: dependency.failing).isEmpty
                    }, "\(dependency): \(deployment.logs)")
            }
            // Each instance has logged it once, and that calls are refused only where all are.
            for process in deployment.profiles.map(\.process) {
                let line = "error a dependency is impaired health.name=rollcall.objects"
                #expect(process.text.split(separator: line).count == 2, "\(process.text)")
                #expect(process.text.split(separator: "calls are refused").count == 2)
            }
            for process in deployment.presences.map(\.process) {
                #expect(!process.text.contains("calls are refused"), "\(process.text)")
            }
        }
    }
}

/// What can be away.
private enum Dependency: CaseIterable {
    case profileDatabase, presenceDatabase, objects, engine, photoProgram, authDisk, presence,
        profile, auth

    /// The calls that fail meanwhile: all others go on.
    var failing: Set<Call> {
        switch self {
        case .profileDatabase, .profile: [.signUp, .read, .write, .upload, .download]
        case .presenceDatabase: [.settings]
        case .objects: [.upload, .download]
        case .engine: [.goOnline]
        case .photoProgram: []
        case .authDisk: [.signUp, .signIn]
        case .presence: [.goOnline, .see, .settings]
        case .auth: [.signUp, .signIn]
        }
    }

    /// Its name in the health, and a service that says it.
    var health: (String, Cluster.Service)? {
        switch self {
        case .profileDatabase: ("rollcall.database", .profile)
        case .presenceDatabase: ("rollcall.database", .presence)
        case .objects: ("rollcall.objects", .profile)
        case .engine: ("rollcall.engine", .presence)
        case .authDisk: ("rollcall.disk", .auth)
        case .auth: ("rollcall.revocations", .profile)
        case .photoProgram, .presence, .profile: nil
        }
    }
}

/// A call of each kind.
private enum Call: CaseIterable {
    case signUp, signIn, read, write, upload, download, goOnline, see, settings
}

private final class Deployment {
    let cluster: Cluster
    let profiles: [(process: ServiceProcess, endpoint: Endpoint)]
    let presences: [(process: ServiceProcess, endpoint: Endpoint)]
    private let databases: (profile: PostgreSQLServer, presence: PostgreSQLServer)
    private let engine: RedisServer
    private let store: FaultyStore
    private let disk: Volume
    private let photoProgram: URL
    private let endpoints: RollcallSession.Endpoints
    private let rollcall: RollcallSession
    private let user: String
    /// Counts what must differ from call to call.
    private var number = 0

    /// Runs a body with a deployment whose every part is shared by instances, and whose mail server
    /// is away.
    static func withDeployment(
        of instances: Int, _ body: (Deployment) async throws -> Void
    ) async throws {
        let store = try await FaultyStore()
        defer { store.stop() }
        let databases = try await blocking { try (PostgreSQLServer(), PostgreSQLServer()) }
        let urls = try await blocking {
            try [databases.0, databases.1].map { $0.url(schema: try $0.makeSchema()) }
        }
        let engine = try RedisServer(isDurable: true)
        let programs = FileManager.default.temporaryDirectory.appending(
            path: "photo-\(UUID().uuidString)")
        try FileManager.default.copyItem(
            at: Products.directory.appending(path: "rollcall-photo"), to: programs)
        defer { try? FileManager.default.removeItem(at: programs) }
        try await Cluster.withPhotosInObjectStore(
            at: store.endpoint, profile: ["--store", urls[0], "--photo-program", programs.path],
            others: { service in
                service == .presence
                    ? [
                        "--store", urls[1], "--engine", "redis+unix://\(engine.socket)",
                        "--limit", "presence-settings.account=1000000/1",
                    ]
                    : [
                        "--smtp", "smtp://127.0.0.1:1", "--mail-from", "rollcall@example.org",
                        "--limit", "sign-in.account=1000000/1",
                    ]
            }, secondProfile: instances == 1 ? nil : "profile-2"
        ) { cluster in
            let disk = try Volume(at: cluster.directory.appending(path: "auth"))
            defer { disk.unmount() }
            let deployment = try await Deployment(
                cluster, instances, databases, engine, store, disk, programs)
            defer { deployment.end() }
            try await body(deployment)
        }
    }

    private init(
        _ cluster: Cluster, _ instances: Int, _ databases: (PostgreSQLServer, PostgreSQLServer),
        _ engine: RedisServer, _ store: FaultyStore, _ disk: Volume, _ photoProgram: URL
    ) async throws {
        (self.cluster, self.databases, self.engine) = (cluster, databases, engine)
        (self.store, self.disk, self.photoProgram) = (store, disk, photoProgram)
        func all(_ service: Cluster.Service) -> [(process: ServiceProcess, endpoint: Endpoint)] {
            [(cluster[service], cluster.endpoint(service))]
                + (2..<instances + 1).map {
                    cluster.second(service, named: "\(service.rawValue)-\($0)")
                }
        }
        (profiles, presences) = (all(.profile), all(.presence))
        try await cluster.startAll()
        for one in profiles.dropFirst() + presences.dropFirst() {
            try await one.process.start(at: one.endpoint)
        }
        var endpoints = RollcallSession.Endpoints(
            auth: cluster.endpoint(.auth), profile: profiles[0].endpoint,
            presence: presences[0].endpoint)
        endpoints.otherProfiles = profiles.dropFirst().map(\.endpoint)
        endpoints.otherPresences = presences.dropFirst().map(\.endpoint)
        let rollcall = RollcallSession(endpoints: endpoints, logger: .quiet)
        (self.endpoints, self.rollcall) = (endpoints, rollcall)
        let form = Resident.form("ann")
        user = try await eventually {
            try await rollcall.signUp(
                email: form.email, password: form.password, displayName: form.displayName
            ).userID
        }
        _ = try await eventually { try await rollcall.profile.upload(ExamplePhoto.numbered(0)) }
    }

    func end() {
        rollcall.close()
        for one in profiles + presences { one.process.kill() }
    }

    var logs: String {
        ([cluster[.auth]] + (profiles + presences).map(\.process)).map(\.text)
            .joined(separator: "---\n")
    }

    func take(_ dependency: Dependency) async throws {
        switch dependency {
        case .profileDatabase: try await blocking { [databases] in try databases.profile.kill() }
        case .presenceDatabase: try await blocking { [databases] in try databases.presence.kill() }
        case .objects: try store.set(.refuse)
        case .engine: try engine.kill()
        case .photoProgram: try FileManager.default.removeItem(at: photoProgram)
        case .authDisk: try disk.fill()
        case .presence: for one in presences { one.process.kill() }
        case .profile: for one in profiles { one.process.kill() }
        case .auth: cluster[.auth].kill()
        }
    }

    func bringBack(_ dependency: Dependency) async throws {
        switch dependency {
        case .profileDatabase: try await blocking { [databases] in try databases.profile.start() }
        case .presenceDatabase: try await blocking { [databases] in try databases.presence.start() }
        case .objects: try store.set(.pass)
        case .engine: try engine.start()
        case .photoProgram:
            try FileManager.default.copyItem(
                at: Products.directory.appending(path: "rollcall-photo"), to: photoProgram)
        case .authDisk: try disk.makeRoom()
        case .presence: for one in presences { try await one.process.start(at: one.endpoint) }
        case .profile: for one in profiles { try await one.process.start(at: one.endpoint) }
        case .auth: try await cluster.start(.auth)
        }
    }

    /// Whether a service says that the dependency is in trouble.
    func isInTrouble(_ name: String, at service: Cluster.Service) async throws -> Bool {
        let client = cluster.client(service)
        defer { client.close() }
        return try await HealthServiceClient(client).check(HealthCheckRequest(service: name)).status
            == .notServing
    }

    /// Whether each instance has logged it: what all calls need as refused calls.
    func hasLogged(_ name: String, at service: Cluster.Service) -> Bool {
        let all =
            service == .auth
            ? [cluster[.auth]] : (service == .profile ? profiles : presences).map(\.process)
        let isNeeded = service == .profile && name == "rollcall.database"
        let line =
            isNeeded
            ? " error calls are refused" : " error a dependency is impaired health.name=\(name) "
        return all.allSatisfy { $0.text.contains(line) }
    }

    /// Makes each call as often as it reaches every instance.
    ///
    /// - Returns: the calls that fail at any.
    func failures(of calls: Set<Call> = Set(Call.allCases)) async throws -> [Call: RPCError] {
        var failures: [Call: RPCError] = [:]
        for call in calls {
            for _ in profiles.indices {
                number += 1
                do {
                    try await make(call, number)
                } catch let error as RPCError {
                    failures[call] = error
                }
            }
        }
        return failures
    }

    private func make(_ call: Call, _ number: Int) async throws {
        let options = CallOptions(timeout: .seconds(10))
        switch call {
        case .signUp, .signIn:
            let other = RollcallSession(endpoints: endpoints, logger: .quiet)
            defer { other.close() }
            let form = Resident.form(call == .signIn ? "ann" : "user\(number)")
            if call == .signIn {
                _ = try await other.signIn(email: form.email, password: form.password)
            } else {
                _ = try await other.signUp(
                    email: form.email, password: form.password, displayName: form.displayName)
            }
        case .read:
            _ = try await rollcall.profile.getProfile(
                GetProfileRequest(user: .id(user)), options: options)
        case .write:
            _ = try await rollcall.profile.updateProfile(
                .changing(bio: "\(number)"), options: options)
        case .upload:
            _ = try await rollcall.profile.upload(ExamplePhoto.numbered(number), options: options)
        case .download:
            _ = try await rollcall.profile.photo(of: user, options: options)
        case .goOnline:
            _ = try await rollcall.presence.goOnline(
                GoOnlineRequest(deviceID: "phone"), options: options)
        case .see:
            _ = try await rollcall.presence.getPresence(
                GetPresenceRequest(userIDs: [user]), options: options)
        case .settings:
            _ = try await rollcall.presence.updatePresenceSettings(
                UpdatePresenceSettingsRequest(visibility: .everyone), options: options)
        }
    }
}
