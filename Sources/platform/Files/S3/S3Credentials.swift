import RollcallBasics

/// The credentials of a client of an S3 store.
package struct S3Credentials: Sendable, Equatable {
    let accessKey: String
    let secretKey: String
    /// Only for temporary keys.
    let sessionToken: String?

    /// - Throws: a sentence that names the error without the keys.
    package init(
        accessKey: String, secretKey: String, sessionToken: String? = nil
    ) throws(Unusable) {
        for text in [accessKey, secretKey, sessionToken ?? "-"] {
            // The texts become lines of a header.
            guard (1...8192).contains(text.utf8.count),
                text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
            else {
                throw Unusable(
                    "the keys of the photo store are words of visible ASCII characters")
            }
        }
        (self.accessKey, self.secretKey, self.sessionToken) = (accessKey, secretKey, sessionToken)
    }

    /// Reads a file in the format of AWS's tools: the lines `aws_access_key_id = …`,
    /// `aws_secret_access_key = …` and, for temporary keys, `aws_session_token = …`, before any
    /// section or in the section `[default]`.
    ///
    /// - Throws: a sentence that names the error without the keys.
    package init(file text: String) throws(Unusable) {
        var values: [Substring: String] = [:]
        var isRead = true
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                isRead = line.prefix { $0 != "]" } == "[default"
                continue
            }
            guard isRead else { continue }
            let halves = line.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else {
                throw Unusable(
                    "a line of the credentials is not of the form name = value")
            }
            values[Self.trimmed(halves[0])] = String(Self.trimmed(halves[1]))
        }
        guard let accessKey = values["aws_access_key_id"],
            let secretKey = values["aws_secret_access_key"]
        else {
            throw Unusable(
                "the credentials have no aws_access_key_id and aws_secret_access_key")
        }
        try self.init(
            accessKey: accessKey, secretKey: secretKey, sessionToken: values["aws_session_token"])
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension S3Credentials: Redacted {}
