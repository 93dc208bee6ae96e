import RollcallCrypto
import Testing

@testable import Auth

/// Accounts without a password or an address, and with several addresses. Each takes an account's
/// user id.
extension AuthServer {
    /// The account as it is stored.
    func stored(_ userID: String) async throws -> Account {
        let id = try #require(UUIDv7(userID))
        return try #require(try await auth.store.account(id: id))
    }

    /// Leaves an account without a password.
    func removePassword(of userID: String) async throws {
        let (id, now) = (try #require(UUIDv7(userID)), clock.now())
        try await auth.store.write { try $0.removePassword(of: id, now: now) }
    }

    /// Leaves an account without an address.
    func removeAddresses(of userID: String) async throws {
        let (id, now) = (try #require(UUIDv7(userID)), clock.now())
        for address in try await auth.store.addresses(of: id).reversed() {
            let email = try EmailAddress(address.text)
            #expect(try await auth.store.write { try $0.remove(email, of: id, now: now) })
        }
    }

    /// Gives an account an address, as if its owner had just proved it.
    @discardableResult
    func addAddress(_ email: String, to userID: String) async throws -> Bool {
        let (id, now) = (try #require(UUIDv7(userID)), clock.now())
        let address = try EmailAddress(email)
        return try await auth.store.write { try $0.add(address, to: id, now: now) }
    }

    /// Marks the addresses of all accounts as verified.
    func verifyAllAddresses() async throws {
        try await auth.store.run("UPDATE address SET verifiedAtMs = 1 WHERE verifiedAtMs IS NULL")
    }
}
