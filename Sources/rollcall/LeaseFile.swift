/// Where a command that keeps this machine online leaves its lease, so that another can end it.
struct LeaseFile {
    private static let name = "lease"

    let directory: StateDirectory

    var leaseID: UInt64? {
        get throws {
            try directory.read(Self.name).flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
        }
    }

    func save(_ leaseID: UInt64) throws {
        try directory.make()
        try directory.file(Self.name).replace(with: Array("\(leaseID)".utf8), mode: 0o600)
    }

    func remove() throws {
        try directory.remove(Self.name)
    }

    /// Removes the file if it is about this lease.
    func remove(_ leaseID: UInt64) throws {
        if try self.leaseID == leaseID { try remove() }
    }
}
