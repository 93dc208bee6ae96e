import Blobs
import RollcallAPI
import RollcallCrypto
import Synchronization
import Testing

@testable import Profile

@Suite struct PhotoLinkTests {
    private let user: UUIDv7
    private let viewer: UUIDv7
    private let photo: BlobID
    private let links: PhotoLinks

    init() throws {
        let ids = UUIDv7Generator { 0 }
        (user, viewer) = try (ids.next(), ids.next())
        photo = try #require(BlobID(String(repeating: "7", count: 64)))
        links = Self.links()
    }

    private static func links(
        base: String = "https://photos.example.org/p/", secret: UInt8 = 1, seconds: Int64 = 7_000
    ) -> PhotoLinks {
        PhotoLinks(base: base, secret: [UInt8](repeating: secret, count: 32)) { seconds * 1000 }
    }

    private func url(
        seenBy visibility: Visibility = .everyone, for viewer: Viewer = .stranger,
        _ links: PhotoLinks? = nil, photo: BlobID? = nil, user: UUIDv7? = nil
    ) -> String {
        var message = Photo()
        (links ?? self.links).add(
            to: &message, photo ?? self.photo, of: user ?? self.user, seenBy: visibility,
            for: viewer)
        return message.url
    }

    private func parsed(_ url: String) throws -> PhotoLink {
        try #require(PhotoLink(target: String(url.dropFirst("https://photos.example.org".count))))
    }

    @Test func aLinkLeadsToItsPhotoAndToNoOther() throws {
        let link = try parsed(url())
        #expect(link.user == user && link.size == nil && link.pass == nil)
        #expect(links.opens(link, photo))
        let other = try #require(BlobID(String(repeating: "8", count: 64)))
        #expect(!links.opens(link, other))
        #expect(!Self.links(secret: 2).opens(link, photo))
    }

    @Test func equalPhotosOfTwoUsersHaveNothingInCommon() throws {
        let (one, other) = (try parsed(url()), try parsed(url(user: viewer)))
        #expect(one.key != other.key)
        #expect(!url().contains(photo.hex.prefix(8)))
    }

    @Test func everyoneHasTheSameURLOfWhatEveryoneSees() {
        #expect(url(for: .stranger) == url(for: .user(viewer)))
        #expect(url(for: .anotherUser) == url(for: .user(user)))
        #expect(!url().contains("?"))
    }

    @Test func aPassIsGoodForOneToTwoHours() throws {
        for second in stride(from: 0 as Int64, to: 8_000, by: 37) {
            let made = Self.links(seconds: second)
            let link = try parsed(url(seenBy: .signedIn, for: .user(viewer), made))
            let pass = try #require(link.pass)
            #expect(pass.viewer == viewer)
            let time = try #require(made.remainingTime(of: pass, to: photo, of: user))
            #expect((3_600...7_200).contains(time))
            func remaining(at second: Int64) -> Int64? {
                Self.links(seconds: second).remainingTime(of: pass, to: photo, of: user)
            }
            #expect(remaining(at: second + time - 1) == 1)
            #expect(remaining(at: second + time) == nil)
        }
    }

    @Test func aPassIsForOnePhotoOneUserOneViewerAndOneTime() throws {
        let link = try parsed(url(seenBy: .signedIn, for: .user(viewer)))
        let pass = try #require(link.pass)
        #expect(links.remainingTime(of: pass, to: photo, of: user) != nil)
        #expect(links.remainingTime(of: pass, to: photo, of: viewer) == nil)
        let changed = [
            PhotoLink.Pass(until: pass.until + 1, viewer: viewer, code: pass.code),
            PhotoLink.Pass(until: pass.until, viewer: user, code: pass.code),
            PhotoLink.Pass(until: pass.until, viewer: nil, code: pass.code),
            PhotoLink.Pass(until: pass.until, viewer: viewer, code: String(pass.code.dropLast())),
            PhotoLink.Pass(until: pass.until, viewer: viewer, code: ""),
            PhotoLink.Pass(until: pass.until, viewer: viewer, code: link.key),
        ]
        for pass in changed {
            #expect(links.remainingTime(of: pass, to: photo, of: user) == nil)
        }
    }

    @Test func whatAServicePassesOnNamesNobody() throws {
        let link = try parsed(url(seenBy: .signedIn, for: .anotherUser))
        #expect(link.pass != nil && link.pass?.viewer == nil)
    }

    @Test func aSizeStandsBehindTheKey() throws {
        let text = url().replacing(".jpg", with: "-128.jpg")
        #expect(try parsed(text).size == 128)
    }

    @Test func whatAProxyLeavesInFrontDoesNotMatter() throws {
        let path = try parsed(url())
        let short = url().components(separatedBy: "/").suffix(2).joined(separator: "/")
        #expect(PhotoLink(target: "/" + short) == path)
        #expect(PhotoLink(target: "/a/b/" + short) == path)
    }

    /// As pages add them, so that a browser does not show what it has kept.
    @Test(arguments: ["?", "?v=1", "?1760000000", "?a=b&a=b&&=", "?untilx=1&Pass=2"])
    func whatElseIsInTheQueryIsIgnored(_ query: String) throws {
        #expect(try parsed(url() + query) == parsed(url()))
        let url = url(seenBy: .signedIn, for: .user(viewer))
        #expect(try parsed(url + "&" + query.dropFirst()) == parsed(url))
        let fields = url.split(separator: "?")
        #expect(try parsed("\(fields[0])\(query)&\(fields[1])") == parsed(url))
    }

    @Test(arguments: [
        "", "/", "//", "/x.jpg", "/../../etc/passwd.jpg", "/\u{0}/x.jpg",
        "/018f3c6a-0000-7000-8000-000000000000/.jpg",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.png",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA-.jpg",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA-0128.jpg",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA--5.jpg",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?pass",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?for=&v=1",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?until=1",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?until=1&pass=2&pass=3",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?until=1&pass=2&for=me",
        "/018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg?until=x&pass=2",
        "/018f3c6a-0000-4000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg",
        "/" + String(repeating: "a/", count: 400)
            + "018f3c6a-0000-7000-8000-000000000000/AAAAAAAAAAAAAAAAAAAAAA.jpg",
    ])
    func anythingElseIsNoLink(_ target: String) {
        #expect(PhotoLink(target: target) == nil)
    }
}
