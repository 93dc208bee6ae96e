import ArgumentParser
import Glibc
import RollcallAPI
import RollcallBasics

/// Rollcall from a terminal.
@main
struct Rollcall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall",
        abstract: "Accounts, profiles and presence, from a terminal.",
        discussion: """
            The services are looked for at 127.0.0.1, ports 4710 (Auth), 4711 (Profile) and 4712 \
            (Presence), unless --auth, --profile and --presence, or the environment's \
            ROLLCALL_AUTH, ROLLCALL_PROFILE and ROLLCALL_PRESENCE, name others: HOST:PORT, \
            tls:HOST:PORT or unix:PATH. ROLLCALL_TLS_CA does what --tls-ca does, and \
            ROLLCALL_PLAINTEXT=1 what --plaintext does.

            With --context NAME or ROLLCALL_CONTEXT, these variables are those of the file \
            $XDG_CONFIG_HOME/rollcall/NAME.env (~/.config/rollcall), and the session is its own.

            You stay signed in until you sign out: the session is kept in \
            $XDG_STATE_HOME/rollcall (~/.local/state/rollcall), for this user alone.

            With --json, standard output has one JSON object a line, its keys in alphabetical \
            order; times are milliseconds since 1970-01-01 UTC. Where a help names a message, it is \
            in its canonical form: numbers of 64 bits are strings, and what is empty is left out. An \
            error is one line on standard error: {"error":{"code":"NOT_FOUND","message":"...","reasons":["PROFILE_NOT_FOUND"]}}.

            \(CommandStatus.table)
            """,
        version: ProgramVersion.current,
        subcommands: [
            StatusCommand.command, DoctorCommand.command, SignUp.command, SignIn.command,
            SignOut.command, WhoAmI.command,
        ] + ContractCommands.below(""))

    /// As the library does it, but for a command line that is wrong: its exit status, and its form.
    static func main() async {
        let arguments = programArguments()
        let output = Output(isJSON: Self.wantsJSON(arguments))
        do {
            do {
                if let unknown = UnknownCommand(in: arguments) { throw unknown.failure }
                var command = try parseAsRoot(arguments)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch  where exitCode(for: error) == .success {
                // Help or the version was asked for.
                try output.write(Array("\(fullMessage(for: error))\n".utf8))
            }
        } catch let code as ExitCode {
            Glibc.exit(code.rawValue)
        } catch let failure as Failure {
            output.say(failure)
            Glibc.exit(failure.status.rawValue)
        } catch {
            let text = output.isJSON ? message(for: error) : fullMessage(for: error)
            output.say(Failure(.usage, text))
            Glibc.exit(CommandStatus.usage.rawValue)
        }
    }

    /// Whether errors are to be JSON, as far as a command line tells that cannot be understood.
    static func wantsJSON(_ arguments: [String]) -> Bool {
        // Its --json is a request, and its errors always are JSON.
        arguments.starts(with: ["rpc", "call"])
            || arguments.prefix { $0 != "--" }.contains("--json")
    }
}
