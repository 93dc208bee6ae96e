import ArgumentParser
import Auth
import Daemon
import Foundation
import Glibc
import Mail

import struct RollcallBasics.HostAndPort

/// How mail leaves, and what it says.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mail server: smtp://host[:587], with STARTTLS unless it is on this machine, or "
                + "smtps://host[:465]. Without this option mails are written to files in the data "
                + "directory's spool.",
            valueName: "url"))
    private var smtp: String?

    @Option(help: ArgumentHelp("The user name for that server.", valueName: "name"))
    private var smtpUser: String?

    @Option(help: ArgumentHelp("A file with the password.", valueName: "file"))
    private var smtpPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "The certificate authorities for the mail server, in PEM, instead of the system's. With "
                + "this option TLS is also used for a server on this machine.",
            valueName: "file"))
    private var smtpCa: String?

    @Option(
        help: ArgumentHelp(
            "The name of this machine for the mail server; by default, its host name.",
            valueName: "host"))
    private var smtpHello: String?

    @Option(help: ArgumentHelp("The sender of mails; required with --smtp.", valueName: "address"))
    private var mailFrom: String?

    @Option(
        help: ArgumentHelp(
            "What the sender is called, which is what the mails call this service.",
            valueName: "name"))
    private var mailName = "Rollcall"

    @Option(
        help: ArgumentHelp(
            "Templates that replace built-in ones, as locale/kind.txt and locale/kind.html.",
            valueName: "directory"))
    private var mailTemplates: String?

    @Option(
        help: ArgumentHelp(
            "The language of mails to those whose own is not known, or has no templates.",
            valueName: "tag"))
    private var defaultLocale = "en"

    @Option(
        help: ArgumentHelp(
            "Where links in mails lead: https://host[:port][/path]. Without it mails carry codes.",
            valueName: "url"))
    private var linkBase: String?

    @Flag(
        help: ArgumentHelp(
            "Also accept e-mail addresses at domains without a dot, such as localhost, and at IP "
                + "addresses. Without it strangers cannot have mail sent to this machine's users."))
    private var allowLocalDomains = false

    func apply(to configuration: inout AuthConfiguration) {
        configuration.mailDomains = allowLocalDomains ? .all : .public
    }

    /// - Parameter directory: of the daemon's data.
    /// - Throws: `Failure`, one sentence about the first option that is wrong.
    func delivery(in directory: String) throws -> MailDelivery {
        let sender: any MailSender =
            if let server = try server() { SMTPSender(server) } else { try spool(in: directory) }
        return try MailDelivery(
            sender: sender, templates: templates(), linkBase: link(), address: senderAddress(),
            name: senderName())
    }

    /// What `delivery` does, but for the spool.
    func check() throws {
        _ = try (server(), templates(), link(), senderAddress(), senderName())
    }

    func templates() throws -> TemplateCatalog {
        try Failure.ofOption {
            try TemplateCatalog(directory: mailTemplates, defaultLocale: defaultLocale)
        }
    }

    func link() throws -> LinkBase? {
        try linkBase.map { text in try Failure.ofOption { try LinkBase(text) } }
    }

    private func senderName() throws -> HeaderText {
        guard let name = try? HeaderText(mailName), !name.text.isEmpty else {
            throw Failure.configuration(
                "--mail-name is one line of at most \(HeaderText.longest) characters")
        }
        return name
    }

    private func senderAddress() throws -> MailAddress {
        guard smtp == nil || mailFrom != nil else {
            throw Failure.configuration("--smtp needs --mail-from, an address that mails are from")
        }
        guard let address = MailAddress(mailFrom ?? "rollcall@localhost") else {
            throw Failure.configuration(
                "--mail-from is no address of the form local@domain, in ASCII")
        }
        return address
    }

    private func server() throws -> SMTPServer? {
        guard let smtp else {
            let others = [smtpUser, smtpPasswordFile, smtpCa, smtpHello]
            guard others.allSatisfy({ $0 == nil }) else {
                throw Failure.configuration(
                    "--smtp-user, --smtp-password-file, --smtp-ca and --smtp-hello need --smtp")
            }
            return nil
        }
        guard var server = SMTPServer(smtp) else {
            throw Failure.configuration(
                "--smtp is of the form smtp://host[:port] or smtps://host[:port]")
        }
        server.login = try login()
        try Failure.checkReadable(smtpCa, option: "--smtp-ca")
        server.authorities = smtpCa
        server.hello = try hello()
        return server
    }

    private func login() throws -> SMTPServer.Login? {
        guard let smtpUser, let smtpPasswordFile else {
            guard smtpUser == nil, smtpPasswordFile == nil else {
                throw Failure.configuration("--smtp-user and --smtp-password-file need each other")
            }
            return nil
        }
        guard let data = FileManager.default.contents(atPath: smtpPasswordFile) else {
            throw Failure.configuration(
                "--smtp-password-file: \(smtpPasswordFile) cannot be read")
        }
        var text = String(validating: data, as: UTF8.self) ?? ""
        if text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        for part in [smtpUser, text]
        where part.isEmpty || part.unicodeScalars.contains(where: isControl) {
            throw Failure.configuration(
                "the name and the password for the mail server are one line each")
        }
        return SMTPServer.Login(user: smtpUser, password: text)
    }

    private func hello() throws -> String {
        if let smtpHello {
            guard smtpHello.isHostName else {
                throw Failure.configuration(
                    "--smtp-hello is a host name: letters, digits, hyphens and dots")
            }
            return smtpHello
        }
        let name = ProcessInfo.processInfo.hostName
        return name.isHostName ? name : "localhost"
    }

    private func spool(in directory: String) throws -> SpoolSender {
        do {
            return try SpoolSender(directory: "\(directory)/spool")
        } catch {
            throw Failure(error.text, EX_IOERR)
        }
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 }
}
