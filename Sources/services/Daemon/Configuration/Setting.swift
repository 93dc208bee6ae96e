/// What the configuration file or the environment says of an option.
struct Setting: Equatable, Sendable {
    let option: KnownOption
    let value: String
    /// Where it is said, such as `auth.conf:7` or `$ROLLCALLD_LOG_LEVEL`.
    let origin: String

    /// - Throws: `Mistake` for a flag that is neither on nor off.
    init(_ option: KnownOption, _ value: String, _ origin: String) throws(Mistake) {
        if option.isFlag, !["yes", "no"].contains(value) {
            throw Mistake(origin, "\(option.name) is yes or no")
        }
        self.option = option
        self.value = value
        self.origin = origin
    }

    /// As the command line would say it; nothing for a flag that is off.
    var arguments: [String] {
        switch option.kind {
        case .value: ["--\(option.name)=\(value)"]
        case .flag: value == "yes" ? ["--\(option.name)"] : []
        case .choice: value == "yes" ? ["--\(option.name)"] : ["--no-\(option.name)"]
        }
    }
}

extension [Setting] {
    /// The one that a sentence is about, which names an option, a value or both; nil if it is about
    /// none of them.
    func meant(by sentence: String) -> Setting? {
        let named = filter { sentence.namesOption($0.option.name) }
        let quoted = (named.isEmpty ? self : named)
            // Others may be words of any sentence.
            .filter {
                $0.value.contains { "/:=".contains($0) } || sentence.contains("'\($0.value)'")
            }
            .filter { sentence.contains($0.value) }
            .max { $0.value.count < $1.value.count }
        // ArgumentParser names an option of the command line so.
        let isAboutAnother = named.isEmpty && sentence.contains("for '--")
        return isAboutAnother ? nil : quoted ?? named.first
    }

    /// The names of the options of which they say something else than `others` do.
    func differences(from others: [Setting]) -> Set<String> {
        let (ours, theirs) = (byName, others.byName)
        return Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }
    }

    private var byName: [String: [String]] {
        Dictionary(grouping: self, by: \.option.name).mapValues { $0.map(\.value) }
    }
}

extension String {
    fileprivate func namesOption(_ name: String) -> Bool {
        ranges(of: "--\(name)").contains { range in
            self[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
        }
    }
}

/// What is wrong with a setting.
struct Mistake: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ origin: String, _ sentence: String) {
        description = "\(origin): \(sentence)"
    }
}
