import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// Profiles, photos and presence of the library for apps, against the real services and door.
@Suite(.serialized) struct PeopleAppTests {
    private func app(
        _ door: Door, _ name: String, cache: URL? = nil,
        store: any SessionStore = InMemorySessionStore(),
        lifecycle: (any AppLifecycle)? = nil
    ) async throws -> Rollcall {
        let app = Rollcall(
            try #require(URL(string: door.address)), store: store, cache: cache,
            lifecycle: lifecycle)
        try await app.signUp(
            email: "\(name)@example.org", password: "correct horse", displayName: name)
        return app
    }

    @Test func aPhotoGoesUpWithProgressAndComesDownToOthers() async throws {
        let door = try await Door()
        let (ann, bob) = (try await app(door, "ann"), try await app(door, "bob"))
        let progress = Locked<[Double]>([])
        try await ann.setPhoto(Data(try ExamplePhoto.original())) { part in
            progress.withLock { $0.append(part) }
        }
        let seen = progress.withLock { $0 }
        #expect(seen.first == 0 && seen.last == 1 && seen == seen.sorted() && seen.count > 2)
        #expect(ann.state.user?.photo?.photoID.count == 64)

        let id = try #require(ann.state.user?.id)
        var user = try await bob.user(id)
        #expect(user.photo?.url == "" && user.photo?.sizes == [])
        let whole = try #require(try await bob.photo(of: user, size: 0))
        #expect(whole.count == user.photo.map { Int($0.size) })
        let square = try #require(try await bob.photo(of: user, size: 100))
        #expect(square.starts(with: [0xFF, 0xD8]) && square.count < whole.count)
        // It is made some moments after the upload.
        try await eventually {
            user = try await bob.user(id)
            return user.photo?.placeholderPicture != nil
        }
        #expect(user.photo?.placeholderPicture?.rgba.isEmpty == false)

        await #expect {
            try await ann.setPhoto(Data("no photo".utf8))
        } throws: {
            ($0 as? RollcallError)?.reasons == [.photoUnsupported]
        }
        try await ann.deletePhoto()
        #expect(ann.state.user?.photo == nil)
        #expect(try await bob.photo(of: bob.user(id), size: 64) == nil)
        #expect(door.stop() == 0)
    }

    @Test func twoAppsSeeEachOtherComeAndGoAndChange() async throws {
        let door = try await Door()
        let lifecycle = ManualLifecycle()
        let ann = try await app(door, "ann", lifecycle: lifecycle)
        let bob = try await app(door, "bob")
        let ids = [try #require(ann.state.user?.id), try #require(bob.state.user?.id)]
        let people = bob.people(ids)
        try await eventually { !people.isStale && people.users.map(\.id) == ids }
        #expect(people.users[0].displayName == "ann" && !people.users[0].isOnline)

        let here = Task { try await ann.beHere() }
        try await eventually { people.users[0].isOnline }
        lifecycle.set(isForeground: false)
        try await eventually { !people.users[0].isOnline }
        #expect(people.users[0].lastSeen != nil)
        lifecycle.set(isForeground: true)
        try await eventually { people.users[0].isOnline }

        let user = try await ann.updateProfile(
            ProfileChange(displayName: "Annabel", bio: "Hello.\nI am new."))
        #expect(user.displayName == "Annabel" && ann.state.user == user)
        try await eventually { people.users[0].displayName == "Annabel" }
        #expect(people.users[0].profile.bio == "Hello.\nI am new.")
        #expect(try await bob.searchUsers(prefix: "anna").map(\.id) == [ids[0]])
        #expect(try await bob.checkDisplayName("bob") == .own)
        guard case .taken(let names) = try await bob.checkDisplayName("annabel") else {
            Issue.record("the name is taken")
            return
        }
        #expect(!names.isEmpty)

        here.cancel()
        try await here.value
        try await eventually { !people.users[0].isOnline }

        // A block hides each of the two from the other one.
        try await bob.block(ids[0])
        try await eventually { people.users.map(\.id) == [ids[1]] }
        #expect(try await bob.blockedUsers().map(\.id) == [ids[0]])
        await #expect {
            _ = try await bob.user(ids[0])
        } throws: {
            ($0 as? RollcallError)?.reasons == [.profileNotFound]
        }
        try await bob.report(ids[0], reason: .spam, note: "a test")
        try await bob.unblock(ids[0])
        try await eventually { people.users.count == 2 }
        #expect(door.stop() == 0)
    }

    @Test func withoutTheDoorUsersAndTheOwnProfileComeFromTheDisk() async throws {
        let door = try await Door()
        try await withDirectory { folder in
            let store = FileSessionStore(file: folder.appending(path: "session"))
            let ann = try await app(door, "ann")
            try await ann.setPhoto(Data(try ExamplePhoto.original()))
            let id = try #require(ann.state.user?.id)
            // An app that went on would save again.
            func firstLaunch() async throws -> (state: AuthState, photo: Data?) {
                let bob = try await app(
                    door, "bob", cache: folder.appending(path: "caches"), store: store)
                let user = try await bob.user(id)
                let photo = try await bob.photo(of: user, size: 64)
                try await eventually { bob.state.user?.displayName == "bob" }
                await bob.cache.save()
                return (bob.state, photo)
            }
            let (state, photo) = try await firstLaunch()
            #expect(door.stop() == 0)

            let next = Rollcall(
                try #require(URL(string: door.address)), store: store,
                cache: folder.appending(path: "caches"))
            #expect(await next.restored() == state)
            let known = try await next.user(id)
            #expect(known.displayName == "ann")
            #expect(try await next.photo(of: known, size: 64) == photo && photo != nil)
            let people = next.people([id])
            for await users in people {
                #expect(users.map(\.displayName) == ["ann"])
                break
            }
            #expect(people.isStale)
            try await next.signOut()
            let left = FileManager.default.enumerator(atPath: folder.path)?.allObjects
            #expect(left?.contains { "\($0)".hasSuffix("users") } == false)
        }
    }

    @Test func theAccountIsKeptByItsOwner() async throws {
        let door = try await Door()
        let ann = try await app(door, "ann")
        let other = Rollcall(try #require(URL(string: door.address)))
        _ = try await other.signIn("ann", password: "correct horse")
        #expect(try await ann.accountInfo().addresses.map(\.email) == ["ann@example.org"])
        let sessions = try await ann.sessions()
        #expect(sessions.filter(\.isCurrent).count == 1 && sessions.count == 2)
        try await ann.endSession(try #require(sessions.first { !$0.isCurrent }).sessionID)
        try await eventually { other.state.user == nil }
        #expect(try await ann.exportAccount(.password("correct horse")).count > 1024)
        try await ann.changePassword(from: "correct horse", to: "another horse")
        _ = try await other.signIn("ann", password: "another horse")
        try await ann.endOtherSessions()
        try await eventually { other.state.user == nil }

        let spool = door.cluster.spool
        try await eventually { try !spool.mails(to: "ann@example.org").isEmpty }
        try spool.clear()
        try await ann.sendVerification()
        try await eventually { try !spool.mails(to: "ann@example.org").isEmpty }
        try await ann.verifyAddress(code: try spool.mails(to: "ann@example.org")[0].code)
        #expect(ann.state.user?.isEmailVerified == true)
        try await ann.addAddress("new@example.org", proof: .password("another horse"))
        try await eventually { try !spool.mails(to: "new@example.org").isEmpty }
        let code = try spool.mails(to: "new@example.org")[0].code
        let info = try await ann.verifyAddress(code: code, email: "new@example.org")
        #expect(info.addresses.count == 2)
        let primary = try await ann.makeAddressPrimary(
            "new@example.org", proof: .password("another horse"))
        #expect(primary.addresses.first?.email == "new@example.org")
        #expect(ann.state.user?.email == "new@example.org")
        #expect(ann.state.user?.isEmailVerified == true)

        let receipt = try await ann.deleteAccount(.password("another horse")).receipt
        #expect(ann.state == .signedOut(.sessionEnded(.accountDeleted)))
        let progress = try await ann.accountData.getDeletionReceipt(
            GetDeletionReceiptRequest(receipt: receipt))
        #expect(progress.requestedAtMs > 0)
        #expect(door.stop() == 0)
    }
}
