import Foundation

/// A configuration file. A line is `OPTION = VALUE`, with the names of the command line; flags are
/// `yes` or `no`. Empty lines, and those that begin with `#`, say nothing.
///
/// In a value, `${CREDENTIALS_DIRECTORY}` is where systemd's `LoadCredential=` puts files.
struct ConfigurationFile {
    private(set) var settings: [Setting] = []
    private(set) var mistakes: [Mistake] = []

    /// Bytes.
    private static let longest = 1 << 20
    private static let credentials = "CREDENTIALS_DIRECTORY"

    /// - Throws: `Failure` for a file that cannot be read.
    init(_ path: String, options: [KnownOption], environment: [String: String]) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure.configuration("--config: \(path) cannot be read")
        }
        guard data.count <= Self.longest, let text = String(validating: data, as: UTF8.self) else {
            throw Failure.configuration("--config: \(path) is no text in UTF-8 of at most 1 MiB")
        }
        let known = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })
        let credentials = environment[Self.credentials]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            do {
                var line = String(line)
                if let credentials {
                    line = line.replacing("${\(Self.credentials)}", with: credentials)
                }
                try read(line, at: "\(path):\(number)", known)
            } catch {
                mistakes.append(error)
            }
        }
    }

    private mutating func read(
        _ line: String, at origin: String, _ known: [String: KnownOption]
    ) throws(Mistake) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { return }
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2 else {
            throw Mistake(origin, "a line is OPTION = VALUE, or begins with #")
        }
        guard let option = known[parts[0]] else {
            throw Mistake(origin, "there is no option \(parts[0])")
        }
        if !option.canRepeat, let before = settings.first(where: { $0.option == option }) {
            throw Mistake(origin, "\(option.name) has a value already, at \(before.origin)")
        }
        if parts[1].contains(" #") {
            throw Mistake(origin, "a comment has a line of its own")
        }
        if parts[1].hasPrefix("\"") { throw Mistake(origin, "a value has no quotes around it") }
        settings.append(try Setting(option, parts[1], origin))
    }
}
