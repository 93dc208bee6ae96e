import RollcallCrypto
import Storage
import TestPostgreSQL
import Testing

@testable import Auth

/// The addresses of accounts, as the store adds, changes and removes them.
@Suite(.onEachEngine) struct AddressTests {
    /// An account in the tables, as a sign-up leaves it.
    private func account(_ email: String?, _ world: AuthServer) async throws -> UUIDv7 {
        let id = try world.auth.runtime.ids.next()
        let account = Account(
            id: id, email: try email.map { try EmailAddress($0) }, passwordHash: nil, locale: "",
            now: world.clock.now())
        #expect(try await world.auth.store.write { try $0.insert(account) })
        return id
    }

    private func add(_ email: String, _ id: UUIDv7, _ world: AuthServer) async throws -> Bool {
        try await world.addAddress(email, to: "\(id)")
    }

    private func makePrimary(
        _ email: String, _ id: UUIDv7, _ world: AuthServer
    ) async throws -> Bool {
        let (email, now) = (try EmailAddress(email), world.clock.now())
        return try await world.auth.store.write { try $0.makePrimary(email, of: id, now: now) }
    }

    private func remove(
        _ email: String, _ id: UUIDv7, _ world: AuthServer
    ) async throws -> Bool {
        let (email, now) = (try EmailAddress(email), world.clock.now())
        return try await world.auth.store.write { try $0.remove(email, of: id, now: now) }
    }

    private func texts(_ id: UUIDv7, _ world: AuthServer) async throws -> [String] {
        try await world.auth.store.addresses(of: id).map(\.text)
    }

    private func changedAt(_ id: UUIDv7, _ world: AuthServer) async throws -> Int64 {
        try await world.stored("\(id)").credentialsChangedAt
    }

    @Test func aProvedAddressTakesThePlaceOfOneThatNobodyHasProved() async throws {
        try await withAuth { world in
            let id = try await account("Typo@example.com", world)
            let before = try await changedAt(id, world)
            #expect(try await world.auth.store.addresses(of: id).map(\.isVerified) == [false])
            #expect(try await add("Anna@example.com", id, world))
            let address = try #require(try await world.auth.store.addresses(of: id).first)
            #expect(try await texts(id, world) == ["Anna@example.com"])
            #expect(address.isPrimary && address.verifiedAt == world.clock.now())
            #expect(try await world.stored("\(id)").primary == address)
            #expect(try await changedAt(id, world) > before)
            // The mistyped one is free again.
            #expect(try await add("typo@example.com", account(nil, world), world))
        }
    }

    @Test func aProvedAddressBesideAVerifiedOneIsNotThePrimaryOne() async throws {
        try await withAuth { world in
            let id = try await account(nil, world)
            #expect(try await add("anna@example.com", id, world))
            let before = try await changedAt(id, world)
            #expect(try await add("a@example.org", id, world))
            #expect(try await texts(id, world) == ["anna@example.com", "a@example.org"])
            #expect(try await world.stored("\(id)").primary?.text == "anna@example.com")
            // Codes that wait for the first one stay good.
            #expect(try await changedAt(id, world) == before)
        }
    }

    @Test func provingTheOnlyAddressVerifiesIt() async throws {
        try await withAuth { world in
            let id = try await account("anna@example.com", world)
            #expect(try await add("ANNA@example.com", id, world))
            #expect(try await add("ANNA@example.com", id, world))
            let addresses = try await world.auth.store.addresses(of: id)
            #expect(addresses.map(\.text) == ["anna@example.com"])
            #expect(addresses.first?.isVerified == true)
        }
    }

    @Test func anotherVerifiedAddressCanBecomeThePrimaryOne() async throws {
        try await withAuth { world in
            let id = try await account("anna@example.com", world)
            #expect(try await !makePrimary("nobody@example.com", id, world))
            try await world.verifyAllAddresses()
            #expect(try await add("a@example.org", id, world))
            let before = try await changedAt(id, world)
            #expect(try await makePrimary("anna@example.com", id, world))
            #expect(try await changedAt(id, world) == before)
            #expect(try await makePrimary("A@example.org", id, world))
            #expect(try await texts(id, world) == ["a@example.org", "anna@example.com"])
            #expect(try await changedAt(id, world) > before)
        }
    }

    /// The sign-up's only address already is.
    @Test func anUnverifiedAddressDoesNotBecomeThePrimaryOne() async throws {
        try await withAuth { world in
            let id = try await account("anna@example.com", world)
            #expect(try await !makePrimary("anna@example.com", id, world))
            #expect(try await world.stored("\(id)").primary?.isVerified == false)
        }
    }

    @Test func thePrimaryAddressIsTheLastThatIsRemoved() async throws {
        try await withAuth { world in
            let id = try await account(nil, world)
            for email in ["anna@example.com", "a@example.org"] {
                #expect(try await add(email, id, world))
            }
            #expect(try await !remove("anna@example.com", id, world))
            #expect(try await !remove("nobody@example.com", id, world))
            let before = try await changedAt(id, world)
            #expect(try await remove("A@Example.org", id, world))
            // A code that was mailed there opens nothing any more.
            #expect(try await changedAt(id, world) > before)
            #expect(try await remove("anna@example.com", id, world))
            #expect(try await texts(id, world).isEmpty)
            #expect(try await world.stored("\(id)").primary == nil)
            #expect(try await add("a@example.org", account(nil, world), world))
        }
    }

    @Test func anAccountHasAtMostTenAddresses() async throws {
        try await withAuth { world in
            let id = try await account(nil, world)
            for number in 0..<Address.limit {
                #expect(try await add("a\(number)@example.com", id, world))
            }
            #expect(try await !add("eleventh@example.com", id, world))
            let (email, now) = (try EmailAddress("new@example.com"), world.clock.now())
            let isReplaced = try await world.auth.store.write {
                try $0.add(email, to: id, replacing: .primary, now: now)
            }
            #expect(isReplaced)
            #expect(try await texts(id, world).count == Address.limit)
            #expect(try await texts(id, world).first == "new@example.com")
            #expect(try await !texts(id, world).contains("a0@example.com"))
        }
    }

    @Test func ofManyAccountsThatProveAnAddressAtOnceOneHasIt() async throws {
        try await withAuth { world in
            var ids: [UUIDv7] = []
            for number in 0..<8 { ids.append(try await account("u\(number)@example.com", world)) }
            let won = try await withThrowingTaskGroup { group in
                for id in ids { group.addTask { try await add("both@example.com", id, world) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(won.count(where: \.self) == 1)
            #expect(try await world.auth.count("address") == 8)
            // Who lost has what was there before.
            #expect(try await world.auth.count("address", where: "verifiedAtMs IS NULL") == 7)
        }
    }

    @Test func noSignUpTakesAnAddressThatAnAccountHasOrMayReturnTo() async throws {
        try await withAuth { world in
            let id = try await account(nil, world)
            for email in ["anna@example.com", "a@example.org"] {
                #expect(try await add(email, id, world))
            }
            try await world.auth.store.run(
                Command<UUIDv7, Int64>(
                    """
                    INSERT INTO reservedAddress (canonicalEmail, accountID, untilMs)
                    VALUES ('former@example.com', $1, $2)
                    """), id, world.clock.now() + 1)
            for email in ["A@example.org", "former@example.com"] {
                let other = Account(
                    id: try world.auth.runtime.ids.next(), email: try EmailAddress(email),
                    passwordHash: nil, locale: "", now: world.clock.now())
                #expect(try await !world.auth.store.write { try $0.insert(other) })
            }
            #expect(try await world.auth.count("account") == 1)
        }
    }

    @Test func theTablesRefuseWhatNoVerbDoes() async throws {
        try await withAuth { world in
            let id = try await account(nil, world)
            #expect(try await add("anna@example.com", id, world))
            let insert =
                "INSERT INTO address (accountID, canonical, email, verifiedAtMs, isPrimary)"
            for values in [
                // Neither verified nor primary; a second primary one; one that there is already.
                "$1, 'b@example.com', 'b@example.com', NULL, FALSE",
                "$1, 'b@example.com', 'b@example.com', 1, TRUE",
                "$1, 'anna@example.com', 'anna@example.com', 1, FALSE",
            ] {
                await #expect(throws: StorageError.self) {
                    try await world.auth.store.run(
                        Command<UUIDv7>(SQL(stringLiteral: "\(insert) VALUES (\(values))")), id)
                }
            }
            let credential =
                "INSERT INTO credential (accountID, kind, issuer, subject, secret, createdAtMs)"
            for values in [
                // A password without a hash, or with what is none, or a second one; an identity
                // that nobody vouches for.
                "$1, 'password', '', '', NULL, 1", "$1, 'password', '', '', 'plain', 1",
                "$1, 'password', '', 'second', '$argon2id$', 1",
                "$1, 'identity', '', 'anna', NULL, 1",
            ] {
                await #expect(throws: StorageError.self) {
                    try await world.auth.store.run(
                        Command<UUIDv7>(SQL(stringLiteral: "\(credential) VALUES (\(values))")), id)
                }
            }
        }
    }
}
