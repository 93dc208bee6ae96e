import Glibc

/// Finds a program that belongs to this one.
enum ProgramSearch {
    /// - Parameter path: the only place to look at, if there is one.
    /// - Returns: its path.
    /// - Throws: `PhotoProgramError.programMissing`.
    static func find(_ name: String, at path: String?) throws(PhotoProgramError) -> String {
        if let path {
            guard isProgram(path) else { throw .programMissing("at \(path)") }
            return path
        }
        guard let found = usualDirectories.map({ "\($0)/\(name)" }).first(where: isProgram) else {
            throw .programMissing("beside this one, nor in PATH")
        }
        return found
    }

    private static var usualDirectories: [String] {
        let search = getenv("PATH").map { String(cString: $0) } ?? ""
        // What is below the working directory may be anybody's.
        return [ownDirectory].compactMap(\.self)
            + search.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    private static var ownDirectory: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
