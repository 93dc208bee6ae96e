/// A place in a line.
struct Ticket: Sendable, Hashable {
    let number: UInt64
}
