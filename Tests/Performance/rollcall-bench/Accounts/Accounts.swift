import ArgumentParser

/// The load on Auth, Profile and Presence.
struct Accounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Calls Rollcall's services, and prints what was measured as one JSON object.",
        discussion: "The accounts are those that Tests/Performance/driver/seed.py has made.",
        subcommands: [
            ClosedAccountLoad.self, OpenAccountLoad.self, RevocationLoad.self, HashLoad.self,
            ProfileWatchLoad.self, PhotoLoad.self, PhotoFlood.self, PhotoHold.self,
            TokenCheckLoad.self, ServingWait.self,
        ])
}
