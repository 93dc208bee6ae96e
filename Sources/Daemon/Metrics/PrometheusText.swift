/// Metrics in Prometheus's text exposition format 0.0.4: a TYPE line, then the samples of that name,
/// each name once, all in a stable order.
/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct PrometheusText: CustomStringConvertible {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// What follows the name, labels besides the metric's own, and the value.
    typealias Sample = (suffix: String, labels: [(String, String)], value: String)

    /// By name.
    private var families: [String: (kind: Kind, lines: [String])] = [:]

    /// Adds metrics of one kind.
    ///
    /// - Parameters:
    ///   - suffix: what their names end with, as the format's users expect: a unit, or `_total`.
    ///   - samples: the lines of one metric, in their order.
    mutating func add<Handler>(
        _ metrics: [MetricsRegistry.Key: Handler], as kind: Kind, suffix: String = "",
        samples: (Handler) -> [Sample]
    ) {
        for (key, handler) in metrics.sorted(by: { $0.key.sortKey < $1.key.sortKey }) {
            let name = Self.name(key.label) + suffix
            // Two kinds of one name would make the whole text unreadable.
            guard families[name, default: (kind, [])].kind == kind else { continue }
            let own = key.dimensions.map { (Self.name($0.name), $0.value) }
            families[name, default: (kind, [])].lines += samples(handler).map { sample in
                "\(name)\(sample.suffix)\(Self.labels(own + sample.labels)) \(sample.value)\n"
            }
        }
    }

    var description: String {
        families.sorted { $0.key < $1.key }.map { name, family in
            "# TYPE \(name) \(family.kind.rawValue)\n" + family.lines.joined()
        }.joined()
    }

    /// What is no letter or digit of ASCII becomes `_`.
    private static func name(_ label: String) -> String {
        let name = String(
            label.unicodeScalars.map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9": Character(scalar)
                default: "_"
                }
            })
        return name.first?.isNumber == true ? "_" + name : name
    }

    private static func labels(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += #"\\"#
            case "\"": text += #"\""#
            case "\n": text += #"\n"#
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension MetricsRegistry.Key {
    fileprivate var sortKey: String {
        label + dimensions.map { "\u{0}\($0.name)\u{0}\($0.value)" }.joined()
    }
}
