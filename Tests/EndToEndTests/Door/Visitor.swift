import Foundation
import Testing

/// A browser without script, with cookies of its own.
struct Visitor {
    let door: Door
    private let jar: String

    init(_ door: Door) {
        self.door = door
        jar = door.cluster.directory.appending(path: "cookies-\(UUID().uuidString)").path
    }

    /// Another one with the same cookies.
    func copy() throws -> Visitor {
        let copy = Visitor(door)
        try FileManager.default.copyItem(atPath: jar, toPath: copy.jar)
        return copy
    }

    private func ask(_ path: String, _ arguments: [String] = []) async throws -> CurlAnswer {
        try await curl(["-b", jar, "-c", jar] + arguments + [door.address + path])
    }

    func look(_ path: String) async throws -> CurlAnswer { try await ask(path) }

    /// Sends a form of our own pages.
    func send(_ path: String, _ form: [String: String] = [:]) async throws -> CurlAnswer {
        let fields = form.flatMap { ["--data-urlencode", "\($0)=\($1)"] }
        return try await ask(path, ["-H", "Sec-Fetch-Site: same-origin", "-d", ""] + fields)
    }

    /// Calls as the pages' script does.
    func call(_ method: String, _ message: String = "{}") async throws -> CurlAnswer {
        try await ask(
            "/rollcall.v1.\(method)",
            [
                "-H", "Sec-Fetch-Site: same-origin", "-H", "Content-Type: application/json",
                "-H", "Connect-Protocol-Version: 1", "-d", message,
            ])
    }

    func verify(_ mail: SpooledMail) async throws {
        let answer = try await send("/verify-address", ["code": mail.code])
        #expect(answer.place == "/account/addresses?done=address-verified")
    }
}

extension CurlAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Where it leads.
    var place: String? { fields["location"] }

    /// Of a field of its page, as it is written there; empty if it has none.
    func value(_ name: String) -> String {
        let field = text.components(separatedBy: "name=\"\(name)\"").dropFirst().first ?? ""
        let rest = field.prefix { $0 != ">" }
        return rest.firstMatch(of: #/ value="([^"]*)"/#).map { String($0.1) } ?? ""
    }
}
