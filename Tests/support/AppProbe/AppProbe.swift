import Foundation
import RollcallApp

/// An app without a screen, for tests that kill it: it does one thing, says so, and stays.
///
/// Arguments: the door's address, the file of its session, what to do, and an e-mail address.
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
        default: while true { try await refresh(address, store) }
        }
        while true { try await Task.sleep(for: .seconds(60)) }
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
