import ArgumentParser

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer accounts, services, limits, display names, profiles and presence.",
        discussion: """
            For administrators who are signed in; and for the operator, who is root or the user that \
            rollcall-auth runs as (for names, profiles and words: rollcall-profile; for presence: \
            rollcall-presence), through its unix socket. \
            With a session of a user, the operator says --operator:

            rollcall admin user role ADDRESS admin --operator
            """,
        subcommands: [
            AdminUserCommand.self, AdminServiceCommand.self, AdminBanCommand.self,
            AdminDeliveryCommand.self, AdminMailCommand.self, AdminKeyCommand.self,
            AdminEpochCommand.self, AdminNameCommand.self, AdminProfileCommand.self,
            AdminPresenceCommand.self,
            AdminWordCommand.self, AdminCheck.self,
        ])
}

struct AdminUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Accounts, by e-mail address, display name or id.",
        discussion: """
            JSON, for an account: {"created_at_ms","disabled_until_ms","display_name","email",\
            "email_verified","is_disabled","must_reset_password","role","session_count","user_id"}; \
            disabled_until_ms is null for one that is enabled, or disabled for good; display_name is \
            null for one without a profile, and when Profile does not answer.
            """,
        subcommands: [
            AdminUserShow.self, AdminUserList.self, AdminUserSessions.self, AdminUserDisable.self,
            AdminUserEnable.self, AdminUserForceReset.self, AdminUserRevokeSessions.self,
            AdminUserRole.self, AdminUserDelete.self,
        ])
}

struct AdminServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Services that have a credential.",
        discussion: """
            A service on another machine needs one. Those on this machine are known by their group, \
            and those with a certificate by rollcall-auth --trust-service.

            JSON, for a service: {"created_at_ms","last_used_at_ms","name"}; last_used_at_ms is null \
            for one that never was used.
            """,
        subcommands: [AdminServiceAdd.self, AdminServiceList.self, AdminServiceRemove.self])
}

struct AdminBanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban",
        abstract: "Who is refused because of a limit.",
        discussion: """
            The service keeps no names, only digests: the list says how many there are and for how \
            long, and the login or the address of a person who complains finds theirs.

            JSON, for a ban: {"ban_id","limit","until_ms"}
            """,
        subcommands: [AdminBanList.self, AdminBanClear.self])
}

struct AdminDeliveryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delivery",
        abstract: "What other services have yet to be told.",
        discussion: #"JSON, for a delivery: {"delivery_id","kind","refusals","user_id"}"#,
        subcommands: [AdminDeliveryList.self, AdminDeliveryRetry.self])
}
