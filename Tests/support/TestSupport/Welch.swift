/// Welch's t-test: whether two series of measurements have different means. As is usual for times,
/// the largest hundredth of all is left out: the machine did something else then.
package struct Welch: CustomStringConvertible {
    package let t: Double
    package let means: [Double]

    package init(_ left: [Double], _ right: [Double]) {
        let all = (left + right).sorted()
        let limit = all[all.count * 99 / 100]
        let series = [left, right].map { $0.filter { $0 <= limit } }
        let means = series.map { $0.reduce(0, +) / Double($0.count) }
        let errors = zip(series, means).map { values, mean in
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return squares / Double(values.count - 1) / Double(values.count)
        }
        let error = errors.reduce(0, +)
        t = error > 0 ? (means[0] - means[1]) / error.squareRoot() : 0
        self.means = means
    }

    package var description: String {
        let rounded = means.map { Int($0) }
        return "\(rounded[0]) ns, not \(rounded[1]) ns, t \((t * 100).rounded() / 100)"
    }
}
