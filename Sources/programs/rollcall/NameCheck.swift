import ArgumentParser
import RollcallAPI

struct NameCheck: UserAction {
    static let name = "check"
    static let abstract = "Check whether a display name is free."
    static let discussion = """
        The exit status is 0 when it is free, 5 when it is taken and 6 when it breaks a rule.

        JSON: rollcall.v1.CheckDisplayNameResponse with "displayName".
        """

    @Argument(help: "The display name.")
    var name: String

    func run(_ command: Command) async throws {
        let request = CheckDisplayNameRequest(displayName: name)
        let answer = try await command.rollcall.profile.checkDisplayName(request)
        try command.output.say(
            answer.json.with(["displayName": name]), text: answer.text(for: name))
        let status = answer.status
        if status != .done { throw ExitCode(status.rawValue) }
    }
}

extension CheckDisplayNameResponse {

    func text(for name: String) -> String {
        if isAvailable { return "The display name \"\(name)\" is free." }
        var lines = reasons.compactMap { $0.sentence(Circumstances(subject: name)) }
        if !suggestions.isEmpty {
            lines.append("These are free: \(suggestions.joined(separator: ", ")).")
        }
        return lines.joined(separator: "\n")
    }

    var status: CommandStatus {
        if isAvailable { return .done }
        return reasons.contains(.displayNameTaken) ? .conflict : .invalid
    }
}
