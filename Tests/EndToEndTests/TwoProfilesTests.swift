import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import RollcallRPCPolicies
import TestPostgreSQL
import TestServers
import Testing

import func TestSupport.elapse

/// Two Profile daemons with their tables in one PostgreSQL database and their photos in one S3
/// store. Users change their photos at both, while one daemon is killed and started again.
@Suite struct TwoProfilesTests {
    /// How often one is killed: a fifth of `ROLLCALL_KILLS`.
    private static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) }.map { $0 / 5 }
        ?? 5

    private struct Instance {
        let process: ServiceProcess
        let endpoint: Endpoint
        let client: RetryingNetworkClient

        init(_ process: ServiceProcess, at endpoint: Endpoint) {
            (self.process, self.endpoint) = (process, endpoint)
            var configuration = ClientConfiguration()
            configuration.reconnectBackoff = Backoff(initial: .milliseconds(5), multiplier: 1)
            client = NetworkClient(
                endpoint, configuration: configuration, logger: .quiet
            ).retrying()
        }

        var profiles: ProfileServiceClient { ProfileServiceClient(client) }

        func start() async throws {
            try await process.start(at: endpoint)
            try await client.waitUntilServing()
        }

        func end() {
            client.close()
            process.kill()
        }
    }

    @Test func whatEitherAcknowledgedIsReadAndWatchedAtBoth() async throws {
        let database = try await PostgreSQLServer.shared
        let url = try await blocking { database.url(schema: try database.makeSchema()) }
        try await Cluster.withPhotosInObjectStore(profile: ["--store", url]) { cluster in
            try await cluster.start(.auth)
            let second = cluster.second(.profile, named: "profile-2")
            let instances = [
                Instance(cluster[.profile], at: cluster.endpoint(.profile)),
                Instance(second.process, at: second.endpoint),
            ]
            defer { for instance in instances { instance.end() } }
            for instance in instances { try await instance.start() }
            // Half of them are at each.
            var users: [PhotoUser] = []
            for name in ["ann", "bob", "cid", "dan"] {
                let resident = try await Resident(name, at: cluster.endpoint(.auth), cluster.spool)
                users.append(try PhotoUser(resident))
            }
            defer { for user in users { user.resident.leave() } }
            let photos = try await PhotoChoice(storedBy: users[0], at: instances[0].profiles)
            var view = WatchedPhotos()
            for number in 0..<Self.kills {
                for index in users.indices { try await users[index].renew() }
                view = try await killOne(number, of: instances, &users, photos, view)
            }
            for instance in instances {
                let photos = ProfileAdminServiceClient(instance.client)
                #expect(try await photos.photoFaults() == [])
            }
            #expect(users.allSatisfy { $0.changes > 0 }, "\(cluster.logs)")
        }
    }

    /// Auth is told of both, and so are those who call.
    @Test func signUpsAndReadsGoOnWhileEitherIsAway() async throws {
        let database = try await PostgreSQLServer.shared
        let url = try await blocking { database.url(schema: try database.makeSchema()) }
        let cluster = try Cluster(
            ownArguments: { $0 == .profile ? ["--store", url] : [] }, secondProfile: "profile-2")
        try await cluster.start(.auth)
        let second = cluster.second(.profile, named: "profile-2")
        let instances = [
            Instance(cluster[.profile], at: cluster.endpoint(.profile)),
            Instance(second.process, at: second.endpoint),
        ]
        defer { for instance in instances { instance.end() } }
        for instance in instances { try await instance.start() }
        var endpoints = RollcallSession.Endpoints(
            auth: cluster.endpoint(.auth), profile: instances[0].endpoint)
        endpoints.otherProfiles = [instances[1].endpoint]
        for (round, away) in [nil, instances[0], nil, instances[1]].enumerated() {
            away?.process.kill()
            for person in 0..<3 { try await signUp("user\(round)x\(person)", at: endpoints) }
            try await away?.start()
        }
    }

    /// Signs somebody up, who then reads their own profile.
    private func signUp(_ name: String, at endpoints: RollcallSession.Endpoints) async throws {
        let rollcall = RollcallSession(
            endpoints: endpoints, retries: RetryPolicy(), logger: .quiet)
        defer { rollcall.close() }
        let form = Resident.form(name)
        _ = try await rollcall.signUp(
            email: form.email, password: form.password, displayName: form.displayName)
        let answer = try await rollcall.profile.getProfile(
            GetProfileRequest(user: .name(form.displayName)))
        #expect(answer.profile?.displayName == form.displayName)
    }

    /// - Parameter view: what was watched before, at either.
    /// - Returns: what was watched last.
    private func killOne(
        _ number: Int, of instances: [Instance], _ users: inout [PhotoUser], _ photos: PhotoChoice,
        _ view: WatchedPhotos
    ) async throws -> WatchedPhotos {
        let (killed, other) = (instances[number % 2], instances[1 - number % 2])
        func isAtOther(_ index: Int) -> Bool { index / 2 != number % 2 }
        let ids = users.map(\.id)
        let watch = try await PhotoWatch(of: ids, by: users[0], at: other.profiles, from: view)
        let round = UploadRound()
        let both = instances.map(\.profiles)
        let changing = Task { [users] in
            await withTaskGroup(of: (Int, PhotoChanges).self) { group in
                for (index, user) in users.enumerated() {
                    let profiles = both[index / 2]
                    group.addTask { (index, await user.change(photos, at: profiles, in: round)) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        try await elapse(.milliseconds(Int.random(in: 50...300)))
        killed.process.kill()
        round.enter(.oneIsAway)
        let goOn = try await holds { round.changesWhileOneIsAway > 0 }
        #expect(goOn, "\(number): nobody could change a photo while one was away")
        try await killed.start()
        round.enter(.over)

        for (index, changes) in await changing.value {
            if isAtOther(index) {
                #expect(changes.error == nil, "\(number): an upload failed where nobody was killed")
            }
            let seen = try await photos.seen(of: users[index], after: changes, at: both)
            users[index].photo = try #require(
                seen, "\(number): \(changes), and something else is there")
            users[index].changes += changes.count
        }

        let expected = photos.ids(of: users)
        let isSeen = try await holds { watch.view.photos == expected }
        #expect(isSeen, "\(number): \(watch.view.photos) is watched, and not \(expected)")
        // The cursor of one is good for the other.
        let last = await watch.stop()
        let resumed = try await PhotoWatch(
            of: ids, by: users[0], at: killed.profiles, from: last)
        let goesOn = try await holds { resumed.view.isCurrent && resumed.view.photos == expected }
        #expect(goesOn && !resumed.view.wasReplaced, "\(number): \(resumed.view)")
        return await resumed.stop()
    }
}
