import RollcallBasics

extension ProviderConfiguration {
    /// The providers of an operator's options, in the order of `clients`.
    ///
    /// - Parameters:
    ///   - issuers: `NAME=URL` each; needed for names that are not known.
    ///   - clients: `NAME=ID[,ID]` each; a name may be there again.
    ///   - secrets: of `ProviderCredentials.all`.
    /// - Throws: `Unusable`.
    package static func all(
        issuers: [String], clients: [String], secrets: [String: ProviderCredentials] = [:]
    ) throws(Unusable) -> [ProviderConfiguration] {
        var urls: [String: String] = [:]
        for option in issuers {
            let (name, url) = try halves(of: option, "--identity-issuer", "URL")
            guard urls.updateValue(url, forKey: name) == nil else {
                throw Unusable("--identity-issuer says twice what \(name) is")
            }
        }
        var (names, ids): ([String], [String: [String]]) = ([], [:])
        for option in clients {
            let (name, list) = try halves(of: option, "--identity-client", "ID[,ID]")
            if ids[name] == nil { names.append(name) }
            ids[name, default: []] += list.split(separator: ",").map(String.init)
        }
        for name in [String](urls.keys) + secrets.keys where ids[name] == nil {
            throw Unusable("\(name) has no client id: say --identity-client \(name)=ID")
        }
        var all: [ProviderConfiguration] = []
        for name in names {
            let provider = try Self(
                name: name, issuer: urls[name], clientIDs: ids[name] ?? [],
                credentials: secrets[name])
            // Whose identities are whose is decided by the issuer.
            if let other = all.first(where: { $0.issuer == provider.issuer }) {
                throw Unusable("\(other.name) and \(name) have the same issuer")
            }
            all.append(provider)
        }
        return all
    }

    private static func halves(
        of option: String, _ name: String, _ value: String
    ) throws(Unusable) -> (String, String) {
        let halves = option.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2 else { throw Unusable("\(name) is of the form NAME=\(value)") }
        return (halves[0], halves[1])
    }
}
