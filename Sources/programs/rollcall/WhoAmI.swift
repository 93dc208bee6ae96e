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
        let (name, shown) = await command.displayName(of: session.userID)
        try command.output.say(
            session.json.with(["displayName": name]),
            text: """
                \(shown)\(session.email.isEmpty ? "" : " <\(session.email)>")
                user \(session.userID), session until \(session.expiresAtMs.timeText)
                """)
    }
}

extension Command {
    /// The display name, nil if there is none or it is not known, and the text that is shown.
    fileprivate func displayName(of userID: String) async -> (name: String?, text: String) {
        do {
            let name = try await profile(GetProfileRequest(user: .id(userID))).displayName.orNull
            return (name, name ?? "(no display name)")
        } catch let error as RPCError where error.code == .notFound {
            let task = "Ask an administrator to run: rollcall admin check --mend"
            return (nil, "(The account has no profile. \(task))")
        } catch {
            return (nil, "(Profile cannot be reached, and so the name is not known.)")
        }
    }
}
