extension ContractCommands {
    /// The groups that the contract does not describe.
    static let ownGroups: [Group] = [
        Group(
            words: "session",
            help: """
                Your sessions, on all your devices.

                A session that is revoked cannot be continued, and services that follow Auth \
                refuse it at once.
                """,
            first: [
                SessionList.command, SessionRevoke.command, SessionRevokeAll.command,
                SessionWatch.command,
            ]),
        Group(
            words: "account", help: "Your account.",
            last: [
                AccountExport.command, TotpCommand.self, RecoveryCodes.command,
                AccountDelete.command,
            ]),
        Group(words: "password", help: "Your password.", last: [PasswordReset.command]),
        Group(words: "passkey", help: "Your passkeys, which are made on the pages and in apps."),
        Group(
            words: "identity",
            help: """
                The accounts elsewhere that you can sign in with.

                They are linked on the pages and in apps.
                """),
        Group(
            words: "email", help: "Your e-mail addresses.",
            first: [EmailSend.command, EmailVerify.command, EmailUndo.command]),
        Group(words: "name", help: "Display names.", first: [NameCheck.command]),
        Group(
            words: "profile", help: "How others see you.",
            first: [ProfileSearch.command, ProfileWatch.command]),
        Group(
            words: "photo", help: "Profile photos.", first: [PhotoSet.command, PhotoGet.command]),
        Group(
            words: "presence", help: "Your presence.",
            first: [PresenceSet.command, PresenceGet.command, PresenceWatch.command]),
        Group(
            words: "admin",
            help: """
                Administer accounts, services, limits, display names, profiles and presence.

                For signed-in administrators, and for the operator: root, or the user that \
                rollcall-auth runs as (for names, profiles, photos and words: rollcall-profile; \
                for presence: rollcall-presence), through its unix socket. As that user, \
                or as root who is signed in, add --operator:

                rollcall admin user role ADDRESS admin --operator
                """,
            last: [ImportCommand.self, ExportCommand.self]),
        Group(
            words: "backup",
            help: """
                Back up the services' files on this machine, and restore them.

                For root, on the machine of the services. A backup is a directory that is named by \
                its moment, in UTC: the SQLite databases, the photos, manifest.json, and \
                SHA256SUMS, which sha256sum reads. The key files (secret.key) are not in it. \
                PostgreSQL databases and photos in a bucket need backups of their own.
                """,
            first: [BackupCreate.self, BackupList.self, BackupVerify.self, BackupRestore.self]),
        Group(
            words: "certs",
            help: """
                A certificate authority of your own, for the services' TLS.

                Its directory has ca.key, the authority itself; ca.crt, its certificate for \
                --tls-ca and --tls-client-ca; and NAME.pem for each service, its certificate and \
                key in one.
                """,
            first: [CertsCreate.self, CertsList.self, CertsRenew.self]),
        Group(
            words: "rpc", help: "Call any RPC, as the services themselves describe it.",
            first: [RPCList.self, RPCDescribe.self, RPCCall.self]),
    ]
}
