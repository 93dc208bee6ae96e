import Foundation
import Testing

@testable import RollcallApp

struct UserShelfTests {
    private func user(_ number: Int, bio: Int = 0) -> User {
        User.sample(number) { $0.bio = String(repeating: "b", count: bio) }
    }

    private func shelf(_ count: Int) -> UserShelf {
        var shelf = UserShelf()
        for number in 0..<count { _ = shelf.keep(user(number)) }
        return shelf
    }

    @Test func usersAreReadBackFromTheFile() {
        var (shelf, read) = (shelf(100), UserShelf(file: shelf(100).file))
        #expect(read.count == 100)
        for number in 0..<100 {
            let user = read.user("user-\(number)")
            #expect(user != nil && user == shelf.user("user-\(number)"))
            #expect(user?.displayName == "name \(number)")
            #expect(user?.lastSeen == Date(timeIntervalSince1970: 1_800_000_000))
        }
        #expect(UserShelf(file: UserShelf().file).count == 0)
    }

    @Test func whetherAUserIsHereAndTheStatusAreNotKept() {
        var user = user(1)
        user.presence.state = .online
        user.presence.status = Status(text: "here")
        var shelf = UserShelf()
        _ = shelf.keep(user)
        #expect(shelf.user(user.id)?.isOnline == false)
        #expect(shelf.user(user.id)?.statusText == nil)
        let isNews = shelf.keep(user)
        #expect(!isNews)
    }

    @Test func aFileThatIsCutAnywhereIsEmpty() {
        let file = shelf(3).file
        for count in 0..<file.count { #expect(UserShelf(file: file.prefix(count)).count == 0) }
        #expect(UserShelf(file: file + [0]).count == 0)
    }

    @Test func aFileWithAnyBitTurnedIsEmpty() {
        let file = shelf(2).file
        for place in file.indices {
            for bit in 0..<8 {
                var damaged = file
                damaged[place] ^= 1 << bit
                #expect(UserShelf(file: damaged).count == 0)
            }
        }
    }

    @Test func aForeignFileAndOneOfAnotherVersionAreEmpty() {
        for file in [Data(), Data("{}".utf8), Data("rollcall users 2\n".utf8) + shelf(1).file] {
            #expect(UserShelf(file: file).count == 0)
        }
        for length in 0..<200 {
            let noise = Data((0..<length).map { _ in UInt8.random(in: 0...255) })
            #expect(UserShelf(file: noise).count == 0)
            #expect(UserShelf(file: Data("rollcall users 1\n".utf8) + noise).count == 0)
        }
    }

    @Test func theLeastRecentlyUsedUsersGoFirst() {
        var shelf = shelf(UserShelf.most)
        #expect(shelf.count == UserShelf.most)
        #expect(shelf.user("user-0") != nil)
        _ = shelf.keep(user(UserShelf.most))
        #expect(shelf.count == UserShelf.most / 8 * 7)
        #expect(shelf.user("user-0") != nil)
        #expect(shelf.user("user-1") == nil)
        #expect(shelf.user("user-\(UserShelf.most)") != nil)
        // The order outlives the file.
        var read = UserShelf(file: shelf.file)
        for number in 0...(UserShelf.most / 8) {
            _ = read.keep(user(UserShelf.most + 1 + number))
        }
        #expect(read.user("user-0") != nil)
    }

    @Test func usersOfManyBytesAreFewer() {
        var shelf = UserShelf()
        for number in 0..<12 {
            _ = shelf.keep(user(number, bio: 1 << 20))
            #expect(shelf.size <= UserShelf.mostBytes)
        }
        #expect((6...8).contains(shelf.count))
        #expect(shelf.user("user-11") != nil)
        // One that is larger than all together is not kept.
        _ = shelf.keep(user(12, bio: UserShelf.mostBytes))
        #expect(shelf.count == 0)
        #expect(shelf.size == 0)
    }
}

extension User {
    /// A user with a profile and a presence.
    static func sample(_ number: Int, _ change: (inout Profile) -> Void = { _ in }) -> User {
        var (profile, presence) = (Profile(), Presence())
        (profile.userID, profile.displayName) = ("user-\(number)", "name \(number)")
        (presence.userID, presence.lastSeenAtMs) = ("user-\(number)", 1_800_000_000_000)
        change(&profile)
        return User(id: "user-\(number)", profile: profile, presence: presence)
    }
}
