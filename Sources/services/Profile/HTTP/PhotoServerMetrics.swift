import HTTPTypes
import Metrics

/// How many requests were answered, by their status.
struct PhotoServerMetrics: Sendable {
    private let counters: [Int: Counter]

    init(factory: any MetricsFactory = MetricsSystem.factory) {
        counters = Dictionary(
            uniqueKeysWithValues: [200, 206, 304, 404, 405, 416, 500, 503].map { status in
                let label = "profile.photo.http.requests"
                let dimensions = [("status", "\(status)")]
                return (status, Counter(label: label, dimensions: dimensions, factory: factory))
            })
    }

    func count(_ status: HTTPResponse.Status) {
        counters[status.code]?.increment()
    }
}
