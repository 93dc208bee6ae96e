import NIOCore

extension Duration {
    package static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }

    package static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
}

extension NIODeadline {
    func later(by duration: Duration) -> NIODeadline { self + TimeAmount(duration) }
}
