/// A number as a type.
///
/// ArgumentParser knows a command by its type. With a number as its parameter, one generic type is
/// as many commands as the contract has.
protocol Ordinal {
    static var value: Int { get }
}

private enum First: Ordinal {
    static var value: Int { 0 }
}

private enum Next<Before: Ordinal>: Ordinal {
    static var value: Int { Before.value + 1 }
}

/// The numbers from 0 to below a count.
func ordinals(_ count: Int) -> [any Ordinal.Type] {
    var types: [any Ordinal.Type] = []
    func add<Last: Ordinal>(_: Last.Type) {
        guard types.count < count else { return }
        types.append(Last.self)
        add(Next<Last>.self)
    }
    add(First.self)
    return types
}
