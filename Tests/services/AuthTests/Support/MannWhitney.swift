import Foundation

/// Whether two samples are of the same distribution: the test of Mann and Whitney (1947), by its
/// normal approximation, corrected for ties.
struct MannWhitney {
    /// The probability of samples that differ so much or more, if they were of the same.
    let p: Double

    init(_ left: [Duration], _ right: [Duration]) {
        let all = (left.map { ($0, true) } + right.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var (rankSum, ties) = (0.0, 0.0)
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].0 == all[start].0 { end += 1 }
            let count = Double(end - start)
            let rank = Double(start + end + 1) / 2
            rankSum += rank * Double(all[start..<end].count { $0.1 })
            ties += count * count * count - count
            start = end
        }
        let (m, n) = (Double(left.count), Double(right.count))
        let (u, total) = (rankSum - m * (m + 1) / 2, m + n)
        let variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
        let z = variance > 0 ? (abs(u - m * n / 2) - 0.5) / variance.squareRoot() : 0
        p = erfc(max(0, z) / 2.0.squareRoot())
    }
}
