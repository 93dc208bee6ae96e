import Foundation
import RollcallApp
import Testing

/// The pages without a browser: what their forms and their script send, and what strangers would
/// send in somebody's name.
@Suite(.serialized) struct PagesTests {
    @Test func peopleFindSeeBlockAndReportEachOtherWithoutScript() async throws {
        let door = try await Door()
        try await visit(door, ["people"])
    }

    @Test func onlyThePagesOfTheDoorActInAReadersName() async throws {
        let door = try await Door()
        let other = try await door.another()
        defer { other.process.kill() }
        try await visit(door, ["calls", "cookies=\(other.place)", "origins", "return_to"])
    }

    @Test func aCookieIsWorthNothingAfterTheSignOut() async throws {
        let door = try await Door()
        try await visit(door, ["sign_outs"])
    }

    @Test func aSignUpThatIsSentTwiceMakesOneAccount() async throws {
        let door = try await Door()
        try await visit(door, ["sign_ups"])
    }

    @Test func whoLoadsEveryLinkTwiceUsesNothingUp() async throws {
        let door = try await Door()
        try await visit(door, ["scanners"])
    }

    @Test func whatLayOpenOvernightWorksAndTwoTabsAtOneInstantStaySignedIn() async throws {
        let door = try await Door()
        let late = try await lateDoor(of: door)
        defer { late.process.kill() }
        try await visit(door, ["late", "tabs=1000"], at: late.place)
    }

    @Test func aReaderStaysSignedInWhileAuthIsAway() async throws {
        let door = try await Door()
        let late = try await lateDoor(of: door)
        defer { late.process.kill() }
        let jar = door.cluster.directory.appending(path: "cookies").path
        func status(_ path: String, _ arguments: String...) async throws -> Int {
            let own = ["-b", jar, "-c", jar, "-H", "Sec-Fetch-Site: same-origin"]
            return try await curl(own + arguments + ["http://\(late.place)\(path)"]).status
        }
        func call(_ path: String, _ body: String) async throws -> Int {
            try await status(
                path, "-H", "Content-Type: application/json", "-H", "Connect-Protocol-Version: 1",
                "-d", body)
        }
        let account = #"{"email":"ann@example.org","password":"correct horse","displayName":"ann","#
        let signUp = account + #""idempotencyKey":"idempotency-key-of-ann"}"#
        #expect(try await call("/rollcall.v1.AuthService/SignUp", signUp) == 200)
        #expect(try await status("/sign-in", "-d", "name=ann&password=correct+horse") == 303)
        #expect(try await status("/people") == 200)
        door.cluster[.auth].kill()
        #expect(try await status("/people") == 503)
        #expect(try await call("/rollcall.v1.PresenceService/ListDevices", "{}") == 503)
        try await door.cluster.start(.auth)
        #expect(try await holds { try await status("/people") == 200 })
        #expect(try await call("/rollcall.v1.PresenceService/ListDevices", "{}") == 200)
    }

    @Test func aFormThatIsRefusedSaysWhatAppsSayOrTheOperator() async throws {
        let directory = URL(filePath: "/tmp/rollcall-pages-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(#"{"reason.passwordTooShort": "Longer!"}"#.utf8)
            .write(to: directory.appending(path: "en.json"))
        let door = try await Door(["--pages-directory", directory.path])
        func page(_ language: String) async throws -> String {
            let answer = try await curl([
                "-H", "Accept-Language: \(language)", "-H", "Sec-Fetch-Site: same-origin",
                "-d", "password=short&display_name=.a&key=0123456789abcdef",
                "\(door.address)/sign-up",
            ])
            #expect(answer.status == 422)
            return String(decoding: answer.body, as: UTF8.self)
        }
        let (german, english) = (try await page("de"), try await page("en"))
        let broken: [Problem] = [
            .reason(.emailMissing), .reason(.displayNameTooShort),
            .reason(.displayNameLeadingPeriod),
        ]
        for problem in broken {
            #expect(german.contains(Sentences(.german)(problem)), "\(german)")
            #expect(english.contains(Sentences(.english)(problem)), "\(english)")
        }
        #expect(german.contains(Sentences(.german)(.reason(.passwordTooShort))))
        #expect(english.contains("Longer!"))
        #expect(!english.contains(Sentences(.english)(.reason(.passwordTooShort))))
        #expect(door.stop() == 0)
    }

    @Test func anOperatorsTextsColoursAndLogoAreOnEachPage() async throws {
        let directory = URL(filePath: "/tmp/rollcall-pages-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: directory.appending(path: name))
        }
        try write(#"{"name": "Games <b>"}"#, "en.json")
        try write(#"{"language.name": "Français", "sign-in.title": "Connexion"}"#, "fr.json")
        try write(":root { --accent: #7a1f5c; }", "style.css")
        try write("<svg/>", "logo.svg")
        let door = try await Door(["--pages-directory", directory.path])
        func text(_ path: String) async throws -> String {
            String(
                decoding: try await curl(["-H", "Accept-Language: fr", door.address + path]).body,
                as: UTF8.self)
        }
        let page = try await text("/sign-in")
        #expect(page.contains("<title>Connexion – Games &lt;b&gt;</title>"), "\(page)")
        let files = page.matches(of: /"(\/files\/[^"]+)"/).map { String($0.1) }
        let style = try #require(files.first { $0.hasSuffix(".css") })
        #expect(try await text(style).hasSuffix(":root { --accent: #7a1f5c; }"))
        let logo = try #require(files.first { $0.hasSuffix(".svg") })
        #expect(try await text(logo) == "<svg/>")

        try write(#"{"nmae": "Games"}"#, "en.json")
        let output = try await run(
            Products.directory.appending(path: "rollcall-web").path,
            [
                "--data", "\(directory.path)/data", "--listen", "unix:\(directory.path)/socket",
                "--pages-directory", directory.path,
            ])
        #expect(output.status == 78)
        #expect(output.text.contains(#"--pages-directory: "#), "\(output.text)")
        #expect(output.text.contains(#"en.json: there is no text "nmae""#), "\(output.text)")
    }

    /// A door to which every access token is too old, so that each visit is a refresh.
    private func lateDoor(of door: Door) async throws -> (process: ServiceProcess, place: String) {
        let library = door.cluster.directory.appending(path: "clock.so")
        try compilePreload("clock", to: library)
        return try await door.another(
            environment: ["LD_PRELOAD": library.path, "CLOCK_AHEAD": "3600"])
    }

    /// - Parameters:
    ///   - parts: those of `pages.py`, with what they need.
    ///   - place: of the door that is visited.
    private func visit(_ door: Door, _ parts: [String], at place: String? = nil) async throws {
        let place = place ?? "127.0.0.1:\(door.port)"
        let spool = door.cluster.spool.directory.path
        let output = try await door.run("pages.py", by: "/usr/bin/python3", [spool, place] + parts)
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
        #expect(output.text.hasSuffix("\(parts.last?.prefix { $0 != "=" } ?? "")\n"))
    }
}
