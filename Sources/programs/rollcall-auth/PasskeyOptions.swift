import ArgumentParser
import Auth
import Daemon

/// Whose passkeys are accepted.
struct PasskeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The domain that passkeys are made for. By default the host of --link-base; without either "
                + "there are no passkeys. Passkeys of another domain are lost.",
            valueName: "domain"))
    private var passkeyRp: String?

    @Option(
        help: ArgumentHelp(
            "A further page or app that may use them: https://HOST[:PORT] of the domain, or "
                + "android:apk-key-hash:DIGEST. May be given several times. Those of --link-base, and "
                + "apps of Apple's systems, are accepted without.",
            valueName: "origin"))
    private var passkeyOrigin: [String] = []

    /// - Throws: `Failure`.
    func apply(to configuration: inout AuthConfiguration, linkBase: LinkBase?) throws {
        try Failure.ofOption {
            try configuration.acceptPasskeys(
                of: passkeyRp, linkBase: linkBase, origins: passkeyOrigin)
        }
    }
}
