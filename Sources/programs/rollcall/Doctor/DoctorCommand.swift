import ArgumentParser
import Foundation
import Glibc
import RollcallAPI
import RollcallRPC

struct DoctorCommand: UserAction {
    static let name = "doctor"
    static let abstract = "Look for what is wrong with the services of this machine."
    static let discussion = """
        Run it as root. It looks at the configuration, the services with their troubles, versions \
        and certificates, disks, the owners and modes of files, the clock, the DNS records of the \
        domain that mails are from, the accounts, and the age of the last backup, and says of each \
        finding what to do. It changes nothing.

        The exit status is 0 if there is no finding, and 7 otherwise.

        JSON, for a finding: {"area","finding","remedy"}.
        """

    @Option(
        help: ArgumentHelp("Where the services' configuration lies.", valueName: "directory"))
    var config = "/etc/rollcall"

    @Option(
        help: ArgumentHelp(
            "Where the services' data lie, each in rollcall-<service>.", valueName: "directory"))
    var data = "/var/lib"

    @Option(help: ArgumentHelp("Where backups are made.", valueName: "directory"))
    var backups = "/var/backups/rollcall"

    func run(_ command: Command) async throws {
        guard geteuid() == 0 else {
            throw Failure(.usage, "Run this as root, who reads all files.")
        }
        let servers = Machine.servers()
        let reports = try await command.reports(of: servers, asOperator: true)
        let machine = Machine(
            configuration: config, data: data, backups: backups,
            now: Int64(Date().timeIntervalSince1970 * 1000))
        var isWell = true
        let areas: [(String, [DoctorFinding?])] = [
            ("configuration", machine.configurationFindings()),
            (
                "services",
                reports.flatMap(\.troubleFindings) + reports.versionFindings
                    + Machine.failedUnits()
            ),
            ("certificates", reports.map { $0.certificateFinding(now: machine.now) }),
            ("disks", reports.map(\.diskFinding) + machine.inodeFindings()),
            ("files", machine.fileFindings()),
            ("clock", [Machine.clockFinding()]),
            ("mail", machine.mailFindings()),
            ("backups", [machine.backupFinding()]),
            ("accounts", servers.contains(.auth) ? [await command.accountFinding()] : []),
        ]
        for (area, found) in areas {
            let findings = found.compactMap(\.self)
            if !findings.isEmpty { isWell = false }
            try say(area, findings, command.output)
        }
        guard isWell else { throw ExitCode(CommandStatus.tryLater.rawValue) }
    }

    private func say(_ area: String, _ findings: [DoctorFinding], _ output: Output) throws {
        if !output.isJSON {
            let words = findings.isEmpty ? "nothing found" : "\(findings.count) found"
            try output.write(line: "\(area): \(words)")
        }
        for finding in findings {
            try output.say(
                ["area": area, "finding": finding.sentence, "remedy": finding.remedy],
                text: "  \(finding.sentence.oneLine)\n    \(finding.remedy.oneLine)")
        }
    }
}

/// Something that is wrong, and what to do about it.
struct DoctorFinding: Equatable {
    let sentence, remedy: String

    init(_ sentence: String, do remedy: String) {
        (self.sentence, self.remedy) = (sentence, remedy)
    }
}

extension Command {
    /// What Auth finds between the services.
    fileprivate func accountFinding() async -> DoctorFinding? {
        do {
            let count = try await asAdministrator(of: .auth, asOperator: true) { client in
                let answers = try await AuthAdminServiceClient(client).checkConsistency(
                    CheckConsistencyRequest(), options: CallOptions(timeout: .seconds(600)))
                var count = 0
                while let answer = try await answers.next() {
                    if case .finding = answer.part { count += 1 }
                }
                return count
            }
            guard count > 0 else { return nil }
            return DoctorFinding(
                "\(count) accounts, names or profiles do not fit together",
                do: "see them: rollcall admin check --operator")
        } catch {
            return DoctorFinding(
                "they could not be compared: \(Failure(error).message)",
                do: "when the services answer: rollcall admin check --operator")
        }
    }
}
