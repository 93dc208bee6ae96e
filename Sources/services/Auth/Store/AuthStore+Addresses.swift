import RollcallCrypto
import Storage

extension AuthStore {
    /// All addresses of an account, the primary one first.
    func addresses(of id: UUIDv7) async throws -> [Address] {
        try await all(Statements.addresses, id)
    }

}

extension Snapshot {
    /// All addresses of an account, the primary one first.
    func addresses(of id: UUIDv7) throws -> [Address] {
        try all(Statements.addresses, id)
    }

    /// The other account that has an address, or that may still return to it.
    func holder(of canonical: String, besides id: UUIDv7, now: Int64) throws -> UUIDv7? {
        try first(Statements.holder, canonical, id, now)
    }

    /// Those of some addresses that an account has, or may still return to.
    func taken(_ canonicals: [String], now: Int64) throws -> Set<String> {
        Set(try all(Statements.taken, SQLList(canonicals), now))
    }
}

extension AuthTransaction {
    /// Stores an address that no account has.
    func insert(_ new: Address, of id: UUIDv7) throws {
        let (text, canonical) = (new.text, new.canonical)
        try submit(Statements.insert, id, text, canonical, new.verifiedAt, new.isPrimary)
    }

    /// The addresses that go when another one is proved: one that nobody has proved always does.
    enum Replaced { case unproved, primary, all }

    /// Gives an account an address that its owner has proved. It becomes the primary one if none is
    /// left.
    ///
    /// - Returns: `false`, with nothing changed, if another account has the address or may return
    ///   to it, or if the account has `Address.limit` of them.
    func add(
        _ email: EmailAddress, to id: UUIDv7, replacing replaced: Replaced = .unproved,
        now: Int64
    ) throws -> Bool {
        let present = try addresses(of: id)
        let others = present.filter { $0.canonical != email.canonical }
        let kept = others.filter {
            $0.isVerified && replaced != .all && !(replaced == .primary && $0.isPrimary)
        }
        guard kept.count < Address.limit,
            try holder(of: email.canonical, besides: id, now: now) == nil
        else { return false }
        for address in others where !kept.contains(address) {
            try run(Statements.delete, id, address.canonical)
        }
        if others.count < present.count {
            try setVerified(email, of: id, now: now)
        } else {
            try run(Statements.insert, id, email.text, email.canonical, now, false)
        }
        return try kept.contains(where: \.isPrimary) || makePrimary(email, of: id, now: now)
    }

    /// Sends the mail about an account to another of its addresses.
    ///
    /// - Returns: `false` if the account has no such address, or it is not verified.
    func makePrimary(_ email: EmailAddress, of id: UUIDv7, now: Int64) throws -> Bool {
        let present = try addresses(of: id)
        let address = present.first { $0.canonical == email.canonical }
        guard let address, address.isVerified else { return false }
        guard !address.isPrimary else { return true }
        for old in present where old.isPrimary {
            try run(Statements.setPrimary, false, id, old.canonical)
        }
        try run(Statements.setPrimary, true, id, address.canonical)
        tell(.accountChanged(id))
        try noteChange(of: id, now: now)
        return true
    }

    /// Takes an address away.
    ///
    /// - Returns: `false` if the account has no such address, or it is the primary one and there
    ///   are others.
    func remove(_ email: EmailAddress, of id: UUIDv7, now: Int64) throws -> Bool {
        let present = try addresses(of: id)
        let address = present.first { $0.canonical == email.canonical }
        guard let address, !address.isPrimary || present.count == 1 else { return false }
        try run(Statements.delete, id, address.canonical)
        try note(.addressRemoved, of: id, now: now)
        tell(.accountChanged(id))
        // What was mailed there is of no use any more.
        try noteChange(of: id, now: now)
        return true
    }
}

private enum Statements {
    static let addresses = Query<Address, UUIDv7>(
        """
        SELECT email, canonical, verifiedAtMs, isPrimary FROM address WHERE accountID = $1
        ORDER BY isPrimary DESC, canonical
        """
    ) {
        try Address(
            text: $0.next(), canonical: $0.next(), verifiedAt: $0.next(), isPrimary: $0.next())
    }

    static let holder = Query<UUIDv7, String, UUIDv7, Int64>(
        """
        SELECT accountID FROM address WHERE canonical = $1 AND accountID <> $2
        UNION ALL
        SELECT accountID FROM reservedAddress
        WHERE canonicalEmail = $1 AND accountID <> $2 AND untilMs > $3
        """)

    static let taken = Query<String, SQLList<String>, Int64>(
        """
        SELECT canonical FROM address WHERE canonical = ANY($1)
        UNION ALL
        SELECT canonicalEmail FROM reservedAddress WHERE canonicalEmail = ANY($1) AND untilMs > $2
        """)

    /// PostgreSQL runs the transaction again if another one has stored the address meanwhile.
    static let insert = Command<UUIDv7, String, String, Int64?, Bool>(
        """
        INSERT INTO address (accountID, email, canonical, verifiedAtMs, isPrimary)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (canonical) DO NOTHING
        """)

    static let setPrimary = Command<Bool, UUIDv7, String>(
        "UPDATE address SET isPrimary = $1 WHERE accountID = $2 AND canonical = $3")

    static let delete = Command<UUIDv7, String>(
        "DELETE FROM address WHERE accountID = $1 AND canonical = $2")
}
