import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "How others see you.",
        subcommands: [ProfileShow.self, ProfileSet.self])
}

struct ProfileShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a profile.",
        discussion: """
            JSON: {"created_at_ms","display_name","photo","updated_at_ms","user_id"}; display_name is \
            null for a user without one; photo is null or {"height","photo_id","size","width"}.
            """)

    @Argument(help: "A display name; your own profile by default.")
    var name: String?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            let profile =
                if let name {
                    try await command.profile(of: name)
                } else {
                    try await command.profile(
                        GetProfileRequest(key: .userID(command.storedSession().userID)))
                }
            try command.output.say(profile.json, text: profile.text)
        }
    }
}

extension Command {
    func profile(of name: String) async throws -> Profile {
        try await about(name) {
            try await profile(GetProfileRequest(key: .displayName(name)))
        }
    }

    func profile(_ request: GetProfileRequest) async throws -> Profile {
        guard let profile = try await rollcall.profile.getProfile(request).profile else {
            throw RPCError(.internal, "there is no profile in the answer")
        }
        return profile
    }
}

extension Profile {
    var json: JSON {
        .object([
            "user_id": .string(userID), "display_name": .optional(displayName),
            "photo": photo?.json ?? .null, "created_at_ms": .number(createdAtMs),
            "updated_at_ms": .number(updatedAtMs),
        ])
    }

    var text: String {
        """
        \(displayName.isEmpty ? "(no display name)" : displayName)
        user \(userID), since \(createdAtMs.timeText)
        \(photo?.text ?? "no photo")
        """
    }
}

extension RollcallAPI.Photo {
    var json: JSON {
        .object([
            "photo_id": .string(photoID), "size": .number(Int64(size)),
            "width": .number(Int64(width)), "height": .number(Int64(height)),
        ])
    }

    var text: String {
        "photo \(width) x \(height), \(size) bytes, SHA-256 \(photoID)"
    }
}
