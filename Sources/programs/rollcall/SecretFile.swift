/// A file whose first line is a secret; `-` is standard input.
enum SecretFile {
    /// - Parameter what: what the secret is, for the error.
    static func firstLine(of path: String, _ what: String) throws -> String {
        guard let bytes = try InputFile.read(path, upTo: 64 * 1024) else {
            throw Failure.noSuchFile(path)
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let secret = String(validating: line, as: UTF8.self) else {
            throw Failure.file(path, "\(what) is not UTF-8")
        }
        return secret
    }
}
