// swift-format-ignore-file
// Generated from batch.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CTestMessages

/// Many messages for one run of protoc.
internal struct Batch: Message {
    internal var everything: [Everything]
    internal var trees: [Tree]
    internal var names: [Names]

    internal init(everything: [Everything] = [], trees: [Tree] = [], names: [Names] = []) {
        self.everything = everything
        self.trees = trees
        self.names = names
    }
}

extension Batch {
    internal static let layout = MessageLayout(rollcall__test__batch__init, isRecursive: true)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Batch.self)
        self.everything =
            try source.messages(c.pointee.everything, c.pointee.n_everything, "everything")
        self.trees = try source.messages(c.pointee.trees, c.pointee.n_trees, "trees")
        self.names = try source.messages(c.pointee.names, c.pointee.n_names, "names")
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Batch.self)
        (c.pointee.n_everything, c.pointee.everything) =
            target.list(self.everything) { target.message($0) }
        (c.pointee.n_trees, c.pointee.trees) = target.list(self.trees) { target.message($0) }
        (c.pointee.n_names, c.pointee.names) = target.list(self.names) { target.message($0) }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["everything": everything, "trees": trees, "names": names]
    }
}
