import Foundation
import TestObjectStore
import Testing

/// nginx as a cache in front of Profile's photos, as the operator's page sets it up, with places
/// and ports of the test. It serves a page of another origin, too.
final class PhotoProxy {
    let directory: URL
    /// Where Profile is to serve photos.
    let origin: String
    let pageOrigin: String

    private let port: Int
    private let process = Process()
    private var cache: URL { directory.appending(path: "cache") }
    private var pages: URL { directory.appending(path: "pages") }
    private var certificate: URL { directory.appending(path: "certificate.pem") }

    /// What the URLs of photos begin with.
    static let base = "https://photos.example.org"

    /// How the cache is set up.
    enum Caching: CaseIterable {
        case asOnThePage
        /// With the lines of the page that are comments, and a second in place of the hour.
        case withBound
        /// Without the page's rule for queries, as another cache would do that goes by the header
        /// fields.
        case byHeaderFields
    }

    /// - Parameter directory: one that is there and stays the caller's.
    init(in directory: URL, caching: Caching = .asOnThePage) async throws {
        self.directory = directory
        let ports = try FreePorts.find(3)
        port = ports[0]
        origin = "127.0.0.1:\(ports[1])"
        pageOrigin = "http://127.0.0.1:\(ports[2])"
        for name in ["pages", "temporary"] {
            try FileManager.default.createDirectory(
                at: directory.appending(path: name), withIntermediateDirectories: false)
        }
        let key = directory.appending(path: "certificate.key").path
        let made = try await run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                "-subj", "/CN=photos.example.org",
                "-addext", "subjectAltName=DNS:photos.example.org",
                "-keyout", key, "-out", certificate.path,
            ])
        try #require(made.status == 0, "\(made.text)")
        var photos = try String(
            contentsOf: Products.repository.appending(path: "deploy/nginx/photos.conf"),
            encoding: .utf8)
        switch caching {
        case .asOnThePage: break
        case .withBound:
            try photos.substitute("        #proxy", with: "        proxy", times: 2)
            try photos.substitute("200 1h", with: "200 1s")
        case .byHeaderFields:
            try photos.substitute("proxy_cache $photos_cache", with: "proxy_cache photos")
        }
        try photos.substitute("listen 443 ", with: "listen 127.0.0.1:\(port) ")
        try photos.substitute("http://127.0.0.1:4721;", with: "http://\(origin);")
        try photos.substitute("/var/lib/nginx/photos", with: cache.path)
        try photos.substitute("/etc/nginx/photos.example.org.pem", with: certificate.path)
        try photos.substitute("/etc/nginx/photos.example.org.key", with: key)
        try photos.substitute("/var/log/nginx/", with: directory.path + "/", times: 2)
        let configuration = directory.appending(path: "nginx.conf")
        try Data(main(photos).utf8).write(to: configuration)
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        process.arguments = [
            "-p", directory.path, "-e", directory.path + "/error.log", "-c", configuration.path,
        ]
        try process.run()
        let answers = try await holds { try await curl([pageOrigin]).status == 403 }
        try #require(answers, "\(logs)")
    }

    deinit {
        guard process.isRunning else { return }
        // Killed, it would leave its workers.
        process.terminate()
        process.waitUntilExit()
    }

    func get(_ url: String, _ arguments: String...) async throws -> CurlAnswer {
        try await curl(arguments + request(for: url))
    }

    /// What curl is told.
    func request(for url: String) -> [String] {
        [
            "--cacert", certificate.path, "--http1.1",
            "--connect-to", "photos.example.org:443:127.0.0.1:\(port)", url,
        ]
    }

    /// How the cache has come by its answers, in order, once there are `count`: `MISS`, `HIT`,
    /// `EXPIRED`; `-` without it. nginx writes it down after the client has its answer.
    func cacheStatuses(of url: String, _ count: Int) async throws -> [String] {
        let path = try #require(URL(string: url)).path
        var statuses: [String] = []
        let areThere = try await holds {
            statuses = try log("photos.log").split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                return words.count == 7 && words[3] == path ? String(words[6]) : nil
            }
            return statuses.count >= count
        }
        #expect(areThere, "\(logs)")
        return statuses
    }

    var logs: String {
        ["error.log", "photos.log", "photos-error.log"].map { (try? log($0)) ?? "" }.joined()
    }

    private func log(_ name: String) throws -> String {
        try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    }

    /// The files that the cache keeps.
    func cachedFiles() throws -> [URL] {
        let all = FileManager.default.enumerator(
            at: cache, includingPropertiesForKeys: [.isRegularFileKey])
        return try (all?.allObjects as? [URL] ?? []).filter {
            try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        }
    }

    /// Does what the operator's page says removes the photos of a user from the cache.
    func purge(user: String) async throws {
        let page = try String(
            contentsOf: Products.repository.appending(path: "deploy/photos.md"), encoding: .utf8)
        let lines = page.split(separator: "\n").filter { $0.contains("KEY: ") }
        try #require(lines.count == 1)
        var command = String(lines[0])
        try command.substitute("USER-ID", with: user)
        try command.substitute("/var/lib/nginx/photos", with: cache.path)
        let output = try await run("/bin/bash", ["-c", command])
        #expect(output.status == 0 && output.text.isEmpty, "\(output.text)")
    }

    /// What a browser that shows a page, or a photo by itself, has made of it.
    func browse(_ url: String) async throws -> String {
        let profile = directory.appending(path: "browser-\(UUID().uuidString)").path
        let output = try await run(
            "/usr/bin/timeout",
            [
                "60", "/usr/bin/chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--user-data-dir=\(profile)",
                "--ignore-certificate-errors",
                "--host-resolver-rules=MAP photos.example.org:443 127.0.0.1:\(port)",
                "--dump-dom", url,
            ])
        try #require(output.status == 0, "\(output.text)")
        return output.text
    }

    /// How a page of another origin, which embeds only what allows it, sees photos: `loaded
    /// WIDTHxHEIGHT` or `failed` for each.
    func show(_ urls: [String]) async throws -> [String] {
        let images = urls.enumerated().map { number, url in
            """
            <img src="\(url.replacing("&", with: "&amp;"))" onerror="say(\(number), 'failed')"
                onload="say(\(number), `loaded ${naturalWidth}x${naturalHeight}`)">
            """
        }
        let page = """
            <!doctype html>
            <script>
            function say(number, words) { document.title += `${number}: ${words};` }
            </script>
            \(images.joined(separator: "\n"))
            """
        let name = UUID().uuidString + ".html"
        try Data(page.utf8).write(to: pages.appending(path: name))
        let shown = try await browse("\(pageOrigin)/\(name)")
        let title = try #require(shown.firstMatch(of: /<title>(.*)<\/title>/), "\(shown)").output.1
        let said = Dictionary(
            uniqueKeysWithValues: title.split(separator: ";").map { words in
                let halves = words.split(separator: ": ", maxSplits: 1)
                return (Int(halves[0]) ?? -1, String(halves[1]))
            })
        return urls.indices.map { said[$0] ?? "nothing" }
    }

    private func main(_ photos: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.path)/temporary/\($0);"
        }
        return """
            daemon off;
            pid \(directory.path)/nginx.pid;
            events {}
            http {
                access_log off;
                \(temporary.joined(separator: "\n    "))
                \(photos)
                server {
                    listen \(pageOrigin.dropFirst("http://".count));
                    root \(pages.path);
                    default_type text/html;
                    add_header Cross-Origin-Embedder-Policy require-corp;
                }
            }
            """
    }
}

extension String {
    /// Fails the test if there is nothing, or more, to be replaced: then the page has changed.
    fileprivate mutating func substitute(_ old: String, with new: String, times: Int = 1) throws {
        try #require(ranges(of: old).count == times, "\(old)")
        replace(old, with: new)
    }
}
