import Testing

/// The pages of an account without a browser: what their forms send, and what attackers would.
struct AccountPagesTests {
    @Test func anAccountIsKeptExportedAndDeletedOnItsPages() async throws {
        let door = try await Door()
        let photo = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path
        let spool = door.cluster.spool.directory.path
        let output = try await door.run(
            "account.py", by: "/usr/bin/python3", [spool, "127.0.0.1:\(door.port)", photo])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
        #expect(output.text.hasSuffix("end\n"))
    }

    @Test func aDeploymentWithoutPasskeysOffersNone() async throws {
        for hasPasskeys in [true, false] {
            let door = try await Door(
                ["--insecure-cookies"], host: "localhost", hasLinks: hasPasskeys)
            let visitor = Visitor(door)
            let key = try await visitor.look("/sign-up").value("key")
            let form = [
                "email": "ann@example.org", "password": "correct horse 7", "display_name": "ann",
                "key": key,
            ]
            #expect(try await visitor.send("/sign-up", form).place == "/people")
            let account = try await visitor.look("/account")
            #expect(account.text.contains("href=\"/account/passkeys\"") == hasPasskeys)
        }
    }
}
