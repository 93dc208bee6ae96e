import Foundation
import RollcallAPI
import RollcallRPC
import Synchronization

/// A session that was put into Auth's database, with what its device knows: it keeps the newest
/// tokens.
final class SeededSession: Sendable {
    let email: String
    let displayName: String
    /// UUIDs in their text form.
    let userID: String
    let sessionID: String
    private let tokens: Mutex<Tokens>
    /// Where the next page of all users begins, as a walk through them goes on.
    let userPage = Mutex("")

    /// How often it has taken another name.
    private let renames = Mutex(0)

    /// - Parameter line: the four above and the refresh token, with tabs between.
    private init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 5 else { return nil }
        (email, displayName, userID, sessionID) = (fields[0], fields[1], fields[2], fields[3])
        tokens = Mutex(Tokens(refreshToken: fields[4]))
    }

    /// Reads a line for each session, from the line `first` on, and `most` at most.
    ///
    /// - Throws: what Foundation says of the file; `NoSessions`.
    static func read(from path: String, first: Int = 0, most: Int) throws -> [SeededSession] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let sessions = text.split(separator: "\n").dropFirst(first).prefix(most)
            .compactMap(SeededSession.init)
        guard !sessions.isEmpty else { throw NoSessions() }
        return sessions
    }

    struct NoSessions: Error {}

    /// Exchanges the refresh token, and keeps what comes back.
    func refresh(by client: AuthServiceClient, options: CallOptions) async throws {
        let request = RefreshRequest(refreshToken: tokens.withLock { $0.refreshToken })
        let response = try await client.refresh(request, options: options)
        guard let next = response.tokens else { throw WrongAnswer() }
        tokens.withLock { $0 = next }
    }

    /// A display name that no other session takes: its own, and a letter for each time.
    func nextName() -> String {
        let count = renames.withLock { count in
            count += 1
            return count
        }
        return displayName + "." + String(count, radix: 36)
    }

    /// Empty until it has been refreshed.
    var accessToken: String { tokens.withLock { $0.accessToken } }

    /// What the session's calls are made with, once it has been refreshed.
    ///
    /// - Throws: what the metadata say of a token that cannot stand there.
    func authorized(_ options: CallOptions) throws -> CallOptions {
        var options = options
        try options.metadata.add("authorization", text: "Bearer \(accessToken)")
        return options
    }
}
