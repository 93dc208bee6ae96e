import NIOCore

/// A queue that rarely holds more than one element, and then takes no memory of its own.
struct ShortQueue<Element> {
    private(set) var first: Element?
    /// What stands behind the first.
    private var rest: CircularBuffer<Element>?

    var isEmpty: Bool { first == nil }

    var last: Element? {
        if let rest, let last = rest.last { return last }
        return first
    }

    mutating func append(_ element: Element) {
        guard first != nil else { return first = element }
        if rest == nil { rest = CircularBuffer(initialCapacity: 4) }
        rest?.append(element)
    }

    mutating func popFirst() -> Element? {
        defer { first = rest?.popFirst() }
        return first.take()
    }

    /// Puts another element in the place of the first.
    mutating func replaceFirst(with element: Element) {
        first = element
    }

    /// Takes all elements out, in order.
    mutating func removeAll() -> [Element] {
        defer { (first, rest) = (nil, nil) }
        return [first].compactMap(\.self) + (rest.map(Array.init) ?? [])
    }
}
