import ArgumentParser
import RollcallAPI
import RollcallRPC

struct WhoAmI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show who is signed in.",
        discussion: """
            JSON: {"created_at_ms","device_label","display_name","email","expires_at_ms",\
            "session_id","user_id"}; display_name is null when Profile does not answer.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let session = try await command.rollcall.currentSession()
            let request = GetProfileRequest(key: .userID(session.userID))
            // Who is signed in is Auth's to say; the name is an extra.
            let name = try? await command.rollcall.profile.getProfile(request).profile?.displayName
            try command.output.say(
                session.json(displayName: name),
                text: """
                    \(name ?? "(Profile does not answer)") <\(session.email)>
                    user \(session.userID), session until \(session.expiresAtMs.timeText)
                    """)
        }
    }
}

extension Session {
    func json(displayName: String?) -> JSON {
        .object([
            "user_id": .string(userID), "session_id": .string(sessionID), "email": .string(email),
            "device_label": .string(deviceLabel), "created_at_ms": .number(createdAtMs),
            "expires_at_ms": .number(expiresAtMs),
            "display_name": displayName.map(JSON.string) ?? .null,
        ])
    }
}
