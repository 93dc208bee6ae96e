import Foundation
import SwiftProtobuf

/// Compares the contract with a released one. Whatever a program that was built from the released
/// one relies on must still be there, as PROTOCOL.md says under "Versions".
public struct Compatibility {
    /// A sentence for each thing that has gone or has changed.
    private(set) var breaks: [String] = []

    /// Reads the present descriptor set from standard input, and writes a line for each break to
    /// standard error.
    ///
    /// - Parameter path: the file with the released descriptor set.
    /// - Returns: whether there is no break.
    public static func check(with path: String) throws -> Bool {
        let released = try descriptors(Data(contentsOf: URL(filePath: path)))
        let present = try descriptors(FileHandle.standardInput.readDataToEndOfFile())
        let breaks = Compatibility(of: present, with: released).breaks
        FileHandle.standardError.write(Data(breaks.map { "\($0)\n" }.joined().utf8))
        return breaks.isEmpty
    }

    private static func descriptors(_ bytes: Data) throws -> Google_Protobuf_FileDescriptorSet {
        var options = SimpleExtensionMap()
        options.insert(contentsOf: ContractOptions.all)
        return try Google_Protobuf_FileDescriptorSet(serializedBytes: bytes, extensions: options)
    }

    init(
        of present: Google_Protobuf_FileDescriptorSet,
        with released: Google_Protobuf_FileDescriptorSet
    ) {
        compare(released.file, present.file, by: \.name) { $0.compare($1, $2, $3) }
    }

    // MARK: - What a file declares

    private mutating func compare(
        _ released: Google_Protobuf_FileDescriptorProto,
        _ present: Google_Protobuf_FileDescriptorProto, _ name: String
    ) {
        expect("package \(released.package)", "package \(present.package)", of: name)
        let package = released.package
        compare(released.messageType, present.messageType, by: \.name, in: package) {
            $0.compare($1, $2, $3)
        }
        compare(released.enumType, present.enumType, by: \.name, in: package) {
            $0.compare($1, $2, $3)
        }
        compare(released.service, present.service, by: \.name, in: package) {
            $0.compare($1.method, $2.method, by: \.name, in: $3) { $0.compare($1, $2, $3) }
        }
        compare(released.extension, present.extension, by: \.name, in: package) {
            $0.expect($1.shape, $2.shape, of: $3)
        }
    }

    private mutating func compare(
        _ released: Google_Protobuf_DescriptorProto, _ present: Google_Protobuf_DescriptorProto,
        _ name: String
    ) {
        compare(released.field, present.field, by: \.name, in: name) {
            $0.expect(released.shape(of: $1), present.shape(of: $2), of: $3)
        }
        compare(released.nestedType, present.nestedType, by: \.name, in: name) {
            $0.compare($1, $2, $3)
        }
        compare(released.enumType, present.enumType, by: \.name, in: name) {
            $0.compare($1, $2, $3)
        }
        let reserved = { (message: Google_Protobuf_DescriptorProto) in
            message.reservedRange.map { $0.start...$0.end - 1 }
        }
        expectReserved(reserved(released), reserved(present), of: name)
        expectReserved(released.reservedName, present.reservedName, of: name)
    }

    private mutating func compare(
        _ released: Google_Protobuf_EnumDescriptorProto,
        _ present: Google_Protobuf_EnumDescriptorProto, _ name: String
    ) {
        compare(released.value, present.value, by: \.name, in: name) {
            $0.expect("\($1.number)", "\($2.number)", of: $3)
        }
        let reserved = { (enumeration: Google_Protobuf_EnumDescriptorProto) in
            enumeration.reservedRange.map { $0.start...$0.end }
        }
        expectReserved(reserved(released), reserved(present), of: name)
        expectReserved(released.reservedName, present.reservedName, of: name)
    }

    private mutating func compare(
        _ released: Google_Protobuf_MethodDescriptorProto,
        _ present: Google_Protobuf_MethodDescriptorProto, _ name: String
    ) {
        expect(released.shape, present.shape, of: name)
        let (old, new) = (released.options, present.options)
        if !old.callers.isSubset(of: new.callers) { breaks.append("\(name) admits fewer callers.") }
        if old.isForApps, !new.isForApps { breaks.append("\(name) is no longer for apps.") }
        if old.acceptsFreshSession, !new.acceptsFreshSession {
            breaks.append("\(name) no longer accepts a fresh session.")
        }
        if old.idempotencyLevel.promise > new.idempotencyLevel.promise {
            breaks.append("\(name) has a lower idempotency_level.")
        }
        if old.maxRequestBytes > new.maxRequestBytes {
            breaks.append("\(name) has a smaller max_request_bytes.")
        }
    }

    // MARK: - How it is compared

    /// Finds what is gone, and compares what is still there.
    private mutating func compare<Part>(
        _ released: [Part], _ present: [Part], by name: KeyPath<Part, String>,
        in parent: String = "", _ compare: (inout Compatibility, Part, Part, String) -> Void
    ) {
        for old in released {
            let own = old[keyPath: name]
            let fullName = parent.isEmpty ? own : "\(parent).\(own)"
            if let new = present.first(where: { $0[keyPath: name] == own }) {
                compare(&self, old, new, fullName)
            } else {
                breaks.append("\(fullName) is gone.")
            }
        }
    }

    private mutating func expect(_ old: String, _ new: String, of name: String) {
        if old != new { breaks.append("\(name) was `\(old)` and is `\(new)`.") }
    }

    private mutating func expectReserved(
        _ old: [ClosedRange<Int32>], _ new: [ClosedRange<Int32>], of name: String
    ) {
        for range in old where !new.contains(where: { $0.contains(range) }) {
            breaks.append("\(name) no longer reserves \(range.lowerBound) to \(range.upperBound).")
        }
    }

    private mutating func expectReserved(_ old: [String], _ new: [String], of name: String) {
        for word in old where !new.contains(word) {
            breaks.append("\(name) no longer reserves `\(word)`.")
        }
    }
}

// MARK: - What must stay the same, as text

extension Google_Protobuf_DescriptorProto {
    fileprivate func shape(of field: Google_Protobuf_FieldDescriptorProto) -> String {
        guard field.hasOneofIndex, !field.proto3Optional else { return field.shape }
        return "\(field.shape) in oneof \(oneofDecl[Int(field.oneofIndex)].name)"
    }
}

extension Google_Protobuf_FieldDescriptorProto {
    fileprivate var shape: String {
        let kind = label == .repeated ? "repeated " : proto3Optional ? "optional " : ""
        let type = typeName.isEmpty ? "\(type)" : String(typeName.dropFirst())
        let extended = extendee.isEmpty ? "" : " of \(extendee.dropFirst())"
        return "\(kind)\(type) \(jsonName) = \(number)\(extended)"
    }
}

extension Google_Protobuf_MethodDescriptorProto {
    fileprivate var shape: String {
        let request = "(\(clientStreaming ? "stream " : "")\(inputType.dropFirst()))"
        return "\(request) returns (\(serverStreaming ? "stream " : "")\(outputType.dropFirst()))"
    }
}

// MARK: - What may only grow

extension Google_Protobuf_MethodOptions {
    fileprivate enum Caller { case withBadToken, stranger, user, admin, service, auth, `operator` }

    fileprivate var callers: Set<Caller> {
        switch getExtensionValue(ext: ContractOptions.access).flatMap(
            ContractOptions.Access.init(rawValue:))
        {
        case .anyone: [.withBadToken, .stranger, .user, .admin, .service, .auth, .operator]
        case .anyoneOrUser: [.stranger, .user, .admin, .service, .auth, .operator]
        case .user, .owner: [.user, .admin]
        case .service: [.service, .auth, .operator]
        case .admin: [.admin, .operator]
        case .auth: [.auth, .operator]
        case nil: []
        }
    }

    fileprivate var acceptsFreshSession: Bool {
        getExtensionValue(ext: ContractOptions.acceptsFreshSession) ?? false
    }
    fileprivate var isForApps: Bool { getExtensionValue(ext: ContractOptions.forApps) ?? false }

    fileprivate var maxRequestBytes: UInt32 {
        let written = getExtensionValue(ext: ContractOptions.maxRequestBytes) ?? 0
        return written > 0 ? written : 4096
    }
}

extension Google_Protobuf_MethodOptions.IdempotencyLevel {
    /// How much a client may rely on.
    fileprivate var promise: Int {
        switch self {
        case .idempotencyUnknown: 0
        case .idempotent: 1
        case .noSideEffects: 2
        }
    }
}
