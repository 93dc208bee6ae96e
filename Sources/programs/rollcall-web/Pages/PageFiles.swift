import ConnectHTTP
import Foundation
import HTTPTypes
import NIOCore
import RollcallCrypto

/// The files that pages need: the style, the script, and an operator's logo. Their names change
/// with what is in them, so a browser keeps them for a year.
struct PageFiles: Sendable {
    private struct File {
        let type: String
        let body: ByteBuffer
        /// Nil where it would not be shorter.
        let compressed: ByteBuffer?
    }

    private var files: [String: File] = [:]
    private(set) var style = ""
    private(set) var script = ""
    /// Nil for none.
    private(set) var logo: String?

    /// - Parameter directory: an operator's `style.css`, which comes behind ours, and `logo.svg` or
    ///   `logo.png`; nil for none.
    init(directory: String?) {
        let own: (String) -> [UInt8]? = { name in
            directory.flatMap { FileManager.default.contents(atPath: "\($0)/\(name)") }.map(
                Array.init)
        }
        style = add(
            PackageResources.rollcall_css + (own("style.css") ?? []), "css",
            "text/css; charset=utf-8")
        script = add(PackageResources.rollcall_js, "js", "text/javascript; charset=utf-8")
        // Browsers ask for it unasked.
        files["/favicon.ico"] = File(type: "image/x-icon", body: ByteBuffer(), compressed: nil)
        logo =
            own("logo.svg").map { add($0, "svg", "image/svg+xml") }
            ?? own("logo.png").map { add($0, "png", "image/png") }
    }

    private mutating func add(_ bytes: [UInt8], _ ending: String, _ type: String) -> String {
        let name = "/files/\(Hex.encode(SHA256Digest(of: bytes).bytes.prefix(8))).\(ending)"
        let compressed = Gzip.compress(ByteBuffer(bytes: bytes), level: 9)
        files[name] = File(
            type: type, body: ByteBuffer(bytes: bytes),
            compressed: compressed.readableBytes < bytes.count ? compressed : nil)
        return name
    }

    /// - Returns: nil for a path that is no file's.
    func answer(_ head: HTTPRequest) -> Answer? {
        guard let file = files[head.pathWithoutQuery] else { return nil }
        var fields: HTTPFields = [
            .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable",
            .vary: "Accept-Encoding",
        ]
        guard let compressed = file.compressed,
            Coding(accepting: head.headerFields[.acceptEncoding], request: .identity) == .gzip
        else { return Answer(.ok, fields, file.body) }
        fields[.contentEncoding] = "gzip"
        return Answer(.ok, fields, compressed)
    }
}
