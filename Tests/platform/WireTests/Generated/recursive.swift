// swift-format-ignore-file
// Generated from recursive.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CTestMessages

/// A message that can hold itself in every way.
internal struct Tree: Message {
    internal var name: String
    internal var child: Tree? {
        get { _child.first }
        set { _child = newValue.map { [$0] } ?? [] }
    }
    /// A message that can hold itself is kept in an array of one.
    private var _child: [Tree]
    internal var children: [Tree]
    internal var byName: [String: Tree]
    internal var way: Way?
    internal var maybe: Tree? {
        get { _maybe.first }
        set { _maybe = newValue.map { [$0] } ?? [] }
    }
    /// A message that can hold itself is kept in an array of one.
    private var _maybe: [Tree]

    internal init(
        name: String = "",
        child: Tree? = nil,
        children: [Tree] = [],
        byName: [String: Tree] = [:],
        way: Way? = nil,
        maybe: Tree? = nil
    ) {
        self.name = name
        self._child = child.map { [$0] } ?? []
        self.children = children
        self.byName = byName
        self.way = way
        self._maybe = maybe.map { [$0] } ?? []
    }

    /// The value of `way`.
    internal enum Way: Sendable, Equatable {
        indirect case left(Tree)
        indirect case right(Branch)
    }
}

extension Tree {
    internal static let layout = MessageLayout(rollcall__test__tree__init, isRecursive: true)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Tree.self)
        self.name = try source.string(c.pointee.name, "name")
        self._child = try source.boxed(c.pointee.child, "child")
        self.children = try source.messages(c.pointee.children, c.pointee.n_children, "children")
        self.byName = try source.map(
            c.pointee.by_name,
            c.pointee.n_by_name
        ) { entry throws(CodecError) in
            (
                try source.string(entry.pointee.key, "by_name"),
                try source.message(entry.pointee.value, "by_name") ?? Tree()
            )
        }
        switch c.pointee.way_case.rawValue {
        case 5: self.way = (try source.message(c.pointee.left, "left")).map { .left($0) }
        case 6: self.way = (try source.message(c.pointee.right, "right")).map { .right($0) }
        default: self.way = nil
        }
        self._maybe = try source.boxed(c.pointee.maybe, "maybe")
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Tree.self)
        c.pointee.name = target.string(self.name)
        c.pointee.child = target.message(ifAny: self.child)
        (c.pointee.n_children, c.pointee.children) =
            target.list(self.children) { target.message($0) }
        (c.pointee.n_by_name, c.pointee.by_name) = target.map(
            self.byName,
            rollcall__test__tree__by_name_entry__init
        ) { entry, key, value in
            entry.pointee.key = target.string(key)
            entry.pointee.value = target.message(value)
        }
        switch self.way {
        case .left(let value):
            c.pointee.way_case = .init(rawValue: 5)
            c.pointee.left = target.message(value)
        case .right(let value):
            c.pointee.way_case = .init(rawValue: 6)
            c.pointee.right = target.message(value)
        case nil: break
        }
        if let value = self.maybe {
            c.pointee._maybe_case = .init(rawValue: 7)
            c.pointee.maybe = target.message(value)
        }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        [
            "name": name,
            "child": child as Any,
            "children": children,
            "byName": byName,
            "way": way as Any,
            "maybe": maybe as Any,
        ]
    }
}

/// A message that can hold itself by way of another.
internal struct Branch: Message {
    internal var tree: Tree? {
        get { _tree.first }
        set { _tree = newValue.map { [$0] } ?? [] }
    }
    /// A message that can hold itself is kept in an array of one.
    private var _tree: [Tree]
    internal var weight: UInt32

    internal init(tree: Tree? = nil, weight: UInt32 = 0) {
        self._tree = tree.map { [$0] } ?? []
        self.weight = weight
    }
}

extension Branch {
    internal static let layout = MessageLayout(rollcall__test__branch__init, isRecursive: true)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Branch.self)
        self._tree = try source.boxed(c.pointee.tree, "tree")
        self.weight = c.pointee.weight
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Branch.self)
        c.pointee.tree = target.message(ifAny: self.tree)
        c.pointee.weight = self.weight
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["tree": tree as Any, "weight": weight]
    }
}

/// A message that is not within itself, but nests without a bound.
internal struct Forest: Message {
    internal var trees: [Tree]

    internal init(trees: [Tree] = []) {
        self.trees = trees
    }
}

extension Forest {
    internal static let layout = MessageLayout(rollcall__test__forest__init, isRecursive: true)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Forest.self)
        self.trees = try source.messages(c.pointee.trees, c.pointee.n_trees, "trees")
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Forest.self)
        (c.pointee.n_trees, c.pointee.trees) = target.list(self.trees) { target.message($0) }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["trees": trees]
    }
}
