/// The service whose place a stream takes. Services that are known by their unix socket share a
/// name, so their users distinguish them.
package struct CallingService: Hashable, Sendable {
    let caller: Caller
    /// The number of its user on this machine; `nil` for a service that comes from elsewhere.
    var userID: UInt32?

    package init(caller: Caller, userID: UInt32?) {
        (self.caller, self.userID) = (caller, userID)
    }

    package init(_ context: CallContext) {
        caller = context.caller
        if case .process(let process) = context.peer.proof { userID = process.userID }
    }
}
