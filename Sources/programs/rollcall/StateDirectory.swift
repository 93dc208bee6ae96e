import Glibc

/// The directory with the CLI's files that outlive a command. Only this user has access.
struct StateDirectory {
    let path: String

    init(path: String) {
        self.path = path
    }

    /// `$XDG_STATE_HOME/rollcall`, or `~/.local/state/rollcall`. Each context has one of its own
    /// in it.
    init(environment: [String: String]) throws {
        guard let state = environment.directory("XDG_STATE_HOME", otherwise: ".local/state") else {
            throw Failure(
                status: .usage, code: "FAILED_PRECONDITION",
                message: "There is no place for the session. Set HOME or XDG_STATE_HOME.")
        }
        path = state + (environment[Context.variable].map { "/contexts/\($0)" } ?? "")
    }

    /// Creates the directory and its parents with mode 0700 if they are missing.
    func makeMissing() throws {
        var current = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/") {
            current += "/\(component)"
            guard mkdir(current, 0o700) == 0 || errno == EEXIST else {
                throw Failure.system(current)
            }
        }
    }

    /// Creates the directory as `makeMissing` does, and removes other users' access to it.
    func make() throws {
        try makeMissing()
        guard chmod(path, 0o700) == 0 else {
            throw Failure.system(path)
        }
    }

    /// Writes a file that only this user can read. Replaces an existing one.
    func write(_ bytes: [UInt8], to name: String) throws {
        try make()
        try file(name).write(bytes, mode: 0o600, replacing: true)
    }

    func file(_ name: String) -> AtomicFile {
        AtomicFile(path: "\(path)/\(name)")
    }

    /// The bytes of a file, or nil when there is none.
    func read(_ name: String) throws -> [UInt8]? {
        try InputFile.read(file(name).path, upTo: 64 * 1024)
    }

    /// Removes a file. A missing file is no error.
    func remove(_ name: String) throws {
        let path = file(name).path
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Failure.system(path)
        }
    }
}

extension [String: String] {
    /// The directory of this program below the one that a variable names, or below `place` in the
    /// home (XDG Base Directory Specification); nil if there is no home either.
    func directory(_ variable: String, otherwise place: String) -> String? {
        if let base = self[variable], base.hasPrefix("/") { return "\(base)/rollcall" }
        guard let home = self["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(place)/rollcall"
    }
}
