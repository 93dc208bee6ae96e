import Foundation
import RollcallTesting
import TestSupport
import Testing

@testable import RollcallApp

/// Profiles, other users, photos and presence: the fake does what the services do.
extension FakeTests {
    @Test func aDisplayNameIsChecked() async throws {
        let names = [
            "ann", "ANN", "bob", " Bob ", "Bo", "b..b", "admin", "Admin", "böb", " b b", "",
            String(repeating: "x", count: 31),
        ]
        try await compare { stage, transcript in
            let ann = try await stage.signUp("ann")
            try await stage.signUp("bob")
            try await stage.settle { ann.state.user?.displayName == "ann" }
            for device in [ann, try stage.device()] {
                for name in names {
                    await transcript.note(name) { () throws(RollcallError) in
                        switch try await device.checkDisplayName(name) {
                        case .taken(let suggestions): "taken \(suggestions.count)"
                        case .notAllowed(let violations):
                            "\(violations.map { "\($0.reason.rawValue) \($0.position ?? 0)" })"
                        case let verdict: "\(verdict)"
                        }
                    }
                }
            }
        }
    }

    @Test func aProfileIsChanged() async throws {
        let changes = [
            ProfileChange(), ProfileChange(displayName: ""), ProfileChange(displayName: "b..b"),
            ProfileChange(displayName: "bob"), ProfileChange(displayName: "admin"),
            ProfileChange(
                displayName: ".a", bio: String(repeating: "b", count: 1001), pronouns: "a\nb",
                location: "\u{202E}", links: ["http://example.org", "https://a@b.org"]),
            ProfileChange(links: ["https://example.org", "ftp://a.org", "x"]),
            ProfileChange(links: Array(repeating: "https://example.org", count: 6)),
            ProfileChange(
                bio: "one\r\ntwo", pronouns: "they\n", location: "a\tb",
                links: ["https://example.org/a?b#c", "HTTPS://example.org"]),
            ProfileChange(displayName: " ANN "), ProfileChange(displayName: "anna"),
            ProfileChange(bio: "x", revision: 1), ProfileChange(isFindable: false),
        ]
        try await compare { stage, transcript in
            let ann = try await stage.signUp("ann")
            try await stage.signUp("bob")
            func text(_ profile: Profile) -> String {
                "\(profile.displayName) \(profile.bio) \(profile.pronouns) \(profile.location) "
                    + "\(profile.links) \(profile.isFindable)"
            }
            for (index, change) in changes.enumerated() {
                await transcript.note("\(index)") { () throws(RollcallError) in
                    text(try await ann.updateProfile(change).profile)
                }
            }
            await transcript.note("state") { () throws(RollcallError) in
                text(ann.state.user?.profile ?? Profile())
            }
            let other = try stage.device()
            await transcript.note("a former name") { () throws(RollcallError) in
                try await other.signUp(
                    email: "other@example.org", password: "correct horse", displayName: "ann")
            }
        }
    }

    @Test func usersAreFoundAndBlocked() async throws {
        try await compare { stage, transcript in
            let (ann, bob) = (try await stage.signUp("ann"), try await stage.signUp("bob.one"))
            let third = try await stage.signUp("Bob.two")
            let ids = [ann, bob, third].compactMap { $0.state.user?.id }
            func names(
                _ label: String, _ body: () async throws(RollcallError) -> [User]
            ) async {
                await transcript.note(label) { () throws(RollcallError) in
                    try await body().map {
                        "\($0.displayName) \($0.email) \($0.profile.isFindable)"
                    }
                }
            }
            func look(_ device: any AccountService) async {
                for other in [UUID().uuidString, "00000000-0000-7000-8000-000000000000"] {
                    await names("all") { () throws(RollcallError) in
                        try await device.users([ids[2], ids[1], ids[2], other, ids[0]])
                    }
                }
                for id in ids + ["?", "00000000-0000-7000-8000-000000000000"] {
                    await names("one") { () throws(RollcallError) in [try await device.user(id)] }
                }
                for prefix in ["bo", "BOB", "bob.t", "ann", "b b", "zzz"] {
                    await names(prefix) { () throws(RollcallError) in
                        try await device.searchUsers(prefix: prefix)
                    }
                }
                await names("blocked") { () throws(RollcallError) in
                    try await device.blockedUsers()
                }
            }
            await look(ann)
            for id in [ids[1], ids[1], ids[0], "?"] {
                await transcript.note("block") { () throws(RollcallError) in
                    try await ann.block(id)
                }
            }
            await look(ann)
            await look(bob)
            for id in [ids[1], ids[2], "?"] {
                await transcript.note("unblock") { () throws(RollcallError) in
                    try await ann.unblock(id)
                }
            }
            await look(bob)
            for (id, reason, note) in [
                (ids[1], ReportReason.spam, "he writes"), (ids[0], .spam, ""), ("?", .spam, ""),
                (ids[1], .unspecified, ""), (ids[2], .other, String(repeating: "x", count: 501)),
            ] {
                await transcript.note("report") { () throws(RollcallError) in
                    try await ann.report(id, reason: reason, note: note)
                }
            }
            let stranger = try stage.device()
            await names("a stranger") { () throws(RollcallError) in
                try await stranger.searchUsers(prefix: "bob")
            }
        }
    }

    @Test func aPhotoIsSetAndShown() async throws {
        try await compare { stage, transcript in
            let (ann, bob) = (try await stage.signUp("ann"), try await stage.signUp("bob"))
            let id = ann.state.user?.id ?? ""
            func shown(_ label: String) async {
                await transcript.note(label) { () throws(RollcallError) in
                    let user = try await bob.user(id)
                    let photo = try await bob.photo(of: user, size: 0)
                    return "\(user.photo?.photoID.count ?? 0) \(photo?.prefix(3) ?? Data())"
                }
            }
            await shown("none")
            for photo in [Data(), Data("no photo".utf8), try Data(ExamplePhoto.original())] {
                await transcript.note("\(photo.count)") { () throws(RollcallError) in
                    try await ann.setPhoto(photo)
                }
            }
            await shown("set")
            await transcript.note("delete") { () throws(RollcallError) in
                try await ann.deletePhoto()
            }
            await transcript.note("state") { () throws(RollcallError) in
                ann.state.user?.photo == nil
            }
            await shown("deleted")
        }
    }

    @Test func peopleComeAndGo() async throws {
        try await compare { stage, transcript in
            let (ann, bob) = (try await stage.signUp("ann"), try await stage.signUp("bob"))
            let id = bob.state.user?.id ?? ""
            let people = ann.people([id])
            func wait(_ label: String, _ isTrue: (User) -> Bool) async {
                for await users in people {
                    guard let user = users.first, !people.isStale, isTrue(user) else { continue }
                    await transcript.note(label) { () throws(RollcallError) in
                        "\(user.displayName) \(user.isOnline) \(user.profile.bio)"
                    }
                    break
                }
            }
            await wait("offline") { !$0.isOnline && $0.displayName == "bob" }
            let here = Task { try await bob.beHere() }
            await wait("online") { $0.isOnline }
            _ = try await bob.updateProfile(ProfileChange(bio: "here"))
            await wait("another bio") { $0.profile.bio == "here" }
            here.cancel()
            await wait("gone") { !$0.isOnline }
            try await bob.signOut()
            await transcript.note("signed out") { () throws(RollcallError) in
                try await bob.beHere()
            }
        }
    }
}
