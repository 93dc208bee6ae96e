import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// Photos as a browser or a cache reads them: with curl, over the socket that a proxy would use.
@Suite(.serialized) struct PhotoHTTPTests {
    private final class Place {
        let cluster: Cluster
        let socket: String

        init() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "photos-\(UInt32.random(in: 0 ... .max))")
            let socket = folder.path + ".http"
            self.socket = socket
            cluster = try Cluster(ownArguments: { service in
                guard service == .profile else { return [] }
                return [
                    "--photo-http", "unix:\(socket)", "--photo-url", "https://photos.example.org",
                ]
            })
            for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
            #expect(try await holds { FileManager.default.fileExists(atPath: socket) })
        }

        deinit {
            try? FileManager.default.removeItem(atPath: socket)
        }

        /// - Parameter arguments: what curl is told besides.
        func get(_ url: String, _ arguments: String...) async throws -> CurlAnswer {
            let path = url.replacing("https://photos.example.org", with: "http://localhost")
            return try await curl(["--unix-socket", socket] + arguments + [path])
        }
    }

    private static let picture = Products.repository.appending(path: "deploy/quickstart-photo.jpg")

    private func resident(_ name: String, _ place: Place) async throws -> Resident {
        try await Resident(name, at: place.cluster.endpoint(.auth), place.cluster.spool)
    }

    /// What the photo's URLs answer: its own, and that of a square.
    private func statuses(of photo: Photo, _ place: Place) async throws -> [Int] {
        let square = try #require(photo.sizes.first)
        return try await [place.get(photo.url).status, place.get(square.url).status]
    }

    @Test func anOrdinaryStopLogsNoError() async throws {
        for _ in 0..<3 {
            let place = try await Place()
            _ = try await place.get("https://photos.example.org/nothing.jpg")
            let profile = place.cluster[.profile]
            #expect(profile.stop() == 0)
            #expect(!profile.text.contains(" error "), "\(profile.text)")
        }
    }

    @Test func aPhotoThatEveryoneSeesIsReadByAnyone() async throws {
        let place = try await Place()
        let ann = try await resident("ann", place)
        defer { ann.leave() }
        let client = place.cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let options = try ann.options()
        _ = try await profiles.updateProfile(
            .changing(visibilities: [
                FieldVisibility(field: .photo, visibility: .everyone)
            ]),
            options: options)
        let bytes = try Array(Data(contentsOf: Self.picture))
        let photo = try await profiles.upload(bytes, options: options)
        let stranger = try await profiles.getProfile(GetProfileRequest(user: .id(ann.id)))
        #expect(stranger.profile?.photo == photo)
        #expect(photo.url.hasPrefix("https://photos.example.org/\(ann.id)/"))

        let whole = try await place.get(photo.url)
        #expect(whole.status == 200 && whole.body.count == Int(photo.size))
        #expect(whole.fields["content-type"] == "image/jpeg")
        #expect(whole.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(whole.fields["x-content-type-options"] == "nosniff")
        #expect(whole.fields["cross-origin-resource-policy"] == "cross-origin")
        #expect(whole.fields["content-security-policy"]?.contains("default-src 'none'") == true)
        let tag = try #require(whole.fields["etag"])
        #expect(!tag.contains(photo.photoID.prefix(8)))

        let head = try await place.get(photo.url, "--head")
        #expect(head.status == 200 && head.body == [])
        #expect(head.fields["content-length"] == "\(photo.size)")
        let part = try await place.get(photo.url, "-r", "5-104")
        #expect(part.status == 206 && part.body == Array(whole.body[5..<105]))
        // B19: parts that overlap are not added up.
        let ranges = "Range: bytes=" + (0..<1000).map { "\($0)-" }.joined(separator: ",")
        let overlapping = try await place.get(photo.url, "-H", ranges)
        #expect(overlapping.status == 200 && overlapping.body == whole.body)
        let known = try await place.get(photo.url, "-H", "If-None-Match: \(tag)")
        #expect(known.status == 304 && known.body == [])
        #expect(try await place.get(photo.url, "-X", "POST", "-d", "x").status == 405)
        #expect(try await place.get(photo.url + "?x=1").body == whole.body)
        #expect(try await place.get(photo.url + "?pass=1").status == 404)
        #expect(try await place.get(photo.url.replacing(".jpg", with: "x.jpg")).status == 404)
        #expect(try await place.get("https://photos.example.org/../../etc/passwd").status == 404)
        let long = "X-Long: " + String(repeating: "a", count: 40_000)
        #expect(try await [0, 400, 431].contains(place.get(photo.url, "-H", long).status))

        // Hidden, it is gone at once; replaced, it is another place.
        _ = try await profiles.updateProfile(
            .changing(visibilities: [FieldVisibility(field: .photo, visibility: .onlyMe)]
            ),
            options: options)
        let hidden = try await place.get(photo.url)
        #expect(hidden.status == 404 && hidden.fields["cache-control"] == "no-store")
        #expect(hidden.body == [])
        _ = try await profiles.updateProfile(
            .changing(visibilities: [
                FieldVisibility(field: .photo, visibility: .everyone)
            ]),
            options: options)
        #expect(try await place.get(photo.url).status == 200)
        _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: options)
        #expect(try await place.get(photo.url).status == 404)
        #expect(place.cluster[.profile].stop() == 0)
    }

    /// What to do when the key file and a copy of Profile's tables may be in other hands.
    @Test func newKeysEndTheURLsThatWereGivenOutAndAnotherKeyFileDoesNot() async throws {
        let place = try await Place()
        let ann = try await resident("ann", place)
        let client = place.cluster.client(.profile)
        defer {
            ann.leave()
            client.close()
        }
        let profiles = ProfileServiceClient(client)
        _ = try await profiles.updateProfile(
            .changing(visibilities: [
                FieldVisibility(field: .photo, visibility: .everyone)
            ]), options: ann.options())
        let photo = try await profiles.upload(
            Array(Data(contentsOf: Self.picture)), options: ann.options())
        func restart() async throws {
            try await place.cluster.start(.profile)
            #expect(try await holds { try await place.get(photo.url).status != 0 })
        }
        let (data, key, new) = (
            place.cluster.directory.appending(path: "profile").path,
            place.cluster.directory.appending(path: "profile.key").path,
            place.cluster.directory.appending(path: "new.key").path
        )
        func command(_ name: String, _ arguments: String...) async throws -> ProgramOutput {
            let program = Products.directory.appending(path: "rollcall-profile").path
            return try await run(
                program, [name, "--data", data, "--secret-key", key] + arguments)
        }
        #expect(try await command("rewrap", "--new-secret-key", new).status == 75)
        place.cluster[.profile].stop()
        let rewrapped = try await command("rewrap", "--new-secret-key", new)
        #expect(rewrapped.status == 0, "\(rewrapped.text)")
        let refused = try await command("rewrap", "--new-secret-key", key + ".3")
        #expect(refused.status == 78 && refused.text.contains("is not the one"))
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.moveItem(atPath: new, toPath: key)
        try await restart()
        #expect(try await place.get(photo.url).status == 200)

        place.cluster[.profile].stop()
        let early = try await command("replace-keys", "--yes")
        #expect(early.status == 78 && early.text.contains("nothing is lost"), "\(early.text)")
        try FileManager.default.removeItem(atPath: key)
        let replaced = try await command("replace-keys", "--yes")
        #expect(replaced.status == 0, "\(replaced.text)")
        try await restart()
        #expect(try await place.get(photo.url).status == 404)
        let profile = try await profiles.getProfile(GetProfileRequest(user: .id(ann.id))).profile
        #expect(try await place.get(#require(profile?.photo?.url)).status == 200)
    }

    @Test func aPhotoForTheSignedInIsReadByWhomItsURLWasMadeFor() async throws {
        let place = try await Place()
        let (ann, bert) = (try await resident("ann", place), try await resident("bert", place))
        defer {
            ann.leave()
            bert.leave()
        }
        let client = place.cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let bytes = try Array(Data(contentsOf: Self.picture))
        let own = try await profiles.upload(bytes, options: ann.options())
        let seen = try await profiles.getProfile(
            GetProfileRequest(user: .id(ann.id)), options: bert.options())
        let url = try #require(seen.profile?.photo?.url)
        #expect(url != own.url && url.contains("for=\(bert.id)"))
        let answer = try await place.get(url)
        #expect(answer.status == 200 && answer.body.count == Int(own.size))
        #expect(answer.fields["cache-control"]?.hasPrefix("private, max-age=") == true)
        #expect(try await place.get(own.url).status == 200)
        #expect(try await place.get(url.replacing(/\?.*/, with: "")).status == 404)
        #expect(try await place.get(url.replacing(bert.id, with: ann.id)).status == 404)

        // A blocked user reads the photo no more, though the URL has not expired.
        _ = try await profiles.blockUser(
            BlockUserRequest(user: .id(bert.id)), options: ann.options())
        #expect(try await place.get(url).status == 404)
        #expect(try await place.get(own.url).status == 200)
    }

    @Test func aPhotoIsGoneAtOnceThatWasReplacedTakenDownOrWhoseUserWasErased() async throws {
        let place = try await Place()
        let ann = try await resident("ann", place)
        defer { ann.leave() }
        let client = place.cluster.client(.profile)
        defer { client.close() }
        let profiles = ProfileServiceClient(client)
        let options = try ann.options()
        _ = try await profiles.updateProfile(
            .changing(visibilities: [
                FieldVisibility(field: .photo, visibility: .everyone)
            ]),
            options: options)
        let first = try await profiles.upload(ExamplePhoto.numbered(1), options: options)
        #expect(try await statuses(of: first, place) == [200, 200])

        let second = try await profiles.upload(ExamplePhoto.numbered(2), options: options)
        #expect(try await statuses(of: first, place) == [404, 404])
        #expect(try await statuses(of: second, place) == [200, 200])

        _ = try await ProfileAdminServiceClient(client).takeDown(
            TakeDownRequest(
                user: .id(ann.id), fields: [.photo], reason: "gore"))
        #expect(try await statuses(of: second, place) == [404, 404])

        let third = try await profiles.upload(ExamplePhoto.numbered(3), options: options)
        #expect(try await statuses(of: third, place) == [200, 200])
        _ = try await ProfilePeerServiceClient(client).eraseProfile(
            EraseProfileRequest(userID: ann.id))
        #expect(try await statuses(of: third, place) == [404, 404])
        let gone = try await place.get(third.url)
        #expect(gone.fields["cache-control"] == "no-store" && gone.body == [])
    }

    @Test func theURLsStayTheSameWhenProfileIsStartedAnew() async throws {
        let place = try await Place()
        let ann = try await resident("ann", place)
        defer { ann.leave() }
        let bytes = try Array(Data(contentsOf: Self.picture))
        let client = place.cluster.client(.profile)
        defer { client.close() }
        let photo = try await ProfileServiceClient(client).upload(bytes, options: ann.options())
        place.cluster[.profile].kill()
        try FileManager.default.removeItem(atPath: place.socket)
        try await place.cluster.start(.profile)
        #expect(try await holds { try await place.get(photo.url).status == 200 })
    }
}
