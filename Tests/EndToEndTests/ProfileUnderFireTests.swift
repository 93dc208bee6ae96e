import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

import func TestSupport.elapse

/// What users change of their profiles, while Profile dies under it.
@Suite struct ProfileUnderFireTests {
    /// How often Profile is killed; `ROLLCALL_KILLS` sets it.
    static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 25

    /// What is to be seen of a profile.
    private struct State {
        var name: String
        /// One of the photos; nil for none.
        var photo: Int?
    }

    /// B02
    @Test func whatWasAcknowledgedStaysAndWhatWasNotIsWholeOrNotAtAll() async throws {
        try await fire(at: try Cluster(), kills: Self.kills - Self.kills / 5)
    }

    /// A fifth of the kills, with the photos in an S3 store.
    @Test func soItIsWithThePhotosInAnObjectStore() async throws {
        try await Cluster.withPhotosInObjectStore { cluster in
            try await fire(at: cluster, kills: Self.kills / 5)
            let files = cluster.directory.appending(path: "profile/photos")
            #expect(!FileManager.default.fileExists(atPath: files.path))
        }
    }

    /// Two users change to and fro between two photos and none: so photos come and go, are shared,
    /// are removed while they come again, and have their sizes made.
    private func fire(at cluster: Cluster, kills: Int) async throws {
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        let residents = [
            try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool),
            try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool),
        ]
        defer { for resident in residents { resident.leave() } }
        var tokens = residents.map(\.phone.tokens)
        var states = residents.map { State(name: $0.name, photo: nil) }
        let photos = try (0..<2).map { try ExamplePhoto.numbered($0) }
        let stored = try await storedBytes(of: photos, residents[0], cluster)
        var answers = [true: 0, false: 0]
        for number in 0..<kills {
            var users: [User] = []
            for (index, resident) in residents.enumerated() {
                users.append(
                    User(id: resident.id, options: try await resident.renewing(&tokens[index])))
            }
            let wanted = states.enumerated().map { index, state in
                State(
                    name: "\(residents[index].name)\(number)",
                    photo: [nil, 0, 1].filter { $0 != state.photo }.randomElement() ?? nil)
            }

            let client = cluster.client(.profile)
            let calls = Task { [users] in
                try await withThrowingTaskGroup(of: (Int, Bool, Bool).self) { group in
                    for (index, user) in users.enumerated() {
                        group.addTask {
                            async let isRenamed = user.rename(to: wanted[index].name, client)
                            let photo = wanted[index].photo.map { photos[$0] }
                            let isChanged = await user.setPhoto(photo, client)
                            return (index, await isRenamed, isChanged)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            // Before there can be an answer, at any instant, and once all was answered.
            switch number % 4 {
            case 0: break
            case 3: _ = try await calls.value
            default: try await elapse(upTo: .milliseconds(20))
            }
            cluster[.profile].kill()
            try await cluster.start(.profile)
            let outcomes = try await calls.value
            client.close()

            let after = cluster.client(.profile)
            defer { after.close() }
            for (index, isRenamed, isChanged) in outcomes {
                let (before, wanted, user) = (states[index], wanted[index], users[index])
                let seen = try await eventually { try await user.profile(after) }
                let (name, bytes) = (seen.displayName, try await user.photo(after))
                #expect(
                    name == wanted.name || (name == before.name && !isRenamed), "\(number): \(name)"
                )
                let photo = bytes.map { stored.firstIndex(of: $0) ?? -1 }
                #expect(
                    photo == wanted.photo || (photo == before.photo && !isChanged),
                    "\(number): photo \(String(describing: photo))")
                #expect(seen.photo.map { Int($0.size) } == bytes?.count)
                // One of the two names is the user's; the other is nobody's.
                let other = name == wanted.name ? before.name : wanted.name
                #expect(try await user.owner(of: name, after) == user.id)
                #expect(try await user.owner(of: other, after) == nil)
                if number % 5 == 0, photo != nil {
                    #expect(try await user.photo(after, size: 64)?.isEmpty == false)
                }
                states[index] = State(name: name, photo: photo)
                for isAnswered in [isRenamed, isChanged] { answers[isAnswered, default: 0] += 1 }
            }
        }
        #expect(answers.values.allSatisfy { $0 > 0 }, "the kills hit nothing: \(answers)")
        let client = cluster.client(.profile)
        defer { client.close() }
        #expect(try await ProfileAdminServiceClient(client).photoFaults() == [])
    }

    /// The photos as Profile stores them.
    private func storedBytes(
        of photos: [[UInt8]], _ resident: Resident, _ cluster: Cluster
    ) async throws -> [[UInt8]] {
        let client = cluster.client(.profile)
        defer { client.close() }
        let user = User(id: resident.id, options: try resident.options())
        var stored: [[UInt8]] = []
        for photo in photos {
            try #require(await user.setPhoto(photo, client))
            stored.append(try #require(try await user.photo(client)))
        }
        try #require(await user.setPhoto(nil, client))
        return stored
    }
}

/// A user, and what Profile is asked as that user.
private struct User: Sendable {
    let id: String
    let options: CallOptions

    /// - Returns: whether it was acknowledged.
    func rename(to name: String, _ client: RetryingNetworkClient) async -> Bool {
        let answer = try? await ProfileServiceClient(client).updateProfile(
            .changing(displayName: name), options: options)
        return answer != nil
    }

    /// - Parameter photo: nil takes it away.
    /// - Returns: whether it was acknowledged.
    func setPhoto(_ photo: [UInt8]?, _ client: RetryingNetworkClient) async -> Bool {
        let profiles = ProfileServiceClient(client)
        do {
            if let photo {
                try await profiles.upload(photo, options: options)
            } else {
                _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: options)
            }
            return true
        } catch {
            return false
        }
    }

    func profile(_ client: RetryingNetworkClient) async throws -> Profile {
        let answer = try await ProfileServiceClient(client).getProfile(
            GetProfileRequest(user: .id(id)), options: options)
        return try #require(answer.profile)
    }

    /// The bytes of the photo; nil if there is none.
    func photo(_ client: RetryingNetworkClient, size: UInt32 = 0) async throws -> [UInt8]? {
        try await ProfileServiceClient(client).photo(of: id, size: size, options: options)
    }

    func owner(of name: String, _ client: RetryingNetworkClient) async throws -> String? {
        do {
            let answer = try await ProfileServiceClient(client).getProfile(
                GetProfileRequest(user: .name(name)), options: options)
            return answer.profile?.userID
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }
}
