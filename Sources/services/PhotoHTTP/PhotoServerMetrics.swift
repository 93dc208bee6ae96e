import HTTPTypes
import Metrics

/// How many requests were answered, by their status.
struct PhotoServerMetrics: Sendable {
    private let counters: [Int: Counter]

    init(factory: any MetricsFactory = MetricsSystem.factory) {
        let statuses = [200, 206, 304, 404, 405, 416, 500, 503]
        counters = Dictionary(
            uniqueKeysWithValues: statuses.map { status in
                let dimensions = [("status", "\(status)")]
                return (
                    status,
                    Counter(
                        label: "profile.photo.http.requests", dimensions: dimensions,
                        factory: factory)
                )
            })
    }

    func count(_ status: HTTPResponse.Status) {
        counters[status.code]?.increment()
    }
}
