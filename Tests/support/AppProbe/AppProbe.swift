import Foundation
import RollcallApp

/// An app without a screen, for tests that kill it: it does one thing, says so, and stays. And for
/// tests that give it a network of its own: it calls, says how that went, and ends.
///
/// Arguments: the door's address, the file of its session, what to do, and an e-mail address or the
/// file of a photo.
@main
enum AppProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let address = URL(string: arguments[1]) else { exit(64) }
        let store = FileSessionStore(file: URL(fileURLWithPath: arguments[2]))
        let app = Rollcall(address, store: store)
        for await state in app.states where state != .restoring { break }
        print("ready")
        fflush(nil)
        switch arguments[3] {
        case "sign-up": try await app.signUp(email: arguments[4], password: "correct horse")
        case "sign-out": try await app.signOut()
        case "photo":
            try await app.setPhoto(try Data(contentsOf: URL(fileURLWithPath: arguments[4])))
        case "call": return await call(app)
        case "tour": return try await tour(app, arguments[4])
        default: while true { try await refresh(address, store) }
        }
        while true { try await Task.sleep(for: .seconds(60)) }
    }

    private static func call(_ app: Rollcall) async {
        do {
            let answer = try await app.profile.checkDisplayName(CheckDisplayNameRequest())
            print("answered:", answer.suggestions)
        } catch {
            print("failed:", error.origin)
        }
    }

    /// Every kind of call, from sign-up to sign-out.
    private static func tour(_ app: Rollcall, _ email: String) async throws {
        let user = try await app.signUp(email: email, password: "correct horse")
        let account = try await app.account.getAccount().account
        var exported = 0
        for try await part in app.accountData.exportAccount(ExportAccountRequest()) {
            exported += part.chunk.count
        }
        for try await answer in app.presence.watchPresence(WatchPresenceRequest(userIDs: [user.id]))
        {
            if case .snapshot = answer.update { break }
        }
        do {
            _ = try await app.signIn(email, password: "wrong horse")
        } catch {
            guard error.reasons == [.wrongCredentials], error.requestID != nil else { throw error }
        }
        try await app.signOut()
        print("toured:", account?.userID == user.id, exported > 1024, app.state)
    }

    /// As at a launch long after the last one.
    private static func refresh(_ address: URL, _ store: FileSessionStore) async throws {
        try await store.update { bytes in
            let stored = try JSONSerialization.jsonObject(with: bytes ?? Data())
            guard var state = stored as? [String: Any],
                var session = state["session"] as? [String: Any]
            else { exit(65) }
            session["accessTokenExpiresAtMs"] = 1
            state["session"] = session
            bytes = try JSONSerialization.data(withJSONObject: state)
        }
        _ = try await Rollcall(address, store: store).auth.getSession()
    }
}
