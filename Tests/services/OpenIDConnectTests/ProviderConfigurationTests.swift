import RollcallBasics
import Testing

@testable import OpenIDConnect

@Suite struct ProviderConfigurationTests {
    @Test func providersAreInTheOrderOfTheirClients() throws {
        let all = try ProviderConfiguration.all(
            issuers: ["corp=https://id.example.com/realm"],
            clients: ["google=a,b", "corp=c", "apple=d", "google=e"])
        #expect(all.map(\.name) == ["google", "corp", "apple"])
        #expect(all.map(\.clientIDs) == [["a", "b", "e"], ["c"], ["d"]])
        #expect(all.map(\.kind) == [.google, .openID, .apple])
        #expect(all.map(\.title) == ["Google", "Corp", "Apple"])
        #expect(all[1].issuer.text == "https://id.example.com/realm")
        #expect(try ProviderConfiguration.all(issuers: [], clients: []).isEmpty)
    }

    @Test(arguments: [
        (["corp"], ["corp=a"]), (["corp=https://a", "corp=https://b"], ["corp=a"]),
        (["corp=https://a"], []), ([], ["corp=a"]), ([], ["google"]), ([], ["google="]),
        (["corp=https://a", "org=https://a"], ["corp=a", "org=b"]),
        (["corp=file:///x"], ["corp=a"]), (["Corp=https://a"], ["Corp=a"]),
    ])
    func anOptionThatIsWrongIsRefused(issuers: [String], clients: [String]) {
        #expect(throws: Unusable.self) {
            try ProviderConfiguration.all(issuers: issuers, clients: clients)
        }
    }

    @Test func aSecretIsOfAProviderThatThereIs() throws {
        let secrets = try ProviderCredentials.all(inFile: #"{"google":{"client_secret":"s"}}"#)
        #expect(throws: Unusable.self) {
            try ProviderConfiguration.all(issuers: [], clients: ["apple=a"], secrets: secrets)
        }
        let google = try ProviderConfiguration.all(
            issuers: [], clients: ["google=a"], secrets: secrets)
        #expect(google[0].credentials != nil)
    }
}
