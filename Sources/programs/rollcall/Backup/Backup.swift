import FoundationEssentials
import RollcallCrypto

/// A backup: a directory that is named by its moment.
struct Backup {
    static let manifestName = "manifest.json"
    static let sumsName = "SHA256SUMS"

    let path: String

    /// The directory's name.
    var name: Substring { AtomicFile(path: path).name }

    init(path: String) {
        self.path = path
    }

    /// The backup at a path, or the latest one in the directory there.
    ///
    /// - Throws: `Failure` (`notFound`).
    init(at path: String) throws {
        let path = path.withoutLastSlash
        // Others may change what a link leads to.
        guard isDirectory(path),
            let backup = try Self.isName(Backup(path: path).name)
                ? Backup(path: path) : Self.all(in: path).last
        else { throw Failure(.notFound, "\(path): there is no backup.") }
        self = backup
    }

    /// The backups in a directory, the oldest one first. One that was cut off has no sums.
    static func all(in directory: String) throws -> [Backup] {
        try names(in: directory).filter(isName).map { Backup(path: "\(directory)/\($0)") }
            .filter { isDirectory($0.path) && exists("\($0.path)/\(sumsName)") }
    }

    private static func isName(_ name: some StringProtocol) -> Bool {
        String(name.map { ("0"..."9").contains($0) ? "0" : $0 }) == "0000-00-00T000000Z"
    }

    /// Its moment: milliseconds since 1970-01-01 UTC.
    var time: Int64? {
        let form = Date.ISO8601FormatStyle(timeSeparator: .omitted)
        let date = try? Date(String(name), strategy: form)
        return date.map { Int64($0.timeIntervalSince1970) * 1000 }
    }

    /// The SHA-256 in a photo's path, such as `photos/0a/0a…`; nil for any other path.
    static func photo(_ path: String) -> SHA256Digest? {
        guard let bytes = Hex.decode(path.suffix(64)), let digest = SHA256Digest(bytes: bytes),
            path == "photos/\("\(digest)".prefix(2))/\(digest)"
        else { return nil }
        return digest
    }

    /// Writes what the backup has, after all other files of it.
    func write(_ manifest: Manifest, _ sums: [String: SHA256Digest]) throws {
        let page = try manifest.encoded(.prettyPrinted)
        let all = sums.merging([Self.manifestName: SHA256Digest(of: page)]) { $1 }
        let lines = all.sorted { $0.key < $1.key }.map { "\($1)  \($0)\n" }.joined()
        try AtomicFile(path: "\(path)/\(Self.manifestName)").write(page, mode: 0o600)
        try AtomicFile(path: "\(path)/\(Self.sumsName)").write(Array(lines.utf8), mode: 0o600)
    }

    /// - Throws: `Failure`.
    func manifest() throws -> Manifest {
        let file = "\(path)/\(Self.manifestName)"
        let bytes = try InputFile.read(file, upTo: 1 << 20) ?? []
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)) else {
            throw Failure.file(file, "it is not the manifest of a backup")
        }
        return manifest
    }

    /// The SHA-256 of each file, by its path in the backup. A path of another form is refused.
    ///
    /// - Throws: `Failure`.
    func sums() throws -> [String: SHA256Digest] {
        let file = "\(path)/\(Self.sumsName)"
        let names = ServerName.allCases.map(\.database) + [Self.manifestName]
        var sums: [String: SHA256Digest] = [:]
        let newline = UInt8(ascii: "\n")
        let bytes = try InputFile.read(file, upTo: .max) ?? []
        guard bytes.last == newline else { throw Failure.file(file, "it is cut short") }
        for line in bytes.split(separator: newline) {
            let text = String(decoding: line, as: UTF8.self)
            let path = String(text.dropFirst(66))
            guard let bytes = Hex.decode(text.prefix(64)), let digest = SHA256Digest(bytes: bytes),
                text == "\(digest)  \(path)", names.contains(path) || Self.photo(path) == digest,
                sums.updateValue(digest, forKey: path) == nil
            else { throw Failure.file(file, "it has a line that no backup has: \(text)") }
        }
        return sums
    }
}

/// What a backup says of itself.
struct Manifest: Codable {
    let version: String
    /// By the services' names.
    let services: [String: DatabaseFigures]
    let photos: Int
    let bytes: UInt64
    let keyFiles: [String]

    subscript(service: ServerName) -> DatabaseFigures? { services[service.rawValue] }

    var text: String {
        let users = ServerName.allCases.compactMap { service in
            self[service].map { "\(service.title) \($0.users) users" }
        }
        return (users + ["\(photos) photos", bytes.sizeText]).joined(separator: ", ")
    }

    func encoded(_ formatting: JSONEncoder.OutputFormatting = []) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension String {
    /// Behind a slash, a link would be followed.
    var withoutLastSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
