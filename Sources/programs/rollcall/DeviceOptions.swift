import ArgumentParser
import FoundationEssentials

/// What the list of a user's sessions shows of this one.
struct DeviceOptions: ParsableArguments {
    @Option(
        name: .customLong("device-label"),
        help: ArgumentHelp(
            "What the list of your sessions shows; the name of this machine by default.",
            valueName: "label"))
    var chosen: String?

    var label: String {
        chosen ?? String(ProcessInfo.processInfo.hostName.prefix(64))
    }

    var platform: String { "Linux" }

    var appVersion: String { "rollcall \(Rollcall.configuration.version)" }
}
