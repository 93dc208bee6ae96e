import ArgumentParser
import Daemon
import Logging
import OpenIDConnect

/// The providers whose identities sign in.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An OpenID provider: its name in paths and requests, and its issuer. google and apple "
                + "are known. May be given again.",
            valueName: "name=url"))
    private var identityIssuer: [String] = []

    @Option(
        help: ArgumentHelp(
            "The client ids that a provider has given to this deployment and its apps; identities "
                + "of a provider are accepted if there is one. May be given again.",
            valueName: "name=id[,id]"))
    private var identityClient: [String] = []

    @Option(
        help: ArgumentHelp(
            "A JSON file with the secrets for sign-in in a browser, such as {\"google\": "
                + "{\"client_secret\": \"…\"}}. Apple's has client_id, team_id, key_id and "
                + "private_key.",
            valueName: "file"))
    private var identitySecrets: String?

    @Option(
        help: ArgumentHelp(
            "The certificate authorities for all providers, in PEM, instead of the system's.",
            valueName: "file"))
    private var identityCa: String?

    /// - Throws: `Failure`, one sentence about the first option that is wrong.
    func providers(_ logger: Logger) throws -> [IdentityProvider] {
        try Failure.checkReadable(identityCa, option: "--identity-ca")
        let secrets = try identitySecrets.map { path in
            let text = try Failure.ofSecretFile(path, option: "--identity-secrets")
            return try Failure.ofOption("--identity-secrets: ") {
                try ProviderCredentials.all(inFile: text)
            }
        }
        let configurations = try Failure.ofOption {
            try ProviderConfiguration.all(
                issuers: identityIssuer, clients: identityClient, secrets: secrets ?? [:])
        }
        return configurations.map { configuration in
            IdentityProvider(
                configuration, authorities: identityCa, clock: SystemClock.milliseconds
            ) { error in
                logger.warning(
                    "an identity provider cannot be asked",
                    metadata: ["provider": "\(configuration.name)", "error": "\(error)"])
            }
        }
    }
}
