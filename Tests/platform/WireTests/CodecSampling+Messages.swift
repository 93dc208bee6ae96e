extension Sampler {
    mutating func everything() -> Everything {
        var message = Everything()
        message.aDouble = real()
        message.aFloat = Float(real())
        message.anInt32 = integer()
        message.anInt64 = integer()
        message.aUint32 = integer()
        message.aUint64 = integer()
        message.aSint32 = integer()
        message.aSint64 = integer()
        message.aFixed32 = integer()
        message.aFixed64 = integer()
        message.anSfixed32 = integer()
        message.anSfixed64 = integer()
        message.aBool = chance(2)
        message.aString = text()
        message.someBytes = bytes()
        message.color = color()
        message.inner = maybe { $0.inner() }
        message.kind = Everything.Inner.Kind(rawValue: chance(2) ? -7 : integer())
        message.last = integer()
        message.choice = maybe { $0.choice() }
        addLists(to: &message)
        addOptionals(to: &message)
        addMaps(to: &message)
        return message
    }

    private mutating func addLists(to message: inout Everything) {
        message.doubles = list { $0.real() }
        message.floats = list { Float($0.real()) }
        message.int32s = list { $0.integer() }
        message.int64s = list { $0.integer() }
        message.uint32s = list { $0.integer() }
        message.uint64s = list { $0.integer() }
        message.sint32s = list { $0.integer() }
        message.sint64s = list { $0.integer() }
        message.fixed32s = list { $0.integer() }
        message.fixed64s = list { $0.integer() }
        message.sfixed32s = list { $0.integer() }
        message.sfixed64s = list { $0.integer() }
        message.bools = list { $0.chance(2) }
        message.strings = list { $0.text() }
        message.byteStrings = list { $0.bytes() }
        message.colors = list { $0.color() }
        message.inners = list { $0.inner() }
        message.unpacked = list { $0.integer() }
    }

    private mutating func addOptionals(to message: inout Everything) {
        message.maybeDouble = maybe { $0.real() }
        message.maybeInt64 = maybe { $0.integer() }
        message.maybeBool = maybe { $0.chance(2) }
        message.maybeString = maybe { $0.text() }
        message.maybeBytes = maybe { $0.bytes() }
        message.maybeColor = maybe { $0.color() }
        message.maybeInner = maybe { $0.inner() }
    }

    private mutating func addMaps(to message: inout Everything) {
        for _ in 0..<(integer() as UInt8 % 4) {
            message.textsByText[text()] = text()
            message.innersByNumber[integer()] = inner()
            message.colorsByBool[chance(2)] = color()
            message.bytesByID[integer()] = bytes()
        }
    }

    private mutating func inner() -> Everything.Inner {
        Everything.Inner(name: text(), kind: .default, numbers: list { $0.integer() })
    }

    private mutating func color() -> Color {
        Color(rawValue: chance(3) ? integer() : Int32.random(in: 0...3, using: &generator))
    }

    private mutating func choice() -> Everything.Choice {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .chosenDouble(real())
        case 1: .chosenInt(integer())
        case 2: .chosenBool(chance(2))
        case 3: .chosenString(text())
        case 4: .chosenBytes(bytes())
        case 5: .chosenColor(color())
        case 6: .chosenInner(inner())
        default: .chosenEmpty(Empty())
        }
    }

    /// - Parameter depth: how many more messages may nest.
    mutating func tree(depth: Int) -> Tree {
        var tree = Tree(name: text())
        guard depth > 0 else { return tree }
        tree.child = maybe { $0.tree(depth: depth - 1) }
        tree.maybe = maybe { $0.tree(depth: depth - 2) }
        if chance(3) {
            tree.children = [self.tree(depth: depth - 1), self.tree(depth: depth - 2)]
        }
        if chance(3) {
            tree.byName[text()] = self.tree(depth: depth - 2)
        }
        tree.way = maybe { sampler in
            sampler.chance(2)
                ? .left(sampler.tree(depth: depth - 1))
                : .right(Branch(tree: sampler.tree(depth: depth - 2), weight: sampler.integer()))
        }
        return tree
    }

    mutating func names() -> Names {
        var names = Names()
        names.in = text()
        names.self_ = text()
        names.init_ = text()
        names.description_ = text()
        names.default = text()
        names.class = text()
        names.base = text()
        names.userID = text()
        names.camelCase = text()
        names.type = maybe { _ in .rawValue_ } ?? .init(rawValue: integer())
        names.switch = maybe { $0.chance(2) ? .case($0.text()) : .none_($0.chance(2)) }
        return names
    }
}
