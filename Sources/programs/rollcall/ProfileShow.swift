import ArgumentParser
import RollcallAPI
import RollcallRPC

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "How others see you.",
        subcommands: [
            ProfileShow.command, ProfileSet.command, ProfileSearch.command, ProfileWatch.command,
        ] + ContractCommands.below("profile"))
}

struct ProfileShow: UserAction {
    static let name = "show"
    static let abstract = "Show a profile."
    static let discussion = """
        A hidden field looks like an empty one.

        JSON: {"bio","created_at_ms","display_name","is_findable","links","location","photo",\
        "pronouns","revision","updated_at_ms","user_id","visibilities"}; display_name is null for \
        a user without one, photo null or {"height","photo_id","size","width"}, with "url" if it \
        has one; is_findable, \
        revision and visibilities null for the profile of another user.
        """

    @Argument(help: "A display name; your own profile by default.")
    var name: String?

    func run(_ command: Command) async throws {
        let profile =
            if let name { try await command.profile(of: name) } else {
                try await command.ownProfile()
            }
        try command.output.say(profile.json, text: profile.text)
    }
}

extension Command {
    func profile(of name: String) async throws -> Profile {
        try await about(name) {
            try await profile(GetProfileRequest(key: .displayName(name)))
        }
    }

    /// - Throws: `Failure.sessionEnded` if the answer is what everyone may see.
    fileprivate func ownProfile() async throws -> Profile {
        let own = try await profile(GetProfileRequest(key: .userID(storedSession().userID)))
        guard own.revision != 0 else { throw Failure.sessionEnded }
        return own
    }

    func profile(_ request: GetProfileRequest) async throws -> Profile {
        try await rollcall.profile.getProfile(request).profile.orThrow(.profileMissing)
    }
}

extension RPCError {
    static let profileMissing = RPCError(.internal, "there is no profile in the answer")
}

extension Profile: JSONValue {
    package var json: JSON {
        let seen = Dictionary(visibilities.map { ($0.field.name, $0.visibility.name.json) }) { $1 }
        return json(
            optional: ["display_name", "revision"],
            [
                "is_findable": revision == 0 ? JSON.null : .bool(isFindable),
                "visibilities": visibilities.isEmpty ? JSON.null : .object(seen),
            ])
    }

    var text: String {
        var lines = [
            displayName.isEmpty ? "(no display name)" : displayName,
            "user \(userID)" + (createdAtMs == 0 ? "" : ", since \(createdAtMs.timeText)"),
            photo?.text ?? "no photo",
        ]
        if !pronouns.isEmpty { lines.append("pronouns \(pronouns)") }
        if !location.isEmpty { lines.append("location \(location)") }
        lines += links.map { "link \($0)" }
        if !bio.isEmpty { lines += bio.split(separator: "\n").map { "| \($0)" } }
        if revision != 0 {
            let seen = visibilities.map { "\($0.field.name)=\($0.visibility.name)" }
            lines.append("revision \(revision), visible \(seen.joined(separator: " "))")
            if !isFindable { lines.append("not found by searches") }
        }
        return lines.joined(separator: "\n")
    }
}

extension RollcallAPI.Photo: JSONValue {
    package var json: JSON {
        let members: JSON = [
            "photo_id": photoID, "size": size, "width": width, "height": height,
        ]
        return url.isEmpty ? members : members.with(["url": url])
    }

    var text: String {
        "photo \(width) x \(height), \(size) bytes, SHA-256 \(photoID)"
            + (url.isEmpty ? "" : "\n\(url)")
    }
}
