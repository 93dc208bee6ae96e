import Foundation
import TestIdentityProvider
import Testing

/// Signing in at a provider, in browsers without script. The provider is oidc-provider-mock.
@Suite(.serialized) struct IdentityPagesTests {
    private let password = "correct horse 7"

    /// A provider, and a door whose Auth knows it as `mock`, and another one that nobody reaches.
    private struct Stage {
        let provider: MockProvider
        let door: Door

        init(_ authArguments: [String] = []) async throws {
            provider = try MockProvider()
            let secrets = FileManager.default.temporaryDirectory
                .appending(path: "secrets-\(UUID().uuidString).json")
            let credentials = #"{"client_secret":"secret"}"#
            try Data("{\"mock\":\(credentials),\"away\":\(credentials)}".utf8).write(to: secrets)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: secrets.path)
            defer { try? FileManager.default.removeItem(at: secrets) }
            door = try await Door(
                ["--insecure-cookies", "--app-redirect", "com.example.app:"],
                authArguments: [
                    "--identity-issuer", "mock=\(provider.issuer)", "--identity-client",
                    "mock=client", "--identity-issuer", "away=http://localhost:9",
                    "--identity-client", "away=client", "--identity-secrets", secrets.path,
                ] + authArguments)
        }

        /// Goes to the provider.
        ///
        /// - Returns: its page.
        func start(_ visitor: Visitor, _ query: String = "") async throws -> String {
            let answer = try await visitor.look("/mock\(query)")
            #expect(answer.status == 303)
            let place = try #require(answer.place)
            #expect(place.hasPrefix(provider.issuer))
            return place
        }

        /// - Returns: the path that the provider sends the browser back to.
        func authorize(_ page: String, as user: String = "anna") throws -> String {
            let back = try provider.authorize(page, as: user)
            #expect(back.hasPrefix("\(door.address)/mock/callback?"))
            return String(back.dropFirst(door.address.count))
        }

        func signIn(_ visitor: Visitor, as user: String = "anna") async throws -> CurlAnswer {
            try await visitor.look(authorize(start(visitor), as: user))
        }

        func userID(_ visitor: Visitor) async throws -> String {
            let session = try await visitor.call("AuthService/GetSession")
            return String(session.text.firstMatch(of: /"userId":"([^"]+)"/)?.1 ?? "")
        }
    }

    private func signUp(_ visitor: Visitor, _ email: String, _ name: String) async throws {
        let key = try await visitor.look("/sign-up").value("key")
        let form = ["email": email, "password": password, "display_name": name, "key": key]
        #expect(try await visitor.send("/sign-up", form).place == "/people")
    }

    @Test func aSignInAtAProviderMakesAnAccountOnceAndLeadsBack() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        let page = try await visitor.look("/sign-in?return_to=/account")
        #expect(page.text.contains("href=\"/mock?return_to=/account\""))
        let url = try await stage.start(visitor, "?return_to=/account")
        for part in ["code_challenge_method=S256", "state=", "nonce="] {
            #expect(url.contains(part))
        }
        let back = try stage.authorize(url)
        let done = try await visitor.look(back)
        #expect(done.status == 303 && done.place == "/account")
        let user = try await stage.userID(visitor)
        #expect(!user.isEmpty)
        // What was used once is used up, and its cookie is gone.
        #expect(try await visitor.look(back).text.contains("Start again"))
        let other = Visitor(stage.door)
        #expect(try await stage.signIn(other).place == "/people")
        #expect(try await stage.userID(other) == user)
        let ben = Visitor(stage.door)
        #expect(try await stage.signIn(ben, as: "ben").place == "/people")
        #expect(try await stage.userID(ben) != user)
    }

    @Test func twoTabsBothFinish() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        let first = try await stage.start(visitor, "?return_to=/account")
        let second = try await stage.start(visitor)
        let (one, two) = (try stage.authorize(first), try stage.authorize(second))
        #expect(try await visitor.look(two).place == "/people")
        #expect(try await visitor.look(one).place == "/account")
    }

    @Test func anAttemptOfAnotherBrowserStartsAgain() async throws {
        let stage = try await Stage()
        let back = try stage.authorize(try await stage.start(Visitor(stage.door)))
        let thief = Visitor(stage.door)
        let answer = try await thief.look(back)
        #expect(answer.status == 200 && answer.text.contains("href=\"/sign-in\""))
        #expect(try await stage.userID(thief).isEmpty)
    }

    @Test func whoCancelsIsBackAtTheFormWithoutAnError() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        let url = try await stage.start(visitor, "?return_to=/account")
        let state = url.firstMatch(of: /state=([^&]+)/).map { String($0.1) } ?? ""
        for error in ["access_denied", "user_cancelled_authorize"] {
            let answer = try await visitor.look("/mock/callback?error=\(error)&state=\(state)")
            #expect(answer.place?.hasPrefix("/sign-in?return_to=") == true)
        }
        #expect(try await visitor.look("/mock/callback?error=server_error").status == 200)
    }

    /// Apple's way. Its form comes from another site, so without the cookie that has the attempt.
    @Test func aFormOfTheProviderGoesOnAsALink() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        let back = try stage.authorize(try await stage.start(visitor))
        let query = back.split(separator: "?").last.map(String.init) ?? ""
        let form = try await curl([
            "-H", "Sec-Fetch-Site: cross-site", "-d", query + "&user=%7B%7D&return_to=/evil",
            stage.door.address + "/mock/callback",
        ])
        #expect(form.status == 303)
        let place = try #require(form.place)
        #expect(place.hasPrefix("/mock/callback?code=") && !place.contains("evil"))
        #expect(try await visitor.look(place).place == "/people")
        for path in ["/mock", "/mock/finish"] {
            let refused = try await curl([
                "-H", "Sec-Fetch-Site: cross-site", "-d", query, stage.door.address + path,
            ])
            #expect([403, 404].contains(refused.status))
        }
    }

    @Test func theBrowserOfAnAppIsLedOnToTheApp() async throws {
        let stage = try await Stage()
        for arguments in [["-G"], []] {
            let answer = try await curl(
                arguments + [
                    "-d", "code=a%2Fb&state=s&user=x", stage.door.address + "/mock/app",
                ])
            #expect(answer.place == "com.example.app:/mock?code=a/b&state=s")
        }
        for path in ["/other/app", "/other", "/other/callback", "/mock/other"] {
            #expect(try await curl([stage.door.address + path]).status == 404)
        }
    }

    @Test func aProviderThatCannotBeReachedIsNamed() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        let signIn = try await visitor.look("/away").text
        #expect(signIn.contains("Away cannot be reached") && signIn.contains("href=\"/sign-in\""))
        try await signUp(visitor, "carl@example.com", "carl")
        let path = "/account/identities"
        let link = try await visitor.send(path, ["action": "link", "provider": "away"]).text
        #expect(link.contains("Away cannot be reached") && link.contains("href=\"\(path)\""))
    }

    @Test func anAccountWithAnIdentityAloneIsProvedByItsNewSession() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        #expect(try await stage.signIn(visitor, as: "ben").place == "/people")
        // It has no password, and no address that a code could be mailed to.
        let page = try await visitor.look("/account/delete").text
        #expect(page.contains("sign out and in again"))
        for field in ["name=\"password\"", "value=\"mail\""] { #expect(!page.contains(field)) }
        let last = try await visitor.send(
            "/account/identities", ["action": "unlink", "provider": "mock", "subject": "ben"])
        #expect(last.status == 422 && last.text.contains("Add another one first"))
        let done = try await visitor.send("/account/delete", ["action": "delete"])
        #expect(done.status == 200 && done.text.contains("name=\"receipt\""))
    }

    /// L1, L2: an address alone never links an account to an identity.
    @Test func anAccountWithTheAddressIsLinkedByItsPasswordAlone() async throws {
        let stage = try await Stage()
        let owner = Visitor(stage.door)
        try await signUp(owner, "anna@example.com", "anna")
        let spool = stage.door.cluster.spool
        #expect(try await holds { try !spool.mails(to: "anna@example.com").isEmpty })
        try await owner.verify(try #require(try spool.mails(to: "anna@example.com").last))
        let user = try await stage.userID(owner)
        let visitor = Visitor(stage.door)
        let question = try await stage.signIn(visitor)
        #expect(question.status == 200 && question.text.contains("name=\"password\""))
        #expect(question.text.contains("that you have at Mock."))
        #expect(try await stage.userID(visitor).isEmpty)
        var form = ["pending": question.value("pending"), "steps": question.value("steps")]
        (form["return_to"], form["links"]) = ("/account", question.value("links"))
        form["password"] = "wrong horse 7"
        let wrong = try await visitor.send("/sign-in", form)
        #expect(wrong.status == 422 && wrong.value("pending") == form["pending"])
        form["password"] = password
        #expect(try await visitor.send("/sign-in", form).place == "/account")
        #expect(try await stage.userID(visitor) == user)
        // From now on without a password.
        let next = Visitor(stage.door)
        #expect(try await stage.signIn(next).place == "/people")
        #expect(try await stage.userID(next) == user)
    }

    @Test func anIdentityIsLinkedAndUnlinkedOnTheAccountsPage() async throws {
        let stage = try await Stage()
        let visitor = Visitor(stage.door)
        try await signUp(visitor, "carl@example.com", "carl")
        let path = "/account/identities"
        #expect(try await visitor.look("/account").text.contains("href=\"\(path)\""))
        let going = try await visitor.send(path, ["action": "link", "provider": "mock"])
        let refresh = try #require(going.fields["refresh"])
        #expect(going.status == 200 && refresh.hasPrefix("0; url=\(stage.provider.issuer)"))
        let back = try stage.authorize(String(refresh.dropFirst("0; url=".count)))
        #expect(try await visitor.look(back).place == "\(path)?done=linked")
        let list = try await visitor.look(path)
        let subject = list.text.firstMatch(of: /subject=([^"&]+)/).map { String($0.1) } ?? ""
        #expect(subject == "anna")
        let chosen = try await visitor.look("\(path)?provider=mock&subject=anna")
        #expect(chosen.value("subject") == "anna")
        var form = ["provider": "mock", "subject": "anna", "action": "unlink"]
        form["password"] = password
        #expect(try await visitor.send(path, form).place == "\(path)?done=unlinked")
        // Nobody else is linked by an attempt of this reader.
        let stranger = Visitor(stage.door)
        try await signUp(stranger, "dora@example.com", "dora")
        let other = try await visitor.send(path, ["action": "link", "provider": "mock"])
        let url = String(try #require(other.fields["refresh"]).dropFirst("0; url=".count))
        #expect(try await stranger.look(try stage.authorize(url)).text.contains("Start again"))
        #expect(try await !stranger.look(path).text.contains("subject="))
    }
}
