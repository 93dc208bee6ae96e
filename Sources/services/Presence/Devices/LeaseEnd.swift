import SharedLeases

/// Why a lease has ended: with an engine or without one, for the same reasons.
typealias LeaseEnd = EngineLeaseEnd
