import RollcallAPI
import RollcallRPC

struct WhoAmI: UserAction {
    static let name = "whoami"
    static let abstract = "Show who is signed in."
    static let discussion = """
        JSON: rollcall.v1.Session with "displayName", which is null when the account has none or no \
        profile, and when Profile does not answer.
        """

    func run(_ command: Command) async throws {
        let session = try await command.rollcall.currentSession()
        // Who is signed in is Auth's to say; the name is an extra.
        let name = await command.displayName(of: session.userID)
        try command.output.say(
            session.json.with(["displayName": (try? name.get())?.orNull]),
            text: """
                \(name.text)\(session.email.isEmpty ? "" : " <\(session.email)>")
                user \(session.userID), session until \(session.expiresAtMs.timeText)
                """)
    }
}

/// Why a display name is not shown.
enum MissingName: Error {
    case noProfile
    case profileAway
}

extension Command {
    fileprivate func displayName(of userID: String) async -> Result<String, MissingName> {
        do {
            return .success(try await profile(GetProfileRequest(user: .id(userID))).displayName)
        } catch let error as RPCError where error.code == .notFound {
            return .failure(.noProfile)
        } catch {
            return .failure(.profileAway)
        }
    }
}

extension Result<String, MissingName> {
    var text: String {
        switch self {
        case .success(""): "(no display name)"
        case .success(let name): name
        case .failure(.noProfile):
            "(The account has no profile. Ask an administrator to run: rollcall admin check --mend)"
        case .failure(.profileAway): "(Profile cannot be reached, and so the name is not known.)"
        }
    }
}
