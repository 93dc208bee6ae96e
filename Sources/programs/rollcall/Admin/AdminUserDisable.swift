import ArgumentParser
import FoundationEssentials
import RollcallAPI

struct AdminUserDisable: AdminAction {
    static let name = "disable"
    static let abstract = "End an account's sessions, and refuse sign-ins to it."
    static let discussion = "Sign-ins are answered as for a wrong password."

    @OptionGroup var user: UserArgument

    @Option(
        help: ArgumentHelp(
            "Until when: 2026-12-01, 2026-12-01T10:00:00Z, or 90m, 12h or 30d from now; by "
                + "default, until it is enabled.",
            valueName: "time"),
        transform: UntilTime.read)
    var until: UntilTime?

    func run(_ session: AdminSession) async throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let until = until?.milliseconds(now: now)
        guard until.map({ $0 > now }) ?? true else {
            throw Failure(
                .invalid,
                "The time of --until has passed. To lift a ban: rollcall admin user "
                    + "enable \(user.key.text)")
        }
        let request = DisableUserRequest(
            userID: try await session.userID(user.key), untilMs: until ?? 0)
        try session.say(await session.auth.disableUser(request).user, "The account is disabled.")
    }
}
