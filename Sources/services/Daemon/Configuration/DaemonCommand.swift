import ArgumentParser
import Foundation
import Glibc

/// A program that serves.
package protocol DaemonCommand: AsyncParsableCommand {
    var options: DaemonOptions { get }
    /// The names of the options besides every daemon's that it takes up on SIGHUP.
    static var changeable: Set<String> { get }
}

extension DaemonCommand {
    package static var changeable: Set<String> { [] }

    /// Runs the program as its configuration file, its environment and its command line say.
    package static func main(
        configuredBy words: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async {
        let invocation = Invocation<Self>(words, environment: environment)
        do {
            let (command, settings) = try invocation.read()
            guard var command = command as? Self else {
                var command = command
                return try command.run()
            }
            if command.options.printsConfiguration {
                return print(try invocation.explainedFile(), terminator: "")
            }
            let configuration = RunningConfiguration(settings) {
                do {
                    let (command, settings) = try invocation.read()
                    guard let command = command as? Self else { preconditionFailure() }
                    return (command, settings)
                } catch let failure as Failure {
                    throw failure
                } catch {
                    throw Failure(message(for: error), EX_USAGE)
                }
            }
            try await RunningConfiguration.$current.withValue(configuration) {
                try await command.run()
            }
        } catch let failure as Failure {
            for line in failure.sentence.split(separator: "\n") {
                StandardErrorLog.write("\(_commandName): \(line)")
            }
            _exit(failure.exitStatus)
        } catch {
            exit(withError: error)
        }
    }
}
