import RollcallBasics

/// URLs as their signatures want them (AWS Signature Version 4): libcurl signs a URL as it stands.
enum S3URL {
    /// Bytes that stand for themselves (RFC 3986 §2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
    }

    /// - Parameter parameters: sorted here, and encoded.
    static func query(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }
            .map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            guard !isUnreserved(byte) else { return [byte] }
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension S3Bucket {
    /// The URL of an object, or of the bucket if there is no key.
    ///
    /// - Parameter key: of unreserved characters and slashes.
    func url(key: String? = nil, query: [String: String] = [:]) -> String {
        let scheme = endpoint.isEncrypted ? "https" : "http"
        var url =
            switch addressing {
            case .path: "\(scheme)://\(endpoint.authority)/\(name)"
            case .host: "\(scheme)://\(name).\(endpoint.authority)"
            }
        if let key {
            url += "/" + key
        } else if addressing == .host {
            url += "/"
        }
        return query.isEmpty ? url : "\(url)?\(S3URL.query(query))"
    }
}
