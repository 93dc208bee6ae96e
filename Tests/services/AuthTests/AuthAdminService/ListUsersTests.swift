import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite(.onEachEngine) struct ListUsersTests {
    /// Every user that is there from the first page to the last is listed exactly once, though
    /// others are inserted and deleted between the pages.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func everyUserIsListedOnceWhileOthersComeAndGo(seed: UInt64) async throws {
        try await withAuth { world in
            var random = TestNumbers(seed: seed)
            let ids = UUIDv7Generator(clock: world.clock.now)
            var present: [UUIDv7] = []
            func insert(_ count: Int) async throws {
                for _ in 0..<count {
                    let id = try ids.next()
                    try await world.auth.insertAccount(id)
                    present.append(id)
                }
            }
            try await insert(Int.random(in: 0...12, using: &random))
            let first = Set(present)
            var gone: Set<UUIDv7> = []
            var listed: [UUIDv7] = []
            var request = ListUsersRequest(pageSize: UInt32.random(in: 1...4, using: &random))
            repeat {
                let page = try await world.asOperator.listUsers(request)
                #expect(page.users.count <= Int(request.pageSize))
                listed += page.users.compactMap { UUIDv7($0.userID) }
                request.pageToken = page.nextPageToken
                // Less than a page, so that the list has an end.
                try await insert(Int.random(in: 0..<Int(request.pageSize), using: &random))
                if Bool.random(using: &random), let victim = present.randomElement(using: &random) {
                    try await world.auth.deleteAccount(victim)
                    present.removeAll { $0 == victim }
                    gone.insert(victim)
                }
            } while !request.pageToken.isEmpty && listed.count < 1000
            #expect(Set(listed).count == listed.count)
            #expect(listed == listed.sorted())
            #expect(first.subtracting(gone).isSubset(of: listed))
        }
    }

    @Test func displayNamesAreProfilesAndMissingOnesAreEmpty() async throws {
        try await withAuth { world in
            let anna = try await world.client.signUp(.anna())
            try await world.auth.settle()
            let other = try UUIDv7Generator(clock: world.clock.now).next()
            try await world.auth.insertAccount(other)
            let users = try await world.asOperator.listUsers(ListUsersRequest()).users
            let names = Dictionary(uniqueKeysWithValues: users.map { ($0.userID, $0.displayName) })
            #expect(names == [anna.id: "anna", "\(other)": ""])
            let user = try await world.asOperator.getUser(GetUserRequest(user: .id(anna.id))).user
            #expect(user?.displayName == "anna")
        }
    }
}

extension RunningAuth {
    /// Without the work of a sign-up.
    fileprivate func insertAccount(_ id: UUIDv7) async throws {
        let account = Account(
            id: id, email: try EmailAddress("\(id)@example.com"), passwordHash: nil, locale: "",
            now: 0)
        #expect(try await store.write { try $0.insert(account) })
    }

    fileprivate func deleteAccount(_ id: UUIDv7) async throws {
        try await store.run(Command<UUIDv7>("DELETE FROM account WHERE id = $1"), id)
    }
}
