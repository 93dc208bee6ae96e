/// Which of a client's endpoints have connections, which take calls in turn.
///
/// The client keeps the connections; which of several endpoints it keeps them to, it is told.
package struct EndpointChoice: Sendable {
    /// How the connections to one endpoint stand.
    package struct Standing: Sendable {
        /// Whether calls may be sent.
        package let isUsable: Bool
        /// Whether calls may be sent soon.
        package let isPending: Bool
        /// Whether there is a connection that nobody has asked for.
        package let isIdle: Bool
    }

    /// Whether all endpoints have connections when everything is well; otherwise one has.
    let isOfAll: Bool
    let choose: @Sendable ([Standing]) -> Range<Int>

    /// - Parameter choose: the endpoints that are to have connections, as the standing of all, in the
    ///   order in which they are named, says. Called when something has changed, not for each call.
    package init(isOfAll: Bool, choose: @escaping @Sendable ([Standing]) -> Range<Int>) {
        self.isOfAll = isOfAll
        self.choose = choose
    }

    /// All of them.
    package static let all = EndpointChoice(isOfAll: true) { $0.indices }
}
