import ArgumentParser
import RollcallBasics

/// `rollcall-auth OPTIONS` serves; `rollcall-auth COMMAND OPTIONS` changes the files of one that does not
/// run. No subcommands of ArgumentParser: the help of the daemon would show its commands in place of
/// its options.
@main
enum Program {
    static func main() async {
        let arguments = programArguments()
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "rewrap": await Rewrap.main(rest)
        case "replace-keys": await ReplaceKeys.main(rest)
        default: await RollcallAuth.main(arguments)
        }
    }
}
