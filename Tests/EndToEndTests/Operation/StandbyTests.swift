import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// The copy on a second machine, by the commands of its unit and of the page of an operator's jobs.
@Suite struct StandbyTests {
    @Test func theSecondMachineGoesOnWithTheLastCopy() async throws {
        let (first, second) = (try await Cluster.withPhotos(3), try Cluster())
        try await first.send(to: second)
        try await first.signUp("ann")
        try await first.send(to: second)
        #expect(try second.backups() == first.backups())
        for service in Cluster.Service.allCases { first[service].kill() }

        try second.adoptKeys(of: first)
        try await second.goesOn()
        #expect(try await second.shows("ann", thePhotoOf: "user2"))
    }

    /// - Parameters:
    ///   - command: which of the commands that send.
    ///   - file: at which file that is about to be put in its place.
    @Test(arguments: [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1)])
    func aCopyThatHasNotArrivedWholeIsOverlooked(command: Int, file: Int) async throws {
        let (first, second) = (try await Cluster.withPhotos(1), try Cluster())
        try await first.signUp("ann")
        try await first.send(to: second)
        try await first.signUp("bob")
        try await first.send(to: second, cutOffBy: command, at: file)
        #expect(try second.backups().count == 2)
        for service in Cluster.Service.allCases { first[service].kill() }

        try second.adoptKeys(of: first)
        try await second.goesOn()
        #expect(try await second.shows("ann", thePhotoOf: "user0"))
    }
}

extension Cluster {
    /// Runs the commands of the unit on this machine.
    ///
    /// - Parameters:
    ///   - cutOff: which of those that send is cut off, if any.
    ///   - file: at which file.
    fileprivate func send(to other: Cluster, cutOffBy cutOff: Int? = nil, at file: Int = 0)
        async throws
    {
        let unit = Products.repository.appending(path: "deploy/systemd/rollcall-standby.service")
        let commands = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("ExecStart=") }
            .map {
                $0.dropFirst("ExecStart=".count)
                    .replacing("${STANDBY}:/var/backups/rollcall-standby", with: other.place)
                    .replacing("/var/backups/rollcall-standby", with: place)
                    .split(separator: " ").map(String.init)
            }
        #expect(
            commands.map { $0[0] } == ["/usr/bin/rollcall"]
                + Array(repeating: "/usr/bin/rsync", count: 2))
        // A backup is named by its second.
        try await elapse(.seconds(1))
        let made = try await backup(Array(commands[0].dropFirst(2)))
        #expect(made.status == 0, "\(made.text)")
        for (number, words) in commands.enumerated().dropFirst() {
            guard number == cutOff else {
                let output = try await run(words[0], Array(words.dropFirst()))
                #expect(output.status == 0, "\(output.text)")
                continue
            }
            let calls = "rename,renameat,renameat2"
            let inject = "inject=\(calls):signal=KILL:when=\(file)"
            let output = try await run(
                "/usr/bin/strace",
                ["-f", "-o", "/dev/null", "-e", "trace=\(calls)", "-e", inject] + words)
            #expect(output.status != 0, "\(output.text)")
            return
        }
    }

    /// Runs what the page says for the second machine.
    fileprivate func goesOn() async throws {
        let page = Products.repository.appending(path: "deploy/jobs.md")
        let section = try #require(
            String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
                .first { $0.hasPrefix("The machine dies\n") })
        let block = try #require(section.components(separatedBy: "```").dropLast().last)
        for line in block.split(separator: "\n").map({ $0.drop { $0 == " " } }) where !line.isEmpty
        {
            switch line {
            case "rollcall backup restore /var/backups/rollcall-standby":
                let output = try await backup(["restore", place, "--yes"])
                #expect(output.status == 0, "\(output.text)")
            case "systemctl enable --now rollcall-auth rollcall-profile rollcall-presence":
                try await startAll()
            case "rollcall admin check --operator":
                let output = try await adminCheck()
                #expect(output.status == 0, "\(output.text)")
            default: Issue.record("what is \(line)?")
            }
        }
    }

    fileprivate func signUp(_ name: String) async throws {
        _ = try await AuthServiceClient(client(.auth)).signUp(Resident.form(name))
    }

    /// Signs somebody in, who then asks for the photo of another.
    fileprivate func shows(_ name: String, thePhotoOf other: String) async throws -> Bool {
        let form = Resident.form(name)
        let answer = try await AuthServiceClient(client(.auth))
            .signIn(SignInRequest(email: form.email, password: form.password))
        let options = try Resident.options(#require(answer.tokens))
        let profiles = ProfileServiceClient(client(.profile))
        return try await holds {
            try await profiles.getProfile(.init(user: .name(other)), options: options)
                .profile?.photo != nil
        }
    }
}
