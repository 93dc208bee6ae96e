extension Optional {
    /// What there is, or an error where there is nothing.
    package func orThrow(_ error: @autoclosure () -> RPCError) throws(RPCError) -> Wrapped {
        guard let self else { throw error() }
        return self
    }
}
