import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// The pages of people who are not signed in, in browsers without script.
@Suite(.serialized) struct EntranceTests {
    private let email = "ann@example.org"
    private let password = "correct horse 7"

    private func signUp(_ visitor: Visitor, _ name: String = "ann") async throws {
        let key = try await visitor.look("/sign-up").value("key")
        let answer = try await visitor.send(
            "/sign-up",
            [
                "email": "\(name)@example.org", "password": password, "display_name": name,
                "key": key,
            ])
        #expect(answer.place == "/people")
    }

    @Test func aSignUpSaysWhatIsWrongAndKeepsWhatWasTypedButForThePassword() async throws {
        let visitor = Visitor(try await Door(["--insecure-cookies"]))
        let key = try await visitor.look("/sign-up").value("key")
        let wrong = try await visitor.send(
            "/sign-up",
            [
                "email": "<script>\"", "password": "s3cr&t", "display_name": ".<b>", "key": key,
                "return_to": "//evil.example",
            ])
        #expect(wrong.status == 422)
        for field in ["email", "password", "display_name"] {
            #expect(wrong.text.contains("id=\"\(field)-error\""))
            #expect(wrong.text.contains("<a href=\"#\(field)\">"))
        }
        #expect(wrong.value("email") == "&lt;script&gt;&quot;")
        #expect(wrong.value("display_name") == ".&lt;b&gt;")
        #expect(wrong.value("key") == key)
        #expect(!wrong.text.contains("s3cr"))
        #expect(!wrong.text.contains("evil"))
    }

    @Test func aNameThatIsTakenComesWithOthersThatAreFree() async throws {
        let door = try await Door(["--insecure-cookies"])
        try await signUp(Visitor(door))
        let visitor = Visitor(door)
        var form = ["email": "bob@example.org", "password": password, "display_name": "ann"]
        form["key"] = try await visitor.look("/sign-up").value("key")
        let taken = try await visitor.send("/sign-up", form)
        #expect(taken.status == 422)
        let free = taken.value("suggestion")
        form["suggestion"] = free
        let chosen = try await visitor.send("/sign-up", form)
        #expect(chosen.status == 200)
        #expect(chosen.value("display_name") == free && chosen.value("key") == form["key"])
        #expect(chosen.value("email") == "bob@example.org")
        (form["suggestion"], form["display_name"]) = (nil, free)
        #expect(try await visitor.send("/sign-up", form).place == "/people")
        // Back, and the same form with something other in it.
        form["password"] = "another horse 8"
        let reused = try await visitor.send("/sign-up", form)
        #expect(reused.status == 422 && reused.value("key") != form["key"])
        // Who is signed in goes on.
        #expect(try await visitor.look("/sign-up?return_to=/account").place == "/account")
        #expect(try await visitor.look("/sign-in").place == "/people")
    }

    @Test func aSignInLeadsBackToAnAllowedOriginAlone() async throws {
        let door = try await Door(["--insecure-cookies"])
        try await signUp(Visitor(door))
        for (place, next) in [
            ("\(Door.origin)/welcome", "\(Door.origin)/welcome"), ("/account", "/account"),
            ("\(Door.origin).evil.example/", "/people"), ("//evil.example", "/people"),
        ] {
            let form = ["name": "ann", "password": password, "return_to": place]
            #expect(try await Visitor(door).send("/sign-in", form).place == next)
        }
        // Otherwise Chromium would not follow the answer.
        let policy = try await Visitor(door).look("/sign-in").fields["content-security-policy"]
        #expect(policy?.contains("form-action 'self' \(Door.origin);") == true)
    }

    @Test func aMailProvesAnAddressByItsCodeWhenSignedInAndByItsLinkEverywhere() async throws {
        let door = try await Door(["--insecure-cookies"])
        let visitor = Visitor(door)
        try await signUp(visitor)
        func verify(_ form: [String: String], by visitor: Visitor) async throws -> CurlAnswer {
            try await visitor.send("/verify-address", form)
        }
        #expect(try await verify(["code": "00000000"], by: visitor).value("code") == "00000000")
        #expect(
            try await verify(["action": "resend"], by: visitor).place
                == "/verify-address?done=verification-sent")
        let mail = try await newestMail(door, 2)
        let stranger = Visitor(door)
        #expect(
            try await verify(["code": mail.code], by: stranger).place
                == "/sign-in?return_to=/verify-address")
        #expect(
            try await verify(["code": "https://x.org/#\(mail.linkToken)."], by: stranger).place
                == "/sign-in?done=address-verified")
        for form in [["token": mail.linkToken], ["code": mail.linkToken]] {
            #expect(try await verify(form, by: stranger).status == 422)
        }
        #expect(
            try await verify(["action": "resend"], by: visitor).place
                == "/verify-address?done=verified-before")
    }

    @Test func aForgottenPasswordIsReplacedByTheCodeOrTheLink() async throws {
        let door = try await Door(["--insecure-cookies"])
        let owner = Visitor(door)
        try await signUp(owner)
        let visitor = Visitor(door)
        // The same for an address that has no account.
        var pages: Set<String> = []
        for email in [email, "nobody@example.org"] {
            let answer = try await visitor.send("/forgot-password", ["email": email])
            #expect(answer.status == 303)
            let page = try await visitor.look(try #require(answer.place))
            #expect(page.value("email") == email)
            var text = page.text
            for own in [email, email.replacing("@", with: "%40"), page.value("flow")] {
                text = text.replacing(own, with: "")
            }
            pages.insert(text)
        }
        #expect(pages.count == 1)
        _ = try await visitor.send("/forgot-password", ["email": email])
        let mail = try await newestMail(door, 3)
        func reset(_ form: [String: String], by visitor: Visitor) async throws -> CurlAnswer {
            try await visitor.send("/reset-password", form.merging(["email": email]) { $1 })
        }
        // A code is good in the browser alone that has asked for it.
        let code = ["code": mail.code, "password": "another horse 8"]
        #expect(try await reset(code, by: Visitor(door)).status == 422)
        let short = try await reset(["code": mail.code, "password": "short"], by: visitor)
        #expect(short.status == 422 && short.value("code") == mail.code)
        #expect(
            try await reset(code, by: visitor).place
                == "/sign-in?done=password-reset&name=ann%40example.org")
        #expect(try await reset(code, by: visitor).status == 422)
        #expect(try await owner.look("/sign-in").status == 200)

        _ = try await owner.send("/forgot-password", ["email": email])
        let token = try await newestMail(door, 5).linkToken
        let broken = try await reset(["token": token, "password": "short"], by: Visitor(door))
        #expect(broken.status == 422 && broken.value("token") == token)
        let link = ["token": token, "password": "a third horse 9"]
        #expect(try await reset(link, by: Visitor(door)).status == 303)
        let used = try await reset(link, by: Visitor(door))
        #expect(used.status == 422 && used.value("token").isEmpty)
        #expect(
            try await visitor.send("/sign-in", ["name": "ann", "password": "a third horse 9"])
                .place == "/people")
    }

    @Test func aChangeOfAnAddressIsTakenBackAfterAQuestion() async throws {
        let door = try await Door(["--insecure-cookies"])
        let visitor = Visitor(door)
        try await signUp(visitor)
        try await visitor.verify(try await newestMail(door, 1))
        let token = try await changeAddress(door)
        let undo = { (form: [String: String]) in
            try await visitor.send("/undo-address", form.merging(["token": token]) { $1 })
        }
        for path in ["/verify-address", "/reset-password"] {
            let form = ["token": token, "password": "another horse 8"]
            #expect(try await visitor.send(path, form).status == 422)
        }
        for _ in 0..<2 {
            let question = try await undo([:])
            #expect(question.status == 200 && question.value("action") == "undo")
        }
        let done = try await undo(["action": "undo"])
        #expect(done.place == "/reset-password?done=address-undone")
        #expect(try await undo(["action": "undo"]).status == 422)
        let form = ["code": try await newestMail(door, 5).code, "password": "another horse 8"]
        #expect(try await visitor.send("/reset-password", form).status == 303)
        #expect(
            try await visitor.send("/sign-in", ["name": email, "password": "another horse 8"])
                .place == "/people")
    }

    @Test func aSecondStepIsKeptUntilItsCodeIsRight() async throws {
        let door = try await Door(["--insecure-cookies"])
        let owner = Visitor(door)
        try await signUp(owner)
        try await owner.verify(try await newestMail(door, 1))
        door.cluster[.auth].stop()
        try await door.cluster.start(.auth, with: ["--confirm-unknown-devices"])
        let visitor = Visitor(door)
        var form = ["name": "ann", "password": password, "return_to": "/account"]
        let first = try await visitor.send("/sign-in", form)
        #expect(first.status == 200)
        form = ["name": "ann", "return_to": "/account", "pending": first.value("pending")]
        form["code"] = "00000000"
        let wrong = try await visitor.send("/sign-in", form)
        #expect(wrong.status == 422 && wrong.value("pending") == form["pending"])
        #expect(wrong.text.contains("/sign-in?return_to=/account&amp;name=ann"))
        form["code"] = try await newestMail(door, 2).code
        #expect(try await visitor.send("/sign-in", form).place == "/account")
        // What cannot go on any more begins again.
        let used = try await visitor.send("/sign-in", form)
        #expect(used.status == 422 && used.value("pending").isEmpty)
        #expect(used.value("name") == "ann" && used.value("return_to") == "/account")
    }

    @Test func aMailedCodeSignsInInTheBrowserThatAskedForIt() async throws {
        let door = try await Door(["--insecure-cookies"], authArguments: ["--sign-in-codes"])
        let owner = Visitor(door)
        try await signUp(owner)
        try await owner.verify(try await newestMail(door, 1))
        let (visitor, other) = (Visitor(door), Visitor(door))
        let sent = try await visitor.send(
            "/sign-in-code", ["email": email, "return_to": "/account"])
        #expect(sent.status == 303)
        let second = try await visitor.look(try #require(sent.place))
        #expect(second.value("return_to") == "/account" && !second.value("flow").isEmpty)
        let code = try await newestMail(door, 2).code
        var form = ["email": email, "code": code, "return_to": "/account"]
        let elsewhere = try await other.send("/sign-in-code", form)
        #expect(elsewhere.status == 422 && elsewhere.value("code") == code)
        form["flow"] = second.value("flow")
        form["code"] = "00000000"
        let wrong = try await visitor.send("/sign-in-code", form)
        #expect(wrong.status == 422 && wrong.value("flow") == form["flow"])
        form["code"] = "\(code.prefix(4)) \(code.suffix(4))"
        #expect(try await visitor.send("/sign-in-code", form).place == "/account")
        #expect(try await visitor.look("/account").status == 200)
        // An address that nobody has looks the same.
        let nobody = try await other.send("/sign-in-code", ["email": "nobody@example.org"])
        #expect(nobody.place == "/sign-in-code?sent=&email=nobody%40example.org&return_to=/people")
    }

    @Test func aSignOutEndsTheSessionItsCopiesAndItsPresence() async throws {
        let door = try await Door(["--insecure-cookies"])
        let (visitor, watcher) = (Visitor(door), Visitor(door))
        try await signUp(visitor)
        try await signUp(watcher, "bob")
        let session = try await visitor.call("AuthService/GetSession")
        let user = session.text.firstMatch(of: /"userId":"([^"]+)"/)?.1 ?? ""
        _ = try await visitor.call("PresenceService/GoOnline", #"{"deviceId":"page"}"#)
        func isOnline() async throws -> Bool {
            let asked = #"{"userIds":["\#(user)"]}"#
            return try await watcher.call("PresenceService/GetPresence", asked).text
                .contains("PRESENCE_STATE_ONLINE")
        }
        #expect(try await isOnline())
        let copy = try visitor.copy()
        #expect(try await visitor.look("/sign-out").status == 200)
        #expect(try await isOnline())
        #expect(try await visitor.send("/sign-out").place == "/sign-in?done=signed-out")
        #expect(try await visitor.look("/sign-out").place == "/sign-in")
        #expect(try await holds { try await !isOnline() })
        // Nothing leads in a circle.
        #expect(try await copy.look("/sign-in?return_to=/account").status == 200)
        #expect(try await copy.call("AuthService/GetSession").status == 401)
    }

    @Test func whileAuthIsAwayAFormKeepsWhatWasTypedAndTheCookieCanGo() async throws {
        let door = try await Door(["--insecure-cookies"])
        let visitor = Visitor(door)
        try await signUp(visitor)
        let stranger = Visitor(door)
        let key = try await stranger.look("/sign-up").value("key")
        door.cluster[.auth].kill()
        var form = ["email": "bob@example.org", "password": password, "display_name": "bob"]
        form["key"] = key
        let away = try await stranger.send("/sign-up", form)
        #expect(away.status == 503)
        #expect(away.value("email") == "bob@example.org" && away.value("key") == key)
        #expect(try await visitor.send("/sign-out").place == "/sign-in?done=signed-out-here")
        #expect(try await visitor.look("/sign-in").status == 200)
        try await door.cluster.start(.auth)
        #expect(try await holds { try await stranger.send("/sign-up", form).status == 303 })
    }

    @Test func whatIsTooLongIsAnsweredByAPage() async throws {
        let door = try await Door(["--insecure-cookies"])
        let long = String(repeating: "a", count: 40_000)
        for (path, field) in [
            ("/sign-up", "email"), ("/sign-in", "name"), ("/forgot-password", "email"),
            ("/reset-password", "code"), ("/verify-address", "token"), ("/undo-address", "token"),
        ] {
            let answer = try await Visitor(door).send(path, [field: long])
            #expect(answer.status == 413 && answer.text.contains("<h1>"), "\(path)")
            let double = try await Visitor(door).send(path, [field: long + long])
            #expect(double.status == 413 && double.text.contains("<h1>"), "\(path)")
        }
        let change = try await Visitor(door).look("/.well-known/change-password")
        #expect(change.status == 302 && change.place == "/account/password")
    }

    private func newestMail(_ door: Door, _ count: Int) async throws -> SpooledMail {
        let spool = door.cluster.spool
        #expect(try await holds { try spool.mails(to: email).count >= count })
        return try #require(try spool.mails(to: email).last)
    }

    /// - Returns: the token that takes it back.
    private func changeAddress(_ door: Door) async throws -> String {
        let client = door.cluster.client(.auth)
        defer { client.close() }
        let answer = try await AuthServiceClient(client).signIn(
            SignInRequest(email: email, password: password))
        var options = CallOptions(timeout: .seconds(20))
        let access = try #require(answer.tokens).accessToken
        try options.metadata.add("authorization", text: "Bearer \(access)")
        let accounts = AccountServiceClient(client)
        _ = try await accounts.startAddressChange(
            StartAddressChangeRequest(
                proof: .password(password), newEmail: "thief@example.org"), options: options)
        let spool = door.cluster.spool
        let code = { (address: String) in
            try spool.mails(to: address).last { $0.header.contains("Confirm") }?.code ?? ""
        }
        #expect(try await holds { try !code("thief@example.org").isEmpty })
        #expect(try await holds { try spool.mails(to: email).count >= 3 })
        _ = try await accounts.confirmAddressChange(
            ConfirmAddressChangeRequest(
                oldCode: code(email), newCode: code("thief@example.org")), options: options)
        #expect(try await holds { try spool.mails(to: email).last?.linkToken.isEmpty == false })
        return try spool.mails(to: email).last?.linkToken ?? ""
    }
}
