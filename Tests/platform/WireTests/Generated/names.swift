// swift-format-ignore-file
// Generated from names.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CTestMessages

/// A message whose names mean something else in Swift or C.
internal struct Names: Message {
    internal var `in`: String
    internal var self_: String
    internal var init_: String
    internal var description_: String
    internal var `default`: String
    internal var int: String
    internal var `class`: String
    internal var base: String
    internal var userID: String
    internal var photoIDs: String
    internal var camelCase: String
    internal var url: String
    internal var source: String
    internal var target: String
    internal var c: String
    internal var value: String
    internal var hash: String
    internal var type: Names.Type_
    internal var `switch`: Switch?

    internal init(
        `in`: String = "",
        self_: String = "",
        init_: String = "",
        description_: String = "",
        `default`: String = "",
        int: String = "",
        `class`: String = "",
        base: String = "",
        userID: String = "",
        photoIDs: String = "",
        camelCase: String = "",
        url: String = "",
        source: String = "",
        target: String = "",
        c: String = "",
        value: String = "",
        hash: String = "",
        type: Names.Type_ = .self_,
        `switch`: Switch? = nil
    ) {
        self.`in` = `in`
        self.self_ = self_
        self.init_ = init_
        self.description_ = description_
        self.`default` = `default`
        self.int = int
        self.`class` = `class`
        self.base = base
        self.userID = userID
        self.photoIDs = photoIDs
        self.camelCase = camelCase
        self.url = url
        self.source = source
        self.target = target
        self.c = c
        self.value = value
        self.hash = hash
        self.type = type
        self.`switch` = `switch`
    }

    /// The value of `switch`.
    internal enum Switch: Sendable, Equatable {
        case `case`(String)
        case none_(Bool)
    }

    /// A type that Swift has a word for.
    internal enum Type_: OpenEnum {
        case self_
        case init_
        case unrecognized_
        case rawValue_
        /// A number that this version of the schema does not name.
        case unrecognized(Int32)

        internal init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .self_
            case 1: self = .init_
            case 2: self = .unrecognized_
            case 3: self = .rawValue_
            default: self = .unrecognized(rawValue)
            }
        }

        internal var rawValue: Int32 {
            switch self {
            case .self_: 0
            case .init_: 1
            case .unrecognized_: 2
            case .rawValue_: 3
            case .unrecognized(let number): number
            }
        }
    }
}

extension Names {
    internal static let layout = MessageLayout(rollcall__test__names__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Names.self)
        self.`in` = try source.string(c.pointee.in, "in")
        self.self_ = try source.string(c.pointee.self_, "self")
        self.init_ = try source.string(c.pointee.init_, "init")
        self.description_ = try source.string(c.pointee.description, "description")
        self.`default` = try source.string(c.pointee.default_, "default")
        self.int = try source.string(c.pointee.int_, "int")
        self.`class` = try source.string(c.pointee.class_, "class")
        self.base = try source.string(c.pointee.base_, "base")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.photoIDs = try source.string(c.pointee.photo_ids, "photo_ids")
        self.camelCase = try source.string(c.pointee.camelcase, "camelCase")
        self.url = try source.string(c.pointee.url, "url")
        self.source = try source.string(c.pointee.source, "source")
        self.target = try source.string(c.pointee.target, "target")
        self.c = try source.string(c.pointee.c, "c")
        self.value = try source.string(c.pointee.value, "value")
        self.hash = try source.string(c.pointee.hash, "hash")
        self.type = Names.Type_(c.pointee.type)
        switch c.pointee.switch_case.rawValue {
        case 19: self.`switch` = .`case`(try source.string(c.pointee.case_, "case"))
        case 20: self.`switch` = .none_(c.pointee.none != 0)
        default: self.`switch` = nil
        }
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Names.self)
        c.pointee.in = target.string(self.`in`)
        c.pointee.self_ = target.string(self.self_)
        c.pointee.init_ = target.string(self.init_)
        c.pointee.description = target.string(self.description_)
        c.pointee.default_ = target.string(self.`default`)
        c.pointee.int_ = target.string(self.int)
        c.pointee.class_ = target.string(self.`class`)
        c.pointee.base_ = target.string(self.base)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.photo_ids = target.string(self.photoIDs)
        c.pointee.camelcase = target.string(self.camelCase)
        c.pointee.url = target.string(self.url)
        c.pointee.source = target.string(self.source)
        c.pointee.target = target.string(self.target)
        c.pointee.c = target.string(self.c)
        c.pointee.value = target.string(self.value)
        c.pointee.hash = target.string(self.hash)
        c.pointee.type = .init(rawValue: .init(truncatingIfNeeded: self.type.rawValue))
        switch self.`switch` {
        case .`case`(let value):
            c.pointee.switch_case = .init(rawValue: 19)
            c.pointee.case_ = target.string(value)
        case .none_(let value):
            c.pointee.switch_case = .init(rawValue: 20)
            c.pointee.none = value ? 1 : 0
        case nil: break
        }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        [
            "in": `in`,
            "self_": self_,
            "init_": init_,
            "description_": description_,
            "default": `default`,
            "int": int,
            "class": `class`,
            "base": base,
            "userID": userID,
            "photoIDs": photoIDs,
            "camelCase": camelCase,
            "url": url,
            "source": source,
            "target": target,
            "c": c,
            "value": value,
            "hash": hash,
            "type": type,
            "switch": `switch` as Any,
        ]
    }
}

/// A message that has secrets.
internal struct Secrets: Message {
    internal var name: String
    internal var password: String
    internal var tokens: [String]
    internal var answers: [String: String]
    internal var inner: Secrets? {
        get { _inner.first }
        set { _inner = newValue.map { [$0] } ?? [] }
    }
    /// A message that can hold itself is kept in an array of one.
    private var _inner: [Secrets]
    internal var list: [Secrets]
    internal var proof: Proof?
    internal var pin: String?

    internal init(
        name: String = "",
        password: String = "",
        tokens: [String] = [],
        answers: [String: String] = [:],
        inner: Secrets? = nil,
        list: [Secrets] = [],
        proof: Proof? = nil,
        pin: String? = nil
    ) {
        self.name = name
        self.password = password
        self.tokens = tokens
        self.answers = answers
        self._inner = inner.map { [$0] } ?? []
        self.list = list
        self.proof = proof
        self.pin = pin
    }

    /// The value of `proof`.
    internal enum Proof: Sendable, Equatable {
        case code(String)
        case hint(String)
    }
}

extension Secrets {
    internal static let layout = MessageLayout(rollcall__test__secrets__init, isRecursive: true)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Secrets.self)
        self.name = try source.string(c.pointee.name, "name")
        self.password = try source.string(c.pointee.password, "password")
        self.tokens = try source.strings(c.pointee.tokens, c.pointee.n_tokens, "tokens")
        self.answers = try source.map(
            c.pointee.answers,
            c.pointee.n_answers
        ) { entry throws(CodecError) in
            (
                try source.string(entry.pointee.key, "answers"),
                try source.string(entry.pointee.value, "answers")
            )
        }
        self._inner = try source.boxed(c.pointee.inner, "inner")
        self.list = try source.messages(c.pointee.list, c.pointee.n_list, "list")
        switch c.pointee.proof_case.rawValue {
        case 7: self.proof = .code(try source.string(c.pointee.code, "code"))
        case 8: self.proof = .hint(try source.string(c.pointee.hint, "hint"))
        default: self.proof = nil
        }
        if c.pointee._pin_case.rawValue == 9 {
            self.pin = try source.string(c.pointee.pin, "pin")
        }
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Secrets.self)
        c.pointee.name = target.string(self.name)
        c.pointee.password = target.string(self.password)
        (c.pointee.n_tokens, c.pointee.tokens) = target.list(self.tokens) { target.string($0) }
        (c.pointee.n_answers, c.pointee.answers) = target.map(
            self.answers,
            rollcall__test__secrets__answers_entry__init
        ) { entry, key, value in
            entry.pointee.key = target.string(key)
            entry.pointee.value = target.string(value)
        }
        c.pointee.inner = target.message(ifAny: self.inner)
        (c.pointee.n_list, c.pointee.list) = target.list(self.list) { target.message($0) }
        switch self.proof {
        case .code(let value):
            c.pointee.proof_case = .init(rawValue: 7)
            c.pointee.code = target.string(value)
        case .hint(let value):
            c.pointee.proof_case = .init(rawValue: 8)
            c.pointee.hint = target.string(value)
        case nil: break
        }
        if let value = self.pin {
            c.pointee._pin_case = .init(rawValue: 9)
            c.pointee.pin = target.string(value)
        }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        [
            "name": name,
            "password": Redacted(),
            "tokens": Redacted(),
            "answers": Redacted(),
            "inner": inner as Any,
            "list": list,
            "proof": proof as Any,
            "pin": Redacted(),
        ]
    }
}

extension Secrets.Proof: FieldDescribing {
    internal var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .code: ["code": Redacted()]
        case .hint(let value): ["hint": value]
        }
    }
}
