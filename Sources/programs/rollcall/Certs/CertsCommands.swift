import ArgumentParser
import RollcallBasics
import RollcallRPC

struct CertsCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a certificate for \(LocalAuthority.life) days, and at first the authority.")

    @Argument(help: "The directory of the authority.")
    var dir: String

    @Argument(help: "Host names and IP addresses of the service; the first one names the file.")
    var names: [String]

    @ArgumentParser.Flag(help: "Replace a certificate of the same name.")
    var force = false

    func run() throws {
        for name in names where IPAddress(name) == nil {
            guard name.isHostName, name.contains(where: \.isLetter),
                name.wholeMatch(of: /([^.]{1,63}\.)*[^.]{1,63}/) != nil
            else {
                throw Failure(
                    .invalid, "\"\(name)\" is neither a host name (ASCII) nor an IP address.")
            }
        }
        guard names.count <= 100, !names[0].contains(":") else {
            throw Failure(
                .invalid,
                "100 names are the most, and the first is no IPv6 address: it names the file.")
        }
        let authority = try LocalAuthority(in: dir, isMade: true)
        try Output.plain.write(line: authority.issue(to: names, isForced: force))
    }
}

struct CertsRenew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew certificates, with new keys, in their last \(LocalAuthority.renewal) days."
    )

    @Argument(help: "The directory of the authority.")
    var dir: String

    @ArgumentParser.Flag(help: "Renew all of them.")
    var all = false

    func run() throws {
        let authority = try LocalAuthority(in: dir)
        var failures: [String] = []
        for file in try authority.files() {
            do {
                let old = try authority.issued(file)
                guard all || authority.daysLeft(of: old) < LocalAuthority.renewal else { continue }
                try Output.plain.write(line: authority.issue(to: old.names, isForced: true))
            } catch {
                failures.append(Failure(error).message)
            }
        }
        if !failures.isEmpty { throw Failure(.unforeseen, failures.joined(separator: "\n")) }
    }
}

struct CertsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show when certificates end, and what to do.",
        discussion: #"JSON, for a certificate: {"daysLeft","endsAtMs","file","names","todo"}."#)

    @Argument(help: "The directory of the authority.")
    var dir: String

    @ArgumentParser.Flag(help: "Print JSON, one object a line.")
    var json = false

    func run() throws {
        let authority = try LocalAuthority(in: dir)
        let issued = try authority.files().map { ($0, try? authority.issued($0)) }
        var rows = [["FILE", "NAMES", "ENDS", "DAYS", "TO DO"]]
        for (file, certificate) in [("ca.crt", authority.certificate)] + issued {
            let (names, end) = (certificate?.names ?? [], certificate?.end)
            let days = certificate.map(authority.daysLeft)
            let least = file == "ca.crt" ? LocalAuthority.ownRenewal : LocalAuthority.renewal
            let task = file == "ca.crt" ? "replace" : "renew"
            let todo = days.map { $0 < least ? task : "" } ?? "create again"
            let value: JSON = [
                "daysLeft": days, "endsAtMs": end.map { $0 * 1000 }, "file": file, "names": names,
                "todo": todo.orNull,
            ]
            if json { try Output.plain.write(line: value.line()) }
            let (date, count) = (end.map { utcText($0, "%Y-%m-%d") }, days.map { "\($0)" })
            rows.append([file, names.joined(separator: " "), date ?? "", count ?? "", todo])
        }
        if !json { try Output.plain.write(TextTable(rows: rows, flexible: [1, 0])) }
    }
}
