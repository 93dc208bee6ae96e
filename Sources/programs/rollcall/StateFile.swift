/// A text that a command leaves for another one.
struct StateFile {
    let name: String
    let directory: StateDirectory

    /// Nil when there is none.
    var text: String? {
        get throws { try directory.read(name).map { String(decoding: $0, as: UTF8.self) } }
    }

    func save(_ text: String) throws {
        try directory.write(Array(text.utf8), to: name)
    }

    func remove() throws {
        try directory.remove(name)
    }
}

extension StateDirectory {
    /// The id of the lease of a command that keeps this machine online, so that another can end it.
    var lease: StateFile { StateFile(name: "lease", directory: self) }

    /// The token of a sign-in that waits for a second step.
    var pendingSignIn: StateFile { StateFile(name: "pending-sign-in", directory: self) }

    /// The secret that goes with the code of a password reset.
    var reset: StateFile { StateFile(name: "reset", directory: self) }
}
