import ArgumentParser
import Foundation
import Profile
import RollcallBasics
import RollcallRPC

/// What a photo may have, and where it is read over HTTP.
struct PhotoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The largest upload of a photo, in bytes: 65536 to 33554432.",
            valueName: "bytes"))
    var photoBytes = PhotoLimits.usual.bytes

    @Option(
        help: ArgumentHelp(
            "The longest side of a photo, in pixels: 64 to 8192.",
            valueName: "pixels"))
    var photoSide = PhotoLimits.usual.side

    @Option(
        name: .customLong("photo-http"),
        help: ArgumentHelp(
            "The endpoint for photos over HTTP, without TLS, for the public proxy or cache: "
                + "HOST:PORT, [IPV6]:PORT or unix:PATH. None by default.",
            valueName: "endpoint"))
    private var httpPlace: String?

    @Option(
        name: .customLong("photo-url"),
        help: ArgumentHelp(
            "The public base URL of photos at that proxy: https://HOST[:PORT][/PATH], "
                + "or http:// for this machine. Photos have no URLs by default.",
            valueName: "url"))
    var base: String?

    func validate() throws {
        guard PhotoLimits(bytes: photoBytes, side: photoSide) != nil else {
            throw ValidationError(
                "A photo has at most 65536 to 33554432 bytes, and 64 to 8192 pixels a side.")
        }
        if let httpPlace, http == nil {
            throw ValidationError(
                "--photo-http is HOST:PORT, [IPV6]:PORT or unix:PATH: \(httpPlace)")
        }
        guard httpPlace == nil || base != nil else {
            throw ValidationError(
                "--photo-http needs --photo-url, which makes the URLs of photos.")
        }
        if let base, !Self.isBase(base) {
            throw ValidationError(
                "--photo-url is https://HOST[:PORT][/PATH], or http:// for localhost alone.")
        }
    }

    var limits: PhotoLimits { PhotoLimits(bytes: photoBytes, side: photoSide) ?? .usual }

    var http: Endpoint? {
        guard let endpoint = httpPlace.flatMap({ Endpoint($0) }) else { return nil }
        if case .tls = endpoint { return nil }
        return endpoint
    }

    private static func isBase(_ text: String) -> Bool {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return false }
        let isHere = host == "[::1]" || host.isLoopbackHost
        return parts.scheme == "https" || parts.scheme == "http" && isHere
    }
}
