import Testing

@testable import Storage

struct PostgreSQLParametersTests {
    private func values(_ text: String) throws -> [String: String] {
        let url = try #require(PostgreSQLURL(text))
        var configuration = StoreConfiguration()
        configuration.statementTimeout = .milliseconds(1500)
        return PostgreSQLParameters(url, configuration).values
    }

    @Test(arguments: [
        "db.example", "10.0.0.1", "127.evil.example", "%2Frun%2Fpostgresql,db.example",
    ])
    func aServerOnAnotherMachineProvesItsName(host: String) throws {
        let values = try values("postgresql://\(host)/a")
        #expect(values["sslmode"] == "verify-full")
        #expect(values["sslrootcert"] == "/etc/ssl/certs/ca-certificates.crt")
    }

    @Test(arguments: ["", "localhost", "127.0.0.1", "[::1]", "%2Frun%2Fpostgresql", "%40socket"])
    func aServerOnThisMachineNeedsNoCertificate(host: String) throws {
        #expect(try values("postgresql://\(host)/a")["sslmode"] == nil)
    }

    @Test func anAddressThatIsHiddenInAKeywordCounts() throws {
        #expect(
            try values("postgresql://localhost/a?hostaddr=10.0.0.1")["sslmode"] == "verify-full")
        #expect(try values("postgresql:///a?service=b")["sslmode"] == "verify-full")
    }

    @Test func whatTheURLSaysCounts() throws {
        let values = try values(
            "postgresql://db.example/a?sslmode=require&connect_timeout=9&application_name=b")
        #expect(values["sslmode"] == "require")
        #expect(values["connect_timeout"] == "9")
        #expect(values["application_name"] == "b")
        #expect(values["target_session_attrs"] == "primary")
    }

    @Test func settingsOfTheURLComeBehindOurs() throws {
        let options = try values("postgresql:///a?options=-c%20lock_timeout%3D1s")["options"]
        #expect(
            options == """
                -c statement_timeout=1500 -c lock_timeout=5s \
                -c idle_in_transaction_session_timeout=3s \
                -c tcp_user_timeout=3000 -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 \
                -c tcp_keepalives_count=2 \
                -c default_transaction_isolation=read\\ committed -c lock_timeout=1s
                """)
    }

    @Test func theEncodingIsNotForTheURLToSay() throws {
        #expect(try values("postgresql:///a?client_encoding=LATIN1")["client_encoding"] == "UTF8")
    }
}
