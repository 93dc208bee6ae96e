import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import TestObjectStore
import Testing

/// What a user changes of a profile, while Profile dies under it.
@Suite struct ProfileUnderFireTests {
    /// How often Profile is killed; `ROLLCALL_KILLS` sets it to a fourth.
    static let kills =
        max(
            10,
            (ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) } ?? 100) / 4)

    /// What is to be seen of a profile.
    private struct State: Equatable {
        var name: String
        var hasPhoto: Bool
    }

    @Test func whatWasAcknowledgedStaysAndWhatWasNotIsWholeOrNotAtAll() async throws {
        try await fire(at: try Cluster(), kills: Self.kills)
    }

    /// A fifth of the kills, with the photos in an S3 store.
    @Test func soItIsWithThePhotosInAnObjectStore() async throws {
        let store = try await ObjectStoreServer.shared
        let keys = FileManager.default.temporaryDirectory.appending(
            path: "keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: keys) }
        let text = """
            aws_access_key_id = \(ObjectStoreServer.accessKey)
            aws_secret_access_key = \(ObjectStoreServer.secretKey)
            """
        try #require(
            FileManager.default.createFile(
                atPath: keys.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]
            ))
        let place = store.place()
        let cluster = try Cluster(ownArguments: { service in
            guard service == .profile else { return [] }
            return [
                "--photo-store", place, "--photo-store-endpoint", store.endpoint,
                "--photo-store-credentials", keys.path,
            ]
        })
        try await fire(at: cluster, kills: max(5, Self.kills / 5))
        let files = cluster.directory.appending(path: "profile/photos")
        #expect(!FileManager.default.fileExists(atPath: files.path))
    }

    private func fire(at cluster: Cluster, kills: Int) async throws {
        for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let photo = try Data(
            contentsOf: Products.repository.appending(path: "deploy/quickstart-photo.jpg"))
        var stored: [UInt8]?
        var tokens = ann.phone.tokens
        var state = State(name: "ann", hasPhoto: false)
        var answers = [true: 0, false: 0]
        for number in 0..<kills {
            let caller = User(id: ann.id, options: try await ann.renewing(&tokens))
            let wanted = State(name: "ann\(number)", hasPhoto: !state.hasPhoto)

            let client = cluster.client(.profile)
            async let isRenamed = caller.rename(to: wanted.name, client)
            async let isPhotoChanged = caller.setPhoto(wanted.hasPhoto ? photo : nil, client)
            try await Task.sleep(for: .microseconds(Int.random(in: 0...15_000)))
            cluster[.profile].kill()
            try await cluster.start(.profile)
            let (renamed, changed) = await (isRenamed, isPhotoChanged)
            client.close()

            let after = cluster.client(.profile)
            defer { after.close() }
            let seen = try await eventually { try await caller.profile(after) }
            let (name, bytes) = (seen.displayName, try await caller.photo(after))
            #expect(name == wanted.name || (name == state.name && !renamed), "\(number): \(name)")
            let hasPhoto = seen.photo != nil
            #expect(hasPhoto == wanted.hasPhoto || !changed, "\(number): the photo")
            #expect(hasPhoto == (bytes != nil) && seen.photo.map { Int($0.size) } == bytes?.count)
            if let bytes {
                #expect(bytes == stored ?? bytes, "the photo is another")
                stored = bytes
            }
            // One of the two names is the user's; the other is nobody's.
            let other = name == wanted.name ? state.name : wanted.name
            #expect(try await caller.owner(of: name, after) == ann.id)
            #expect(try await caller.owner(of: other, after) == nil)
            state = State(name: name, hasPhoto: hasPhoto)
            for isAnswered in [renamed, changed] { answers[isAnswered, default: 0] += 1 }
        }
        #expect(answers.values.allSatisfy { $0 > 0 }, "the kills hit nothing: \(answers)")
    }
}

/// A user, and what Profile is asked as that user.
private struct User: Sendable {
    let id: String
    let options: CallOptions

    /// - Returns: whether it was acknowledged.
    func rename(to name: String, _ client: NetworkClient) async -> Bool {
        let answer = try? await ProfileServiceClient(client).updateProfile(
            UpdateProfileRequest(displayName: name), options: options)
        return answer != nil
    }

    /// - Parameter photo: nil takes it away.
    /// - Returns: whether it was acknowledged.
    func setPhoto(_ photo: Data?, _ client: NetworkClient) async -> Bool {
        let profiles = ProfileServiceClient(client)
        do {
            if let photo {
                try await profiles.upload(Array(photo), options: options)
            } else {
                _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: options)
            }
            return true
        } catch {
            return false
        }
    }

    func profile(_ client: NetworkClient) async throws -> Profile {
        let answer = try await ProfileServiceClient(client).getProfile(
            GetProfileRequest(key: .userID(id)), options: options)
        return try #require(answer.profile)
    }

    /// The bytes of the photo; nil if there is none.
    func photo(_ client: NetworkClient) async throws -> [UInt8]? {
        do {
            let parts = try await ProfileServiceClient(client).downloadPhoto(
                DownloadPhotoRequest(userID: id), options: options)
            var bytes: [UInt8] = []
            while let next = try await parts.next() {
                if case .chunk(let chunk) = next.part { bytes += chunk }
            }
            return bytes
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    func owner(of name: String, _ client: NetworkClient) async throws -> String? {
        do {
            let answer = try await ProfileServiceClient(client).getProfile(
                GetProfileRequest(key: .displayName(name)), options: options)
            return answer.profile?.userID
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }
}
