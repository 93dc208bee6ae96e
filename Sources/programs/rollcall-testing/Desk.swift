import Foundation
import HTTPServing
import HTTPTypes
import NIOCore

/// What tests may ask for.
struct Desk: Sendable {
    let services: Services

    @Sendable func answer(_ request: Request, _ writer: AnswerWriter) async throws {
        while try await request.body.next() != nil {}
        var (status, text) = (HTTPResponse.Status.ok, "")
        do {
            // A page in a browser has no business here, nor under a name that leads here.
            let host = request.head.authority?.prefix { $0 != ":" } ?? ""
            guard request.headers[.origin] == nil, ["127.0.0.1", "localhost"].contains(host),
                let place = URLComponents(string: request.head.path ?? ""),
                let answer = try await answer(request.method, place)
            else { throw Failure(description: "not understood: see rollcall-testing --help") }
            text = answer
        } catch {
            (status, text) = (.badRequest, "\(error)\n")
        }
        let length = HTTPField(name: .contentLength, value: "\(text.utf8.count)")
        let head = HTTPResponse(status: status, headerFields: [length.name: length.value])
        try await writer.write(head, text.isEmpty ? nil : ByteBuffer(string: text))
    }

    /// - Returns: JSON, or nothing; nil for what there is not.
    private func answer(
        _ method: HTTPRequest.Method, _ place: URLComponents
    ) async throws -> String? {
        let path = place.path.split(separator: "/").map(String.init)
        let query = Dictionary((place.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        let spool = "\(services.directory)/auth/spool"
        switch (method, path.first, path.count) {
        case (.get, "mails", 1): return try Self.json(await mails(in: spool, query))
        case (.delete, "mails", 1): TestMail.removeAll(in: spool)
        case (.post, "clock", 1):
            guard let seconds = Double(query["forward"] ?? ""), (0...1e9).contains(seconds) else {
                return nil
            }
            let ahead = try await forward(by: .seconds(seconds))
            return try Self.json(["ahead": (ahead / .milliseconds(1)).rounded() / 1000])
        case (.post, "services", 3):
            guard let service = Service(rawValue: path[1]) else { return nil }
            switch path[2] {
            case "stop": services.stop(service)
            case "pause": services.pause(service, true)
            case "resume": services.pause(service, false)
            case "start":
                try services.start(service)
                // What the door has said before holds for a second.
                try await Task.sleep(for: .seconds(1))
                try await services.waitUntilReady()
            default: return nil
            }
        default: return nil
        }
        return ""
    }

    /// - Returns: by how much the clock is ahead then.
    private func forward(by time: Duration) async throws -> Duration {
        var left = time
        // The first 44 seconds pass in steps: Presence takes a longer one for a pause in which it
        // did not run itself, and adds it to the leases, which last for 30 seconds.
        while left > .seconds(2), time - left < .seconds(44) {
            left -= .seconds(2)
            _ = try services.clock.forward(by: .seconds(2))
            try await Task.sleep(for: .milliseconds(50))
        }
        let ahead = try services.clock.forward(by: left)
        // Until the services have looked at the clock, and go on.
        try await Task.sleep(for: .milliseconds(300))
        try await services.waitUntilReady()
        return ahead
    }

    /// Once there are as many as are waited for, or the time is over.
    private func mails(in spool: String, _ query: [String: String]) async throws -> [TestMail] {
        let wait = Double(query["wait"] ?? "") ?? 0
        let end = ContinuousClock.now + .seconds((0...60).contains(wait) ? wait : 0)
        let wanted = Int(query["count"] ?? "") ?? 1
        while true {
            let found = TestMail.all(in: spool, to: query["to"])
            if found.count >= wanted || .now >= end { return found }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
