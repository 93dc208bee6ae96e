import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// Photos as the world reads them: through nginx, set up as the operator's page says, with curl and
/// in Chromium.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["ROLLCALL_WEB"] != nil,
        "needs nginx and Chromium: set ROLLCALL_WEB=1"))
struct PhotoProxyTests {
    private final class Place {
        let cluster: Cluster
        let proxy: PhotoProxy
        let profiles: ProfileServiceClient
        private let client: RetryingNetworkClient

        init(caching: PhotoProxy.Caching = .asOnThePage) async throws {
            let directory = URL(filePath: "/tmp/rollcall-web-\(UInt32.random(in: 0 ... .max))")
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: false)
            let proxy = try await PhotoProxy(in: directory, caching: caching)
            let origin = proxy.origin
            cluster = try Cluster(ownArguments: { service in
                guard service == .profile else { return [] }
                return [
                    "--photo-http", origin, "--photo-url", PhotoProxy.base,
                    "--metrics-file", directory.appending(path: "profile.prom").path,
                ]
            })
            self.proxy = proxy
            for part in [Cluster.Service.auth, .profile] { try await cluster.start(part) }
            client = cluster.client(.profile)
            profiles = ProfileServiceClient(client)
            try await waitForPhotos()
        }

        deinit {
            client.close()
            try? FileManager.default.removeItem(at: proxy.directory)
        }

        /// Until Profile answers over HTTP.
        func waitForPhotos() async throws {
            let answers = try await holds {
                try await curl(["http://\(proxy.origin)"]).status == 404
            }
            try #require(answers, "\(cluster.logs)")
        }

        func resident(_ name: String) async throws -> Resident {
            try await Resident(name, at: cluster.endpoint(.auth), cluster.spool)
        }

        func show(_ visibility: Visibility, by user: Resident) async throws {
            _ = try await profiles.updateProfile(
                .changing(visibilities: [
                    FieldVisibility(field: .photo, visibility: visibility)
                ]),
                options: user.options())
        }

        /// Uploads a photo of 800 x 600 pixels.
        func upload(by user: Resident) async throws -> Photo {
            try await profiles.upload(
                try await PhotoProxyTests.picture(), options: user.options())
        }

        /// The URLs of a photo and of its squares, as somebody else sees them, once there are the
        /// squares.
        func urls(of user: Resident, for viewer: Resident) async throws -> [String] {
            let photo = try await profiles.getProfile(
                GetProfileRequest(user: .id(user.id)), options: viewer.options()
            ).profile?.photo
            let urls = try #require(photo.map { [$0.url] + $0.sizes.map(\.url) })
            try #require(urls.count == 5)
            let isMade = try await holds {
                try await profiles.photo(of: user.id, size: 64, options: viewer.options()) != nil
            }
            try #require(isMade, "\(cluster.logs)")
            return urls
        }

        /// Stops Profile.
        ///
        /// - Returns: how often it has answered with each status over HTTP.
        func answers() throws -> [Int: Int] {
            #expect(cluster[.profile].stop() == 0)
            let text = try String(
                contentsOf: proxy.directory.appending(path: "profile.prom"), encoding: .utf8)
            let counter = "rollcall_profile_photo_http_requests_total"
            return Dictionary(
                uniqueKeysWithValues: text.split(separator: "\n").compactMap { line in
                    guard line.hasPrefix(counter), let value = line.split(separator: " ").last,
                        let status = line.firstMatch(of: /status="([0-9]+)"/)
                    else { return nil }
                    return (Int(status.output.1) ?? 0, Int(Double(value) ?? -1))
                })
        }
    }

    /// A picture with a script in a comment, and in what comes behind its end.
    fileprivate static func picture() async throws -> [UInt8] {
        let (width, height) = (800, 600)
        var pixels = Data("P5 \(width) \(height) 255\n".utf8)
        for row in 0..<height {
            for column in 0..<width { pixels.append(UInt8((row ^ column) & 255)) }
        }
        let files = (0..<2).map { _ in
            FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        try pixels.write(to: files[0])
        let made = try await run("/usr/bin/cjpeg", ["-outfile", files[1].path, files[0].path])
        try #require(made.status == 0, "\(made.text)")
        let photo = try Array(Data(contentsOf: files[1]))
        let script = Array("<script>document.title = 'it ran'</script>".utf8)
        let comment = [0xFF, 0xFE, 0, UInt8(script.count + 2)] + script
        return photo.prefix(2) + comment + photo.dropFirst(2) + script
    }

    @Test func nginxAsksProfileOnceForAPhotoThatEveryoneSees() async throws {
        let place = try await Place()
        let proxy = place.proxy
        let ann = try await place.resident("ann")
        defer { ann.leave() }
        try await place.show(.everyone, by: ann)
        let photo = try await place.upload(by: ann)
        let urls = try await place.urls(of: ann, for: ann)
        let before = try await curl([
            "http://\(proxy.origin)" + photo.url.dropFirst(PhotoProxy.base.count)
        ])
        #expect(before.status == 200 && before.body.count == Int(photo.size))

        let first = try await proxy.get(photo.url)
        #expect(try await proxy.cacheStatuses(of: photo.url, 1) == ["MISS"])
        let second = try await proxy.get(photo.url)
        #expect(try await proxy.cacheStatuses(of: photo.url, 2) == ["MISS", "HIT"])
        for answer in [first, second] {
            #expect(answer.status == 200 && answer.body == before.body)
            for name in [
                "content-type", "etag", "cache-control", "accept-ranges",
                "x-content-type-options", "content-security-policy",
                "cross-origin-resource-policy", "referrer-policy",
            ] {
                #expect(answer.fields[name] != nil, "\(name)")
                #expect(answer.fields[name] == before.fields[name], "\(name)")
            }
        }
        try await expectAllMethods(of: photo.url, before.body, proxy)
        #expect(
            try await proxy.cacheStatuses(of: photo.url, 5) == ["MISS", "HIT", "HIT", "HIT", "HIT"])
        // What a page adds to the address neither passes the cache nor fills it.
        #expect(try await proxy.get(photo.url + "?v=1").body == before.body)
        #expect(try await proxy.cacheStatuses(of: photo.url, 6).last == "HIT")

        // Whatever comes first, the cache asks for the whole photo and answers what it was asked.
        for (url, arguments) in zip(
            urls.dropFirst(), [["--head"], ["-r", "5-104"], ["-H", "If-None-Match: \"another\""]])
        {
            let answer = try await curl(arguments + proxy.request(for: url))
            let whole = try await proxy.get(url)
            #expect(whole.status == 200 && whole.fields["etag"] == answer.fields["etag"])
            #expect(answer.status == (arguments[0] == "-r" ? 206 : 200))
            switch arguments[0] {
            case "--head": #expect(answer.body == [])
            case "-r": #expect(answer.body == Array(whole.body[5..<105]))
            default: #expect(answer.body == whole.body)
            }
            #expect(try await proxy.cacheStatuses(of: url, 2) == ["MISS", "HIT"])
            try await expectAllMethods(of: url, whole.body, proxy)
        }

        // Of many who ask at once, one comes to Profile.
        let url = urls[4]
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<12 {
                let request = proxy.request(for: url)
                group.addTask { try await curl(request).body }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies.count == 1 && bodies.first?.isEmpty == false)
        #expect(try await proxy.cacheStatuses(of: url, 12).filter { $0 == "MISS" }.count == 1)

        // The first was asked of Profile itself.
        let answers = try place.answers()
        #expect(answers[200] == 1 + urls.count && answers[206, default: 0] == 0, "\(answers)")
        #expect(answers[304, default: 0] == 0 && answers[503, default: 0] == 0, "\(answers)")
        // What the cache has, it serves while Profile is away.
        #expect(try await proxy.get(photo.url).body == before.body)
    }

    private func expectAllMethods(
        of url: String, _ body: [UInt8], _ proxy: PhotoProxy
    ) async throws {
        let head = try await proxy.get(url, "--head")
        #expect(head.status == 200 && head.body == [])
        #expect(head.fields["content-length"] == "\(body.count)")
        let part = try await proxy.get(url, "-r", "5-104")
        #expect(part.status == 206 && part.body == Array(body[5..<105]))
        #expect(part.fields["content-range"] == "bytes 5-104/\(body.count)")
        let tag = try #require(head.fields["etag"])
        let known = try await proxy.get(url, "-H", "If-None-Match: \(tag)")
        #expect(known.status == 304 && known.body == [])
    }

    @Test(arguments: PhotoProxy.Caching.allCases)
    func nginxKeepsNoPhotoThatNotEveryoneSees(caching: PhotoProxy.Caching) async throws {
        let place = try await Place(caching: caching)
        let proxy = place.proxy
        let (ann, bert) = (try await place.resident("ann"), try await place.resident("bert"))
        defer {
            ann.leave()
            bert.leave()
        }
        let photo = try await place.upload(by: ann)
        let urls = try await place.urls(of: ann, for: bert)
        for url in urls {
            let first = try await proxy.get(url)
            let second = try await proxy.get(url)
            #expect(first.status == 200 && first.body == second.body && !first.body.isEmpty)
            #expect(first.fields["cache-control"]?.hasPrefix("private, max-age=") == true)
            guard caching != .byHeaderFields else {
                #expect(try await proxy.cacheStatuses(of: url, 2) == ["MISS", "MISS"])
                continue
            }
            try await expectAllMethods(of: url, first.body, proxy)
            #expect(Set(try await proxy.cacheStatuses(of: url, 5)) == ["-"])
        }
        #expect(try await proxy.get(urls[0]).body.count == Int(photo.size))
        #expect(try proxy.cachedFiles() == [])

        func expectGone(_ urls: [String]) async throws {
            for url in urls {
                let answer = try await proxy.get(url)
                #expect(answer.status == 404 && answer.body == [])
                #expect(answer.fields["cache-control"] == "no-store")
            }
        }
        try await place.show(.onlyMe, by: ann)
        try await expectGone(urls)
        try await place.show(.signedIn, by: ann)
        #expect(try await proxy.get(urls[0]).status == 200)
        _ = try await place.profiles.blockUser(
            BlockUserRequest(user: .id(bert.id)), options: ann.options())
        try await expectGone(urls)
        _ = try await place.profiles.unblockUser(
            UnblockUserRequest(user: .id(bert.id)), options: ann.options())
        #expect(try await proxy.get(urls[0]).status == 200)
        _ = try await place.profiles.deletePhoto(DeletePhotoRequest(), options: ann.options())
        try await expectGone(urls)
        #expect(try proxy.cachedFiles() == [])

        // While Profile is away, too, no log has what opens a photo.
        place.cluster[.profile].stop()
        #expect(try await proxy.get(urls[0]).status == 502)
        #expect(try await holds { proxy.logs.contains(" 502 ") })
        #expect(urls.allSatisfy { $0.contains("pass=") })
        #expect(proxy.logs.contains(ann.id) && !proxy.logs.contains("pass="), "\(proxy.logs)")
    }

    @Test(arguments: [PhotoProxy.Caching.asOnThePage, .byHeaderFields])
    func nginxServesAPhotoNoLongerThanItsURLIsGoodFor(caching: PhotoProxy.Caching) async throws {
        let place = try await Place(caching: caching)
        let (ann, bert) = (try await place.resident("ann"), try await place.resident("bert"))
        defer {
            ann.leave()
            bert.leave()
        }
        _ = try await place.upload(by: ann)
        let urls = try await place.urls(of: ann, for: bert)
        for url in urls { #expect(try await place.proxy.get(url).status == 200) }

        let library = place.proxy.directory.appending(path: "clock.so")
        try compilePreload("clock", to: library)
        let profile = place.cluster[.profile]
        for (hours, status) in [(0, 200), (2, 404)] {
            profile.stop()
            profile.environment = [
                "LD_PRELOAD": library.path, "CLOCK_AHEAD": "\(hours * 3600)",
            ]
            try await profile.start(at: place.cluster.endpoint(.profile))
            try await place.waitForPhotos()
            for url in urls { #expect(try await place.proxy.get(url).status == status) }
        }
    }

    @Test func aPhotoThatIsGoneStaysInTheCacheUntilItIsPurgedAsThePageSays() async throws {
        let place = try await Place()
        let proxy = place.proxy
        let (ann, bert) = (try await place.resident("ann"), try await place.resident("bert"))
        defer {
            ann.leave()
            bert.leave()
        }
        for user in [ann, bert] {
            try await place.show(.everyone, by: user)
            _ = try await place.upload(by: user)
        }
        let urls = try await place.urls(of: ann, for: bert)
        let others = try await place.urls(of: bert, for: ann)
        for url in urls + others { #expect(try await proxy.get(url).status == 200) }
        #expect(try proxy.cachedFiles().count == urls.count + others.count)

        _ = try await place.profiles.deletePhoto(DeletePhotoRequest(), options: ann.options())
        for url in urls { #expect(try await proxy.get(url).status == 200) }
        try await proxy.purge(user: ann.id)
        for url in urls { #expect(try await proxy.get(url).status == 404) }
        #expect(try proxy.cachedFiles().count == others.count)
        for url in others {
            #expect(try await proxy.get(url).status == 200)
            #expect(try await proxy.cacheStatuses(of: url, 2) == ["MISS", "HIT"])
        }
        // There being none is no answer that is kept: the same photo has the same URL again.
        _ = try await place.upload(by: ann)
        #expect(try await place.urls(of: ann, for: bert) == urls)
        for url in urls { #expect(try await proxy.get(url).status == 200) }
        // Nor is nothing to purge an error.
        try await proxy.purge(user: "0190a0a0-0000-7000-8000-000000000000")
    }

    @Test func aPhotoThatIsGoneLeavesTheCacheByTheBoundOfThePage() async throws {
        let place = try await Place(caching: .withBound)
        let ann = try await place.resident("ann")
        defer { ann.leave() }
        try await place.show(.everyone, by: ann)
        let photo = try await place.upload(by: ann)
        // On a slow machine the bound may have passed between two requests.
        var count = 0
        let isHit = try await holds {
            #expect(try await place.proxy.get(photo.url).status == 200)
            count += 1
            return try await place.proxy.cacheStatuses(of: photo.url, count).last == "HIT"
        }
        #expect(isHit)
        _ = try await place.profiles.deletePhoto(DeletePhotoRequest(), options: ann.options())
        let isGone = try await holds(within: .seconds(3)) {
            try await place.proxy.get(photo.url).status == 404
        }
        #expect(isGone)
    }

    @Test func chromiumShowsPhotosInAPageOfAnotherOrigin() async throws {
        let place = try await Place()
        let proxy = place.proxy
        let (ann, bert) = (try await place.resident("ann"), try await place.resident("bert"))
        defer {
            ann.leave()
            bert.leave()
        }
        try await place.show(.everyone, by: ann)
        for user in [ann, bert] { _ = try await place.upload(by: user) }
        let (open, signed) = (
            try await place.urls(of: ann, for: bert), try await place.urls(of: bert, for: ann)
        )
        #expect(!open[0].contains("?") && signed[0].contains("?"))
        let sizes = ["800x600", "64x64", "128x128", "256x256", "512x512"].map { "loaded \($0)" }
        #expect(try await proxy.show(open + signed) == sizes + sizes)
        // Once more, from the cache.
        #expect(try await proxy.show(open) == sizes)
        for url in open { #expect(try await proxy.cacheStatuses(of: url, 2) == ["MISS", "HIT"]) }

        for user in [ann, bert] {
            _ = try await place.profiles.deletePhoto(DeletePhotoRequest(), options: user.options())
        }
        try await proxy.purge(user: ann.id)
        let gone = [String](repeating: "failed", count: 5)
        #expect(try await proxy.show(open + signed) == gone + gone)
    }

    @Test func chromiumOpensAPhotoByItselfAndRunsNothing() async throws {
        let place = try await Place()
        let ann = try await place.resident("ann")
        defer { ann.leave() }
        try await place.show(.everyone, by: ann)
        let photo = try await place.upload(by: ann)
        let answer = try await place.proxy.get(photo.url)
        #expect(answer.fields["x-content-type-options"] == "nosniff")
        #expect(
            answer.fields["content-security-policy"]
                == "default-src 'none'; frame-ancestors 'none'; sandbox")
        let script = Data("<script".utf8)
        #expect(try await Data(Self.picture()).firstRange(of: script) != nil)
        #expect(Data(answer.body).firstRange(of: script) == nil)
        let shown = try await place.proxy.browse(photo.url)
        #expect(shown.contains("<img") && shown.contains(photo.url), "\(shown)")
        #expect(!shown.contains("<script") && !shown.contains("it ran"), "\(shown)")
    }
}
