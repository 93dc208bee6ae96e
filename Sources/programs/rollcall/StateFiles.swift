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
        try directory.write(Array("\(leaseID)".utf8), to: Self.name)
    }

    func remove() throws {
        try directory.remove(Self.name)
    }

    /// Removes the file if it is about this lease.
    func remove(_ leaseID: UInt64) throws {
        if try self.leaseID == leaseID { try remove() }
    }
}

/// Where a command that asks for a password reset leaves the secret that goes with the code.
struct ResetFile {
    private static let name = "reset"

    let directory: StateDirectory

    /// - Throws: `Failure` when nobody has asked.
    func flow() throws -> String {
        guard let bytes = try directory.read(Self.name) else {
            throw Failure(
                status: .usage, code: "FAILED_PRECONDITION",
                message:
                    "No code was asked for on this machine. Ask for one: rollcall password reset --email ADDRESS"
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func save(_ flow: String) throws {
        try directory.write(Array(flow.utf8), to: Self.name)
    }

    func remove() throws {
        try directory.remove(Self.name)
    }
}
