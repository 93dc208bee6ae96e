import ArgumentParser

/// A command that calls the admin RPCs of a service: of Auth unless it says otherwise.
protocol AdminAction: Subcommand {
    static var service: ServerName { get }
    var admin: AdminOptions { get }

    /// What it is about, as the user wrote it, so that errors name it.
    var subject: String? { get }

    func run(_ session: AdminSession) async throws
}

extension AdminAction {
    static var service: ServerName { .auth }
    var subject: String? { nil }

    /// Says why if it fails.
    ///
    /// - Throws: `ExitCode`, with the status that `CommandStatus` documents.
    func run() async throws {
        try await admin.run(at: Self.service) { session in
            try await about(subject) { try await run(session) }
        }
    }
}

/// A command that calls the admin RPCs of Profile.
protocol ProfileAdminAction: AdminAction {}

extension ProfileAdminAction {
    static var service: ServerName { .profile }
}

/// A command that calls the admin RPCs of Presence.
protocol PresenceAdminAction: AdminAction {}

extension PresenceAdminAction {
    static var service: ServerName { .presence }
}
