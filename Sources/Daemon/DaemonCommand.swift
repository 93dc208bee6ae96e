import ArgumentParser
import RollcallBasics

/// The command line of a program that runs as a service.
package protocol DaemonCommand: AsyncParsableCommand {}

extension DaemonCommand {
    package static func main() async {
        await main(programArguments())
    }
}
