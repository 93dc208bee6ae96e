import RollcallBasics

/// Metrics in Prometheus's text exposition format 0.0.4: a HELP and a TYPE line, then the samples
/// of that name, each name once, all in a stable order.
/// https://prometheus.io/docs/instrumenting/exposition_formats/
///
/// A name is `rollcall`, what the metric's label says, `seconds` for a timer, and `total` for a
/// counter (https://prometheus.io/docs/practices/naming/).
struct PrometheusText: CustomStringConvertible {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// What follows the name, labels besides the metric's own, and the value.
    typealias Sample = (suffix: String, labels: [(String, String)], value: String)

    /// Of each sample.
    private let labels: [(String, String)]
    /// By name.
    private var families: [String: (kind: Kind, lines: [String])] = [:]

    /// - Parameter labels: of each sample; at least one.
    init(labels: [(String, String)]) {
        self.labels = labels
    }

    /// Adds metrics of one kind.
    ///
    /// - Parameters:
    ///   - unit: of their values, where their labels do not end in it.
    ///   - samples: the lines of one metric, in their order; none for one that is not shown.
    mutating func add<Handler>(
        _ metrics: [MetricsRegistry.Key: Handler], as kind: Kind, unit: String? = nil,
        samples: (Handler) -> [Sample]
    ) {
        // Most metrics of a service have none.
        let shown = metrics.map { (key: $0.key, order: $0.key.sortKey, samples: samples($0.value)) }
            .filter { !$0.samples.isEmpty }.sorted { $0.order < $1.order }
        for (key, _, samples) in shown {
            let parts = [unit, kind == .counter ? "total" : nil]
            let name = Self.name([Self.prefixed(key.label)] + parts.compactMap(\.self))
            let empty = (kind: kind, lines: [String]())
            // Two kinds of one name would make the whole text unreadable.
            guard families[name, default: empty].kind == kind else { continue }
            let own = Self.texts(labels + key.dimensions.map { (Self.name([$0.name]), $0.value) })
            families[name, default: empty].lines += samples.map { sample in
                let all = (own + Self.texts(sample.labels)).joined(separator: ",")
                return "\(name)\(sample.suffix){\(all)} \(sample.value)\n"
            }
        }
    }

    var description: String {
        families.sorted { $0.key < $1.key }.map { name, family in
            // promtool asks for a HELP line.
            "# HELP \(name) See metrics.md of Rollcall.\n"
                + "# TYPE \(name) \(family.kind.rawValue)\n" + family.lines.joined()
        }.joined()
    }

    private static func prefixed(_ label: String) -> String {
        label.hasPrefix("rollcall") ? label : "rollcall_\(label)"
    }

    /// The parts, joined by `_`. Every character but ASCII letters and digits becomes `_`.
    private static func name(_ parts: [String]) -> String {
        let name = String(
            parts.joined(separator: "_").unicodeScalars.map { scalar in
                UInt8(exactly: scalar.value)?.isASCIILetterOrDigit == true ? Character(scalar) : "_"
            })
        return name.first?.isNumber == true ? "_" + name : name
    }

    private static func texts(_ labels: [(String, String)]) -> [String] {
        labels.map { "\($0)=\"\(escaped($1))\"" }
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
