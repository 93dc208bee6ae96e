import ArgumentParser
import MessageJSON
import RollcallRPC
import Testing

@testable import rollcall

struct ContractCommandsTests {
    @Test func everyAdminRPCHasACommand() {
        let described = Set(ContractCommands.all.map(\.method.name))
        // `rollcall status`, and what reads or writes a file of many users.
        let byHand = ["GetResources", "ImportUsers", "ExportUsers"]
        let forAdministrators = ContractCommands.methods.filter { $0.method.rule == .admin }
        #expect(forAdministrators.count > 30)
        for (service, method) in forAdministrators where service.hasPrefix("rollcall.v1.") {
            #expect(
                described.contains(method.name) != byHand.contains(method.name), "\(method.name)")
        }
    }

    @Test func onlyCommandsForAdministratorsBeginWithAdmin() {
        for command in ContractCommands.all {
            #expect(
                command.words.hasPrefix("admin ") == command.isForAdministrators, "\(command.words)"
            )
        }
    }

    @Test func everyCommandAndItsArgumentsAreExplained() throws {
        for command in ContractCommands.all {
            #expect(command.help.abstract.hasSuffix("."), "\(command.words)")
            for argument in command.arguments {
                #expect(!argument.help.isEmpty, "\(command.words): \(argument.name)")
            }
            // ArgumentParser accepts its definition.
            let type = try #require(
                ContractCommands.below(command.parent).first {
                    $0.configuration.commandName == command.words.lastWord
                })
            let help = Rollcall.helpMessage(for: type)
            #expect(help.contains("USAGE: rollcall \(command.words)"), "\(help)")
        }
    }

    @Test func everyCommandHangsInTheTree() {
        for command in ContractCommands.all {
            let words = command.words.split(separator: " ").map(String.init)
            #expect(UnknownCommand(in: words) == nil, "\(command.words)")
            #expect(UnknownCommand(in: Array(words.dropLast()) + ["xyzzy"])?.word == "xyzzy")
        }
    }

    @Test func thePlaceOrAnOptionGivesAFieldAndAWordAValueOfAnEnum() throws {
        #expect(
            try texts("admin user role ann admin") == ["user": ["ann"], "role": ["admin"]])
        #expect(try texts("admin mail list") == ["state": ["pending"]])
        #expect(try texts("admin mail list --state dead") == ["state": ["dead"]])
        #expect(
            try texts("admin profile decide r --reason x --take-down photo --take-down bio")
                == ["report_id": ["r"], "reason": ["x"], "take_down": ["photo", "bio"]])
        #expect(
            try texts("profile set --link https://a --link https://b --findable false")
                == ["links": ["https://a", "https://b"], "is_findable": ["false"]])
        #expect(
            try texts("profile set --visible bio=only-me") == ["visibilities": ["bio=only-me"]])
        #expect(try texts("profile show") == [:])
        #expect(
            try texts("profile show ann --field bio --field links")
                == ["user": ["ann"], "fields": ["bio", "links"]])
        #expect(
            try texts("email change a@b.c --password-file f")
                == ["new_email": ["a@b.c"], "password": ["f"]])
        #expect(
            try texts("email add a@b.c --mailed-code 12345678")
                == ["email": ["a@b.c"], "mailed_code": ["12345678"]])
        #expect(try texts("email remove a@b.c") == ["email": ["a@b.c"]])
        #expect(
            try texts("admin photos check --mend --rate 65536 --checked-parts 7")
                == ["mend": ["true"], "bytes_per_second": ["65536"], "checked_parts": ["7"]])
        #expect(
            try texts("admin epoch begin --yes --operator")
                == ["yes": ["true"], "operator": ["true"]])
    }

    @Test(arguments: [
        "admin user role ann", "admin user role ann owner", "admin mail list --state none",
        "admin delivery retry x", "admin name remove ann", "admin user show", "profile report ann",
        "profile set", "profile set --revision 3", "profile set --visible bio",
        "profile set --visible bio=nobody",
        "profile set --findable maybe", "email confirm --old 12345678", "email change",
        "admin presence drain --spread soon", "admin presence resume --spread 1",
        "email primary a@b.c --password-file f --mailed-code 12345678", "email add",
        "admin profile take-down ann --reason x", "admin user list --page-size 3",
    ])
    func whatTheRequestDoesNotAllowIsRefused(_ line: String) {
        let error = #expect(throws: (any Error).self) { try texts(line) }
        #expect(error.map { Rollcall.exitCode(for: $0) } != .success)
    }

    /// What ArgumentParser has read for a command of the contract.
    private func texts(_ line: String) throws -> [String: [String]] {
        let command = try Rollcall.parseAsRoot(line.split(separator: " ").map(String.init))
        let values = Mirror(reflecting: command).children.first?.value
        return try #require((values as? any GivenTexts)?.given)
    }
}

/// The arguments of a command, whichever it is.
private protocol GivenTexts {
    var given: [String: [String]] { get }
}

extension OptionGroup: GivenTexts {
    fileprivate var given: [String: [String]] {
        (wrappedValue as? any GivenTexts)?.given ?? [:]
    }
}

extension CommandValues: GivenTexts {
    fileprivate var given: [String: [String]] { texts }
}
