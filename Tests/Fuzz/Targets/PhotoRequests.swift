import Blobs
import HTTPTypes
import RollcallAPI
import RollcallCrypto

@testable import Profile

/// What is asked for over HTTP, whatever stands in the request line and the fields: a place is one
/// photo's or none, nobody forges one, and an answer says what its bytes are.
struct PhotoRequests {
    private let target: String
    private let fields: [String]
    private let choice: Int

    /// - Parameter input: a number, then lines: the target, and the fields Range, If-None-Match and
    ///   If-Range.
    init(_ input: [UInt8]) {
        choice = Int(input.first ?? 0)
        let lines = input.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
        let texts = lines.map { String(decoding: $0, as: UTF8.self) }
        target = texts.first ?? ""
        fields = Array(texts.dropFirst().prefix(3))
    }

    func run() throws {
        try Self.checkPlaces()
        try readTarget()
        try answer()
    }

    // MARK: The request line

    private func readTarget() throws {
        let (links, photo) = (Self.links, try Self.photo)
        guard let link = PhotoLink(target: target) else { return }
        // A place has one spelling, but for what a proxy leaves in front and the letters of the id.
        let path = target.prefix { $0 != "?" }
        let size = link.size.map { "-\($0)" } ?? ""
        try require(path.hasSuffix("/\(link.key)\(size).jpg"), "another key or size")
        try require(path.lowercased().contains("/\(link.user)/"), "another user")
        let isOwn = try link.user == Self.user && link.key == Self.key()
        try require(!links.opens(link, photo) || isOwn, "forged")
        guard let pass = link.pass else { return }
        let remaining = links.remainingTime(of: pass, to: photo, of: link.user)
        try require(remaining.map { $0 <= 2 * PhotoLinks.period } ?? true, "a pass without an end")
    }

    // MARK: The fields

    private func answer() throws {
        var request = HTTPRequest(
            method: choice & 1 == 0 ? .get : .head, scheme: nil, authority: nil, path: target)
        for (name, value) in zip([HTTPField.Name.range, .ifNoneMatch, .ifRange], fields)
        where !value.isEmpty {
            request.headerFields[name] = value
        }
        let size = (choice >> 1) * 37 + 1
        let remaining = choice & 4 == 0 ? nil : Int64(choice)
        let answer = PhotoAnswer(to: request, size: size, tag: "tag", remaining: remaining)
        try require(answer.fields[.xContentTypeOptions] == "nosniff", "sniffed")
        try require(answer.fields[.contentSecurityPolicy] != nil, "without a policy")
        let length = answer.fields[.contentLength].flatMap(Int.init)
        switch answer.status {
        case .ok:
            try require(length == size, "another length")
            try require(answer.body == (request.method == .head ? nil : 0..<size), "not the whole")
        case .partialContent:
            let text = answer.fields[.contentRange] ?? ""
            let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
            try require(numbers.count == 3 && numbers[2] == size, "the range \(text)")
            try require(
                0 <= numbers[0] && numbers[0] <= numbers[1] && numbers[1] < size,
                "the range \(text)")
            let range = numbers[0]..<numbers[1] + 1
            try require(length == range.count, "another length")
            try require(answer.body == (request.method == .head ? nil : range), "another part")
        case .rangeNotSatisfiable:
            try require(answer.body == nil && length == 0, "bytes of nothing")
            try require(answer.fields[.cacheControl] == "no-store", "kept")
        case .notModified:
            try require(answer.body == nil, "bytes that were not asked for")
        default: throw Finding("\(answer.status)")
        }
    }

    // MARK: A photo that there is

    private static let links = PhotoLinks(
        base: "https://photos.example.org", sizes: [64, 512],
        secret: Array(repeating: 7, count: 32), clock: { 1_800_000_000_000 })

    private static var user: UUIDv7 {
        get throws {
            guard let id = UUIDv7("0190b6a4-7c00-7000-8000-000000000001") else {
                throw Finding("no id")
            }
            return id
        }
    }

    private static var photo: BlobID {
        get throws {
            guard let id = BlobID(String(repeating: "ab", count: 32)) else {
                throw Finding("no hash")
            }
            return id
        }
    }

    /// The places of the photo, with and without a pass, are found again by what they say.
    private static func checkPlaces() throws {
        for visibility in [Visibility.everyone, .signedIn] {
            var message = Photo()
            links.add(
                to: &message, try photo, of: try user, seenBy: visibility, for: .user(try user))
            for url in [message.url] + message.sizes.map(\.url) {
                let target = String(url.dropFirst("https://photos.example.org".count))
                guard let link = PhotoLink(target: target), links.opens(link, try photo) else {
                    throw Finding("\(target) is not found again")
                }
            }
        }
    }

    private static func key() throws -> String {
        var message = Photo()
        links.add(to: &message, try photo, of: try user, seenBy: .everyone, for: .stranger)
        return String(message.url.dropLast(4).suffix(PhotoLinks.codeLength))
    }
}
