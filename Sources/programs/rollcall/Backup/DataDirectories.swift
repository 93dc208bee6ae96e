import ArgumentParser

/// Where the services' files are on this machine.
struct DataDirectories: ParsableArguments {
    @Option(help: ArgumentHelp("Auth's data directory.", valueName: "dir"))
    var authData = "/var/lib/rollcall-auth"

    @Option(help: ArgumentHelp("Profile's data directory.", valueName: "dir"))
    var profileData = "/var/lib/rollcall-profile"

    @Option(help: ArgumentHelp("Presence's data directory.", valueName: "dir"))
    var presenceData = "/var/lib/rollcall-presence"

    subscript(service: ServerName) -> String {
        switch service {
        case .auth: authData
        case .profile: profileData
        case .presence: presenceData
        }
    }

    func database(of service: ServerName) -> String { "\(self[service])/\(service.database)" }

    /// What opens the databases of Auth and Profile; nil for Presence.
    func keyFile(of service: ServerName) -> String? {
        service == .presence ? nil : "\(self[service])/secret.key"
    }
}
