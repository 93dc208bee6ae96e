import ArgumentParser

/// A word on the command line that stands where a command is due, and is none.
struct UnknownCommand: Equatable {
    let word: String
    /// The commands before it.
    let path: [String]
    /// The command that is most like it, if one is.
    let suggestion: String?
}

extension UnknownCommand {
    /// - Parameter arguments: those of the process, without its name.
    init?(in arguments: [String], of root: any ParsableCommand.Type = Rollcall.self) {
        var command = root
        var path = [root._commandName]
        for argument in arguments {
            let names = command.configuration.subcommands.map { $0._commandName }
            guard !names.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            guard let index = names.firstIndex(of: argument) else {
                self.init(word: argument, path: path, suggestion: argument.nearest(of: names))
                return
            }
            command = command.configuration.subcommands[index]
            path.append(argument)
        }
        return nil
    }

    var failure: Failure {
        let before = path.joined(separator: " ")
        let suggestion = suggestion.map { " Did you mean \"\(before) \($0)\"?" } ?? ""
        return Failure(
            .usage,
            "There is no command \"\(before) \(word)\".\(suggestion) "
                + "List the commands: \(before) --help")
    }
}

extension String {
    /// The word that is most like this one: one that it begins, or that a slip or two turn into it.
    fileprivate func nearest(of words: [String]) -> String? {
        if count >= 2, let word = words.first(where: { $0.hasPrefix(self) }) { return word }
        let slips = count < 4 ? 1 : 2
        return words.map { (word: $0, distance: distance(to: $0)) }
            .filter { $0.distance <= slips }
            .min { $0.distance < $1.distance }?.word
    }

    /// How many letters are to be inserted, left out, replaced or swapped with the next (the
    /// optimal string alignment distance).
    func distance(to other: String) -> Int {
        let (from, to) = (Array(self), Array(other))
        var rows = [Array(0...to.count)]
        for i in 1..<(from.count + 1) {
            var row = [i]
            for j in 1..<(to.count + 1) {
                let isSame = from[i - 1] == to[j - 1]
                var least = Swift.min(
                    rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, from[i - 1] == to[j - 2], from[i - 2] == to[j - 1] {
                    least = Swift.min(least, rows[i - 2][j - 2] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[from.count][to.count]
    }
}
