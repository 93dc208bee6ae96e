/// A file whose first line is a secret; `-` is standard input.
enum SecretFile {
    /// - Parameter what: what the secret is, for the error.
    static func firstLine(of path: String, _ what: String) throws -> String {
        do {
            let bytes = try InputFile(path: path).read(upTo: 64 * 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard let secret = String(validating: line, as: UTF8.self) else {
                throw Failure.file(path, "\(what) is not UTF-8")
            }
            return secret
        } catch InputFile.Missing.file {
            throw Failure.noSuchFile(path)
        }
    }
}
