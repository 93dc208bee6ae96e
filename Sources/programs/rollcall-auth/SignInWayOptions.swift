import ArgumentParser
import Auth
import Daemon

/// Which ways to sign in there are, beside passwords.
struct SignInWayOptions: ParsableArguments {
    @Flag(help: "Mail codes for signing in without a password, to those who ask for one.")
    var signInCodes = false

    @Flag(
        inversion: .prefixedNo,
        help: "Whether apps may make accounts without an e-mail address and a password.")
    var anonymousAccounts = true

    @Option(
        help: ArgumentHelp(
            "How long an account that nobody can sign in to is kept without use, up to 3650. 0: for "
                + "ever. By default longer than its sessions are, so that nobody loses one.",
            valueName: "days"))
    var anonymousLifetime = 60

    func validate() throws {
        try check(anonymousLifetime, 0...3650, "anonymous-lifetime")
    }

    func apply(to configuration: inout AuthConfiguration) {
        configuration.mailsSignInCodes = signInCodes
        configuration.allowsAnonymousAccounts = anonymousAccounts
        configuration.anonymousAccountLifetime =
            anonymousLifetime == 0 ? nil : .days(anonymousLifetime)
    }
}
