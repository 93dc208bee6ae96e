import SwiftProtobufPluginLibrary

extension Descriptor {
    /// Whether nothing in the schema bounds how deep messages of this type nest.
    var isRecursive: Bool {
        reachable { $0.fields }.contains { $0.holdsItself }
    }

    private var holdsItself: Bool {
        fields.contains { $0.messageType?.reaches(self, through: { $0.fields }) ?? false }
    }

    fileprivate func reaches(
        _ target: Descriptor, through fields: (Descriptor) -> [FieldDescriptor]
    ) -> Bool {
        reachable(through: fields).contains { $0 === target }
    }

    /// This type, and those of its fields, and of theirs, and so on.
    private func reachable(through fields: (Descriptor) -> [FieldDescriptor]) -> [Descriptor] {
        var found = [self]
        var next = 0
        while next < found.count {
            let types = fields(found[next]).compactMap(\.messageType)
            for type in types where !found.contains(where: { $0 === type }) {
                found.append(type)
            }
            next += 1
        }
        return found
    }
}

extension FieldDescriptor {
    /// Whether the Swift value in this field could hold, without an array or a dictionary between,
    /// another value of the type that it is in: such a struct would have no size.
    var isEndless: Bool {
        guard !isRepeated, let messageType else { return false }
        return messageType.reaches(containingType) { $0.fields.filter { !$0.isRepeated } }
    }
}
