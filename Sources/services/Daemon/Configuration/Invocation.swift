import ArgumentParser
import Foundation

/// What a program was told: by its configuration file, its environment and its command line. Of
/// those that name an option the last one counts alone.
struct Invocation<Command: DaemonCommand>: Sendable {
    private let words: [String]
    private let environment: [String: String]
    private let options: [KnownOption]

    init(_ words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment
        // To have ArgumentParser list them doubles the time that it takes to read a command line.
        let isAsked =
            words.contains { $0.hasPrefix("--config") }
            || environment.keys.contains { $0.hasPrefix(KnownOption.prefix) }
        options = isAsked ? KnownOption.all(of: Command.self) : []
    }

    /// Reads the file anew.
    ///
    /// - Returns: what is wanted of the program, and what of it the command line did not say.
    /// - Throws: `Failure`, with a line for each mistake; what ArgumentParser throws where there is
    ///   no mistake but of the command line.
    func read() throws -> (command: any ParsableCommand, settings: [Setting]) {
        let file = try path.map {
            try ConfigurationFile($0, options: options, environment: environment)
        }
        var mistakes = file?.mistakes ?? []
        var settings = settings(file, &mistakes)
        while true {
            do {
                let command = try Command.parseAsRoot(settings.flatMap(\.arguments) + words)
                if mistakes.isEmpty { return (command, settings) }
                break
            } catch  where Command.exitCode(for: error) == .validationFailure {
                // The parser says only the first, so its line is left out the next time.
                let sentence = Command.message(for: error)
                guard let setting = settings.meant(by: sentence) else {
                    if mistakes.isEmpty { throw error }
                    break
                }
                mistakes.append(Mistake(setting.origin, sentence.firstLine))
                settings.removeAll { $0 == setting }
            }
        }
        throw Failure.configuration(mistakes.map(\.description).joined(separator: "\n"))
    }

    private func settings(_ file: ConfigurationFile?, _ mistakes: inout [Mistake]) -> [Setting] {
        var settings = file?.settings ?? []
        for option in options {
            guard let value = environment[option.variable], !value.isEmpty else { continue }
            settings.removeAll { $0.option == option }
            for value in option.canRepeat ? value.split(separator: " ").map(String.init) : [value] {
                do {
                    settings.append(try Setting(option, value, "$\(option.variable)"))
                } catch {
                    mistakes.append(error)
                }
            }
        }
        let said = namesOnTheCommandLine
        return settings.filter { !said.contains($0.option.name) }
    }

    private var namesOnTheCommandLine: Set<String> {
        let names = words.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2).prefix { $0 != "=" } }
        let positive = names.filter { $0.hasPrefix("no-") }.map { $0.dropFirst(3) }
        return Set((names + positive).map(String.init))
    }

    private var path: String? {
        let option = "--config"
        guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix("\(option)=") })
        else { return nil }
        if words[index] != option { return String(words[index].dropFirst(option.count + 1)) }
        return index + 1 < words.count ? words[index + 1] : nil
    }

    /// The file, with all options explained.
    ///
    /// - Throws: `Failure`.
    func explainedFile() throws -> String {
        let options = KnownOption.all(of: Command.self)
        let file = try path.map {
            try ConfigurationFile($0, options: options, environment: [:])
        }
        return ConfigurationText(program: Command._commandName, options: options)
            .file(saying: file?.settings ?? [])
    }
}

extension String {
    /// Values that would be right are listed in further lines: the comments of the file have them.
    fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
