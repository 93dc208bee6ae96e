/// What becomes of the permits that an attempt has taken.
enum PermitFate {
    case spent, recorded, refunded
}

/// How an attempt has ended.
struct AttemptEnd<Value> {
    let result: Result<Value, any Error>
    let fate: PermitFate
    /// Permits that are refunded in any case.
    private(set) var refunds: [Permit] = []
    /// A permit that is refunded with all others of its bucket.
    private(set) var clears: Permit?

    private init(_ result: Result<Value, any Error>, _ fate: PermitFate) {
        self.result = result
        self.fate = fate
    }

    /// The permits are used up. They are on the disk before the caller has the value.
    static func spent(_ value: Value) -> AttemptEnd { AttemptEnd(.success(value), .spent) }

    /// As `spent`, with an error for the caller.
    static func failed(_ error: any Error) -> AttemptEnd { AttemptEnd(.failure(error), .spent) }

    /// The permits are used up, and on the disk: with what else a transaction wrote.
    static func recorded(_ value: Value) -> AttemptEnd { AttemptEnd(.success(value), .recorded) }

    /// The attempt does not count.
    static func refunded(_ value: Value) -> AttemptEnd { AttemptEnd(.success(value), .refunded) }

    /// The same end, but one of the permits is refunded.
    func refunding(_ permit: Permit) -> AttemptEnd {
        var end = self
        end.refunds.append(permit)
        return end
    }

    /// The same end, but nothing counts any longer in the bucket of one of the permits.
    func clearing(_ permit: Permit) -> AttemptEnd {
        var end = self
        end.clears = permit
        return end
    }

    func map<Other>(_ transform: (Value) -> Other) -> AttemptEnd<Other> {
        var end = AttemptEnd<Other>(result.map(transform), fate)
        (end.refunds, end.clears) = (refunds, clears)
        return end
    }
}

extension AttemptEnd: Sendable where Value: Sendable {}
