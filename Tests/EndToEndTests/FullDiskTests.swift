import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

import func TestSupport.elapse

/// Real daemons on disks that are full, until there is room again.
@Suite(.enabled(if: Volume.canBeMounted, "needs root, to mount disks")) struct FullDiskTests {
    /// What was answered is there, also after a restart; what was not is whole or not at all.
    @Test func everyMutatingCallOfAuthSaysSoAndNoneIsDoneByHalf() async throws {
        let cluster = try await MutationBatch.cluster()
        let volume = try Volume(at: cluster.directory.appending(path: "auth"))
        defer { volume.unmount() }
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        let writer = try await Resident("writer", at: cluster.endpoint(.auth), cluster.spool)
        defer { writer.leave() }
        var restarts = 0
        func canWrite() async throws -> Bool {
            do {
                return try await writer.canWrite()
            } catch {
                if try await hasGivenUp() { return false }
                Issue.record(error, "\(cluster.logs)")
                throw error
            }
        }
        // SQLITE_IOERR_SHMSIZE: there was room for the rows, but not for SQLite's index of them. As
        // they may be found after a restart, Auth leaves it to one.
        func hasGivenUp() async throws -> Bool {
            let lines = cluster[.auth].text.components(separatedBy: "SQLite error 4874")
            guard lines.count - 1 > restarts else { return false }
            return try await holds { !cluster[.auth].isRunning }
        }
        var (answered, refused) = (0, 0)
        for (number, mutations) in Mutation.round().enumerated() {
            let batch = try await MutationBatch(mutations, named: "disk\(number)", in: cluster)
            // There is some room in the files, and a journal that is emptied gives some back.
            let isFull = try await holds {
                try volume.fill()
                return try await !canWrite()
            }
            #expect(isFull)
            let outcomes = try await batch.make()
            if try await hasGivenUp() {
                restarts += 1
                try volume.makeRoom()
                try await cluster.start(.auth)
                try await batch.check(outcomes)
                continue
            }
            for (mutation, outcome) in zip(mutations, outcomes) {
                guard let error = outcome.error else {
                    answered += 1
                    continue
                }
                #expect(error.code == .resourceExhausted, "\(mutation.rpc): \(error)")
                #expect(error.reasons == [.noSpace], "\(mutation.rpc): \(error)")
                refused += 1
            }
            try volume.makeRoom()
            let hasRoom = try await canWrite()
            #expect(hasRoom)
            cluster[.auth].kill()
            try await cluster.start(.auth)
            try await batch.check(outcomes)
        }
        #expect(refused > answered)
    }

    // B05
    @Test func profileSaysSoAndKeepsNamesAndPhotosAsTheyWere() async throws {
        let cluster = try Cluster()
        let volume = try Volume(at: cluster.directory.appending(path: "profile"))
        defer { volume.unmount() }
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let photo = try Data(
            contentsOf: Products.repository.appending(path: "deploy/quickstart-photo.jpg"))
        func upload() async throws -> RPCError? {
            await refusal {
                try await profiles.upload(Array(photo), options: ann.options())
            }
        }
        func profile() async throws -> Profile? {
            try await profiles.getProfile(
                GetProfileRequest(user: .id(ann.id)), options: ann.options()
            ).profile
        }
        #expect(try await upload() == nil)
        let before = try await profile()

        try volume.fill()
        #expect(try await upload()?.reasons == [.noSpace])
        var names = (0..<2000).map { $0 % 2 == 0 ? "Ann" : "ann" }.makeIterator()
        var (error, kept): (RPCError?, String?) = (nil, before?.displayName)
        while error == nil, let name = names.next() {
            error = await refusal {
                let request = UpdateProfileRequest.changing(displayName: name)
                _ = try await profiles.updateProfile(request, options: ann.options())
            }
            if error == nil { kept = name }
        }
        #expect(error?.reasons == [.noSpace])
        let full = try await profile()
        // The ThumbHash is made some moments after the upload.
        #expect(full?.displayName == kept && full?.photo?.photoID == before?.photo?.photoID)
        #expect(full?.photo != nil)

        try volume.makeRoom()
        #expect(try await upload() == nil)
        cluster[.profile].kill()
        try await cluster.start(.profile)
        let after = try await eventually { try await profile() }
        #expect(after?.displayName == kept && after?.photo != nil)
    }

    /// Who is here is in memory, so a full disk sends nobody away; what is to outlive the process
    /// is written when there is room.
    @Test func presenceGoesOnAndWritesWhenThereIsRoom() async throws {
        let cluster = try Cluster()
        let volume = try Volume(at: cluster.directory.appending(path: "presence"))
        defer { volume.unmount() }
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let client = cluster.client(.presence)
        defer { client.close() }
        let presences = PresenceServiceClient(client)
        func state() async throws -> PresenceState? {
            try await presences.getPresence(
                GetPresenceRequest(userIDs: [ann.id]), options: ann.options()
            ).presences.first?.state
        }

        try volume.fill()
        let lease = try await presences.goOnline(
            GoOnlineRequest(deviceID: "phone", leaseMs: 300_000), options: ann.options())
        // Longer than until the next batch is to be written.
        for _ in 0..<3 {
            try await elapse(.milliseconds(500))
            _ = try await presences.heartbeat(
                HeartbeatRequest(leaseID: lease.leaseID), options: ann.options())
        }
        #expect(try await state() == .online)
        #expect(cluster[.presence].isRunning)

        try volume.makeRoom()
        // Until what waited is written, which no call says.
        try await elapse(.milliseconds(2500))
        cluster[.presence].kill()
        try await cluster.start(.presence)
        let isOnline = try await holds { (try? await state()) == .online }
        #expect(isOnline, "\(cluster.logs)")
    }
}

extension Resident {
    /// Whether Auth takes what needs room: other rows each time, all at once as each answer waits
    /// for its moment.
    fileprivate func canWrite() async throws -> Bool {
        try await withThrowingTaskGroup(of: RPCError?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let nobody = "nobody\(UInt32.random(in: 0 ... .max))@example.com"
                    return await refusal {
                        let request = RequestPasswordResetRequest(email: nobody)
                        _ = try await account.requestPasswordReset(request)
                    }
                }
            }
            return try await group.reduce(into: true) { canWrite, error in
                guard let error, !error.isOverload else { return }
                guard error.reasons == [.noSpace] else { throw error }
                canWrite = false
            }
        }
    }
}

/// What a call is refused with.
func refusal(_ call: () async throws -> Void) async -> RPCError? {
    do {
        try await call()
        return nil
    } catch {
        return error as? RPCError ?? RPCError(.unknown, "\(error)")
    }
}
