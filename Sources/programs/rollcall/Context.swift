/// One of several deployments, which `--context` or `ROLLCALL_CONTEXT` names.
enum Context {
    static let variable = "ROLLCALL_CONTEXT"

    private static let places = ServerName.allCases.map(\.variable)
    private static let known = places + ["ROLLCALL_TLS_CA", "ROLLCALL_PLAINTEXT"]

    private static let suffix = ".env"

    /// Those that have a file.
    static func all(in environment: [String: String]) -> [String] {
        let directory = directory(in: environment)
        return ((try? names(in: directory)) ?? [])
            .filter { $0.hasSuffix(suffix) && $0 != suffix && isFile("\(directory)/\($0)") }
            .map { String($0.dropLast(suffix.count)) }
    }

    private static func directory(in environment: [String: String]) -> String {
        environment.directory("XDG_CONFIG_HOME", otherwise: ".config") ?? ""
    }

    /// The environment of a command. The file of a context names all three services, and takes the
    /// place of all variables `ROLLCALL_…`: with a place of another deployment, or the usual one
    /// on this machine, the session's token would be sent there.
    ///
    /// - Parameter option: goes before the variable. An empty name is none.
    /// - Throws: `Failure` for a context that is not there, or says something else.
    static func environment(
        _ option: String?, in environment: [String: String]
    ) throws -> [String: String] {
        guard let name = option ?? environment[variable], !name.isEmpty else {
            return environment.filter { $0.key != variable }
        }
        let others = all(in: environment)
        let path = "\(directory(in: environment))/\(name)\(suffix)"
        // A name that leads elsewhere is none of them.
        guard others.contains(name),
            let bytes = try InputFile.read(path, upTo: 1 << 16)
        else {
            let hint =
                others.isEmpty ? "" : " Contexts there: \(others.joined(separator: ", "))."
            throw Failure(.notFound, "There is no file \(path).\(hint)")
        }
        var result = environment.filter { !$0.key.hasPrefix("ROLLCALL_") }
        result[variable] = name
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, known.contains(parts[0]) else {
                throw Failure(
                    .usage, "\(path): \(line): unknown. Known are \(known.joined(separator: ", "))."
                )
            }
            result[parts[0]] = parts[1]
        }
        if let missing = places.first(where: { result[$0] == nil }) {
            throw Failure(.usage, "\(path): \(missing) is missing.")
        }
        return result
    }
}
