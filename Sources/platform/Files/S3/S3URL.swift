import RollcallBasics

extension S3Bucket {
    /// The URL of an object, or of the bucket if there is no key, as its signature wants it (AWS
    /// Signature Version 4): libcurl signs a URL as it stands.
    ///
    /// - Parameters:
    ///   - key: of unreserved characters and slashes.
    ///   - query: sorted here, and encoded.
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
        let parameters = query.sorted { $0.key < $1.key }
            .map { "\($0.key.percentEncoded())=\($0.value.percentEncoded())" }
        return query.isEmpty ? url : "\(url)?\(parameters.joined(separator: "&"))"
    }
}
