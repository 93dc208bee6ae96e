import ArgumentParser
import Auth
import Daemon

/// How long tokens, sessions and keys are good for, and audit entries are kept.
struct SessionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long an access token is good for, 1 to 60. Services that do not follow the "
                + "revocations take the one of a session that has ended for as long.",
            valueName: "minutes"))
    var accessTokenMinutes = 10

    @Option(
        help: ArgumentHelp(
            "How long a session lasts that is not used, 1 to 3650.", valueName: "days"))
    var sessionIdleDays = 30

    @Option(
        help: ArgumentHelp(
            "How long a session lasts, however often it is used, 1 to 3650.", valueName: "days"))
    var sessionDays = 365

    @Option(
        help: ArgumentHelp(
            "How long a sign-in is proof enough for an important change, 1 to 86400.",
            valueName: "seconds"))
    var freshProofTime = 300

    @Option(
        help: ArgumentHelp(
            "How long a key signs tokens before the next one does, up to 3650. 0: until an "
                + "operator asks for another.", valueName: "days"))
    var signingKeyDays = 30

    @Option(
        help: ArgumentHelp(
            "How long entries of the audit log are kept, 1 to 3650.", valueName: "days"))
    var auditRetention = 365

    func validate() throws {
        try check(accessTokenMinutes, 1...60, "access-token-minutes")
        try check(sessionIdleDays, 1...3650, "session-idle-days")
        try check(sessionDays, 1...3650, "session-days")
        try check(freshProofTime, 1...86_400, "fresh-proof-time")
        try check(signingKeyDays, 0...3650, "signing-key-days")
        try check(auditRetention, 1...3650, "audit-retention")
    }

    func apply(to configuration: inout AuthConfiguration) {
        configuration.accessTokenLifetime = .seconds(accessTokenMinutes * 60)
        configuration.sessionIdleLifetime = .days(sessionIdleDays)
        configuration.sessionLifetime = .days(sessionDays)
        configuration.auditRetention = .days(auditRetention)
        configuration.freshProofTime = .seconds(freshProofTime)
        configuration.signingKeyLifetime = signingKeyDays == 0 ? nil : .days(signingKeyDays)
    }
}
