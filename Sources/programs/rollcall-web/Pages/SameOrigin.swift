import HTTPServing
import HTTPTypes

/// Whether a request comes from a page of ours, so that a page of others cannot make a browser act
/// in its user's name. Browsers say so themselves (https://go.dev/issue/73626, Fetch Metadata), so
/// no form needs a hidden token, and one that was open overnight can still be sent.
enum SameOrigin {
    static func allows(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        if [.get, .head, .options].contains(head.method) { return true }
        if let site = fields[.secFetchSite] { return site == "same-origin" || site == "none" }
        // Other programs. Browsers of before 2023 are refused, as by our Referrer-Policy they name
        // the origin `null`.
        guard let origin = fields[.origin], let host = head.authority ?? fields[.host] else {
            return false
        }
        return origin == "https://\(host)" || origin == "http://\(host)"
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name(known: "sec-fetch-site")
    static let host = HTTPField.Name(known: "host")
}
