// swift-format-ignore-file
// Generated from everything.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CTestMessages

/// Colors, one of them under two names.
internal enum Color: OpenEnum {
    case unspecified
    case red
    case brightGreen
    case _2d
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    /// The same as red.
    internal static let crimson = Self.red

    internal init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .red
        case 2: self = .brightGreen
        case 300: self = ._2d
        default: self = .unrecognized(rawValue)
        }
    }

    internal var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .red: 1
        case .brightGreen: 2
        case ._2d: 300
        case .unrecognized(let number): number
        }
    }
}

/// A message with every kind of field.
internal struct Everything: Message {
    internal var aDouble: Double
    internal var aFloat: Float
    internal var anInt32: Int32
    internal var anInt64: Int64
    internal var aUint32: UInt32
    internal var aUint64: UInt64
    internal var aSint32: Int32
    internal var aSint64: Int64
    internal var aFixed32: UInt32
    internal var aFixed64: UInt64
    internal var anSfixed32: Int32
    internal var anSfixed64: Int64
    internal var aBool: Bool
    internal var aString: String
    internal var someBytes: [UInt8]
    internal var color: Color
    internal var inner: Everything.Inner?
    internal var kind: Everything.Inner.Kind
    internal var doubles: [Double]
    internal var floats: [Float]
    internal var int32s: [Int32]
    internal var int64s: [Int64]
    internal var uint32s: [UInt32]
    internal var uint64s: [UInt64]
    internal var sint32s: [Int32]
    internal var sint64s: [Int64]
    internal var fixed32s: [UInt32]
    internal var fixed64s: [UInt64]
    internal var sfixed32s: [Int32]
    internal var sfixed64s: [Int64]
    internal var bools: [Bool]
    internal var strings: [String]
    internal var byteStrings: [[UInt8]]
    internal var colors: [Color]
    internal var inners: [Everything.Inner]
    internal var unpacked: [Int32]
    internal var maybeDouble: Double?
    internal var maybeInt64: Int64?
    internal var maybeBool: Bool?
    internal var maybeString: String?
    internal var maybeBytes: [UInt8]?
    internal var maybeColor: Color?
    internal var maybeInner: Everything.Inner?
    /// One of many kinds.
    internal var choice: Choice?
    internal var textsByText: [String: String]
    internal var innersByNumber: [Int32: Everything.Inner]
    internal var colorsByBool: [Bool: Color]
    internal var bytesByID: [UInt64: [UInt8]]
    /// The highest number that a field can have.
    internal var last: UInt32

    internal init(
        aDouble: Double = 0,
        aFloat: Float = 0,
        anInt32: Int32 = 0,
        anInt64: Int64 = 0,
        aUint32: UInt32 = 0,
        aUint64: UInt64 = 0,
        aSint32: Int32 = 0,
        aSint64: Int64 = 0,
        aFixed32: UInt32 = 0,
        aFixed64: UInt64 = 0,
        anSfixed32: Int32 = 0,
        anSfixed64: Int64 = 0,
        aBool: Bool = false,
        aString: String = "",
        someBytes: [UInt8] = [],
        color: Color = .unspecified,
        inner: Everything.Inner? = nil,
        kind: Everything.Inner.Kind = .unspecified,
        doubles: [Double] = [],
        floats: [Float] = [],
        int32s: [Int32] = [],
        int64s: [Int64] = [],
        uint32s: [UInt32] = [],
        uint64s: [UInt64] = [],
        sint32s: [Int32] = [],
        sint64s: [Int64] = [],
        fixed32s: [UInt32] = [],
        fixed64s: [UInt64] = [],
        sfixed32s: [Int32] = [],
        sfixed64s: [Int64] = [],
        bools: [Bool] = [],
        strings: [String] = [],
        byteStrings: [[UInt8]] = [],
        colors: [Color] = [],
        inners: [Everything.Inner] = [],
        unpacked: [Int32] = [],
        maybeDouble: Double? = nil,
        maybeInt64: Int64? = nil,
        maybeBool: Bool? = nil,
        maybeString: String? = nil,
        maybeBytes: [UInt8]? = nil,
        maybeColor: Color? = nil,
        maybeInner: Everything.Inner? = nil,
        choice: Choice? = nil,
        textsByText: [String: String] = [:],
        innersByNumber: [Int32: Everything.Inner] = [:],
        colorsByBool: [Bool: Color] = [:],
        bytesByID: [UInt64: [UInt8]] = [:],
        last: UInt32 = 0
    ) {
        self.aDouble = aDouble
        self.aFloat = aFloat
        self.anInt32 = anInt32
        self.anInt64 = anInt64
        self.aUint32 = aUint32
        self.aUint64 = aUint64
        self.aSint32 = aSint32
        self.aSint64 = aSint64
        self.aFixed32 = aFixed32
        self.aFixed64 = aFixed64
        self.anSfixed32 = anSfixed32
        self.anSfixed64 = anSfixed64
        self.aBool = aBool
        self.aString = aString
        self.someBytes = someBytes
        self.color = color
        self.inner = inner
        self.kind = kind
        self.doubles = doubles
        self.floats = floats
        self.int32s = int32s
        self.int64s = int64s
        self.uint32s = uint32s
        self.uint64s = uint64s
        self.sint32s = sint32s
        self.sint64s = sint64s
        self.fixed32s = fixed32s
        self.fixed64s = fixed64s
        self.sfixed32s = sfixed32s
        self.sfixed64s = sfixed64s
        self.bools = bools
        self.strings = strings
        self.byteStrings = byteStrings
        self.colors = colors
        self.inners = inners
        self.unpacked = unpacked
        self.maybeDouble = maybeDouble
        self.maybeInt64 = maybeInt64
        self.maybeBool = maybeBool
        self.maybeString = maybeString
        self.maybeBytes = maybeBytes
        self.maybeColor = maybeColor
        self.maybeInner = maybeInner
        self.choice = choice
        self.textsByText = textsByText
        self.innersByNumber = innersByNumber
        self.colorsByBool = colorsByBool
        self.bytesByID = bytesByID
        self.last = last
    }

    /// The value of `choice`.
    internal enum Choice: Sendable, Equatable {
        case chosenDouble(Double)
        case chosenInt(Int32)
        case chosenBool(Bool)
        case chosenString(String)
        case chosenBytes([UInt8])
        case chosenColor(Color)
        case chosenInner(Everything.Inner)
        case chosenEmpty(Empty)
    }

    /// A message inside a message.
    internal struct Inner: Message {
        internal var name: String
        internal var kind: Everything.Inner.Kind
        internal var numbers: [UInt32]

        internal init(
            name: String = "",
            kind: Everything.Inner.Kind = .unspecified,
            numbers: [UInt32] = []
        ) {
            self.name = name
            self.kind = kind
            self.numbers = numbers
        }

        /// What kind it is.
        internal enum Kind: OpenEnum {
            case unspecified
            case negative
            case `default`
            /// A number that this version of the schema does not name.
            case unrecognized(Int32)

            internal init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .unspecified
                case -7: self = .negative
                case 2: self = .`default`
                default: self = .unrecognized(rawValue)
                }
            }

            internal var rawValue: Int32 {
                switch self {
                case .unspecified: 0
                case .negative: -7
                case .`default`: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Everything {
    internal static let layout = MessageLayout(rollcall__test__everything__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Everything.self)
        self.aDouble = c.pointee.a_double
        self.aFloat = c.pointee.a_float
        self.anInt32 = c.pointee.an_int32
        self.anInt64 = c.pointee.an_int64
        self.aUint32 = c.pointee.a_uint32
        self.aUint64 = c.pointee.a_uint64
        self.aSint32 = c.pointee.a_sint32
        self.aSint64 = c.pointee.a_sint64
        self.aFixed32 = c.pointee.a_fixed32
        self.aFixed64 = c.pointee.a_fixed64
        self.anSfixed32 = c.pointee.an_sfixed32
        self.anSfixed64 = c.pointee.an_sfixed64
        self.aBool = c.pointee.a_bool != 0
        self.aString = try source.string(c.pointee.a_string, "a_string")
        self.someBytes = source.bytes(c.pointee.some_bytes)
        self.color = Color(c.pointee.color)
        self.inner = try source.message(c.pointee.inner, "inner")
        self.kind = Everything.Inner.Kind(c.pointee.kind)
        self.doubles = source.list(c.pointee.doubles, c.pointee.n_doubles)
        self.floats = source.list(c.pointee.floats, c.pointee.n_floats)
        self.int32s = source.list(c.pointee.int32s, c.pointee.n_int32s)
        self.int64s = source.list(c.pointee.int64s, c.pointee.n_int64s)
        self.uint32s = source.list(c.pointee.uint32s, c.pointee.n_uint32s)
        self.uint64s = source.list(c.pointee.uint64s, c.pointee.n_uint64s)
        self.sint32s = source.list(c.pointee.sint32s, c.pointee.n_sint32s)
        self.sint64s = source.list(c.pointee.sint64s, c.pointee.n_sint64s)
        self.fixed32s = source.list(c.pointee.fixed32s, c.pointee.n_fixed32s)
        self.fixed64s = source.list(c.pointee.fixed64s, c.pointee.n_fixed64s)
        self.sfixed32s = source.list(c.pointee.sfixed32s, c.pointee.n_sfixed32s)
        self.sfixed64s = source.list(c.pointee.sfixed64s, c.pointee.n_sfixed64s)
        self.bools = source.list(c.pointee.bools, c.pointee.n_bools) { $0 != 0 }
        self.strings = try source.strings(c.pointee.strings, c.pointee.n_strings, "strings")
        self.byteStrings =
            source.list(c.pointee.byte_strings, c.pointee.n_byte_strings) { source.bytes($0) }
        self.colors = source.list(c.pointee.colors, c.pointee.n_colors) { Color($0) }
        self.inners = try source.messages(c.pointee.inners, c.pointee.n_inners, "inners")
        self.unpacked = source.list(c.pointee.unpacked, c.pointee.n_unpacked)
        if c.pointee._maybe_double_case.rawValue == 41 {
            self.maybeDouble = c.pointee.maybe_double
        }
        if c.pointee._maybe_int64_case.rawValue == 42 {
            self.maybeInt64 = c.pointee.maybe_int64
        }
        if c.pointee._maybe_bool_case.rawValue == 43 {
            self.maybeBool = c.pointee.maybe_bool != 0
        }
        if c.pointee._maybe_string_case.rawValue == 44 {
            self.maybeString = try source.string(c.pointee.maybe_string, "maybe_string")
        }
        if c.pointee._maybe_bytes_case.rawValue == 45 {
            self.maybeBytes = source.bytes(c.pointee.maybe_bytes)
        }
        if c.pointee._maybe_color_case.rawValue == 46 {
            self.maybeColor = Color(c.pointee.maybe_color)
        }
        self.maybeInner = try source.message(c.pointee.maybe_inner, "maybe_inner")
        switch c.pointee.choice_case.rawValue {
        case 51: self.choice = .chosenDouble(c.pointee.chosen_double)
        case 52: self.choice = .chosenInt(c.pointee.chosen_int)
        case 53: self.choice = .chosenBool(c.pointee.chosen_bool != 0)
        case 54:
            self.choice = .chosenString(try source.string(c.pointee.chosen_string, "chosen_string"))
        case 55: self.choice = .chosenBytes(source.bytes(c.pointee.chosen_bytes))
        case 56: self.choice = .chosenColor(Color(c.pointee.chosen_color))
        case 57:
            self.choice = (try source.message(c.pointee.chosen_inner, "chosen_inner")).map { .chosenInner($0) }
        case 58:
            self.choice = (try source.message(c.pointee.chosen_empty, "chosen_empty")).map { .chosenEmpty($0) }
        default: self.choice = nil
        }
        self.textsByText = try source.map(
            c.pointee.texts_by_text,
            c.pointee.n_texts_by_text
        ) { entry throws(CodecError) in
            (
                try source.string(entry.pointee.key, "texts_by_text"),
                try source.string(entry.pointee.value, "texts_by_text")
            )
        }
        self.innersByNumber = try source.map(
            c.pointee.inners_by_number,
            c.pointee.n_inners_by_number
        ) { entry throws(CodecError) in
            (
                entry.pointee.key,
                try source.message(entry.pointee.value, "inners_by_number") ?? Everything.Inner()
            )
        }
        self.colorsByBool = try source.map(
            c.pointee.colors_by_bool,
            c.pointee.n_colors_by_bool
        ) { entry throws(CodecError) in
            (entry.pointee.key != 0, Color(entry.pointee.value))
        }
        self.bytesByID = try source.map(
            c.pointee.bytes_by_id,
            c.pointee.n_bytes_by_id
        ) { entry throws(CodecError) in
            (entry.pointee.key, source.bytes(entry.pointee.value))
        }
        self.last = c.pointee.last
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Everything.self)
        c.pointee.a_double = self.aDouble
        c.pointee.a_float = self.aFloat
        c.pointee.an_int32 = self.anInt32
        c.pointee.an_int64 = self.anInt64
        c.pointee.a_uint32 = self.aUint32
        c.pointee.a_uint64 = self.aUint64
        c.pointee.a_sint32 = self.aSint32
        c.pointee.a_sint64 = self.aSint64
        c.pointee.a_fixed32 = self.aFixed32
        c.pointee.a_fixed64 = self.aFixed64
        c.pointee.an_sfixed32 = self.anSfixed32
        c.pointee.an_sfixed64 = self.anSfixed64
        c.pointee.a_bool = self.aBool ? 1 : 0
        c.pointee.a_string = target.string(self.aString)
        c.pointee.some_bytes = target.bytes(self.someBytes)
        c.pointee.color = .init(rawValue: .init(truncatingIfNeeded: self.color.rawValue))
        c.pointee.inner = target.message(ifAny: self.inner)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        (c.pointee.n_doubles, c.pointee.doubles) = target.list(self.doubles) { $0 }
        (c.pointee.n_floats, c.pointee.floats) = target.list(self.floats) { $0 }
        (c.pointee.n_int32s, c.pointee.int32s) = target.list(self.int32s) { $0 }
        (c.pointee.n_int64s, c.pointee.int64s) = target.list(self.int64s) { $0 }
        (c.pointee.n_uint32s, c.pointee.uint32s) = target.list(self.uint32s) { $0 }
        (c.pointee.n_uint64s, c.pointee.uint64s) = target.list(self.uint64s) { $0 }
        (c.pointee.n_sint32s, c.pointee.sint32s) = target.list(self.sint32s) { $0 }
        (c.pointee.n_sint64s, c.pointee.sint64s) = target.list(self.sint64s) { $0 }
        (c.pointee.n_fixed32s, c.pointee.fixed32s) = target.list(self.fixed32s) { $0 }
        (c.pointee.n_fixed64s, c.pointee.fixed64s) = target.list(self.fixed64s) { $0 }
        (c.pointee.n_sfixed32s, c.pointee.sfixed32s) = target.list(self.sfixed32s) { $0 }
        (c.pointee.n_sfixed64s, c.pointee.sfixed64s) = target.list(self.sfixed64s) { $0 }
        (c.pointee.n_bools, c.pointee.bools) = target.list(self.bools) { $0 ? 1 : 0 }
        (c.pointee.n_strings, c.pointee.strings) = target.list(self.strings) { target.string($0) }
        (c.pointee.n_byte_strings, c.pointee.byte_strings) =
            target.list(self.byteStrings) { target.bytes($0) }
        (c.pointee.n_colors, c.pointee.colors) =
            target.list(self.colors) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        (c.pointee.n_inners, c.pointee.inners) = target.list(self.inners) { target.message($0) }
        (c.pointee.n_unpacked, c.pointee.unpacked) = target.list(self.unpacked) { $0 }
        if let value = self.maybeDouble {
            c.pointee._maybe_double_case = .init(rawValue: 41)
            c.pointee.maybe_double = value
        }
        if let value = self.maybeInt64 {
            c.pointee._maybe_int64_case = .init(rawValue: 42)
            c.pointee.maybe_int64 = value
        }
        if let value = self.maybeBool {
            c.pointee._maybe_bool_case = .init(rawValue: 43)
            c.pointee.maybe_bool = value ? 1 : 0
        }
        if let value = self.maybeString {
            c.pointee._maybe_string_case = .init(rawValue: 44)
            c.pointee.maybe_string = target.string(value)
        }
        if let value = self.maybeBytes {
            c.pointee._maybe_bytes_case = .init(rawValue: 45)
            c.pointee.maybe_bytes = target.bytes(value)
        }
        if let value = self.maybeColor {
            c.pointee._maybe_color_case = .init(rawValue: 46)
            c.pointee.maybe_color = .init(rawValue: .init(truncatingIfNeeded: value.rawValue))
        }
        if let value = self.maybeInner {
            c.pointee._maybe_inner_case = .init(rawValue: 47)
            c.pointee.maybe_inner = target.message(value)
        }
        switch self.choice {
        case .chosenDouble(let value):
            c.pointee.choice_case = .init(rawValue: 51)
            c.pointee.chosen_double = value
        case .chosenInt(let value):
            c.pointee.choice_case = .init(rawValue: 52)
            c.pointee.chosen_int = value
        case .chosenBool(let value):
            c.pointee.choice_case = .init(rawValue: 53)
            c.pointee.chosen_bool = value ? 1 : 0
        case .chosenString(let value):
            c.pointee.choice_case = .init(rawValue: 54)
            c.pointee.chosen_string = target.string(value)
        case .chosenBytes(let value):
            c.pointee.choice_case = .init(rawValue: 55)
            c.pointee.chosen_bytes = target.bytes(value)
        case .chosenColor(let value):
            c.pointee.choice_case = .init(rawValue: 56)
            c.pointee.chosen_color = .init(rawValue: .init(truncatingIfNeeded: value.rawValue))
        case .chosenInner(let value):
            c.pointee.choice_case = .init(rawValue: 57)
            c.pointee.chosen_inner = target.message(value)
        case .chosenEmpty(let value):
            c.pointee.choice_case = .init(rawValue: 58)
            c.pointee.chosen_empty = target.message(value)
        case nil: break
        }
        (c.pointee.n_texts_by_text, c.pointee.texts_by_text) = target.map(
            self.textsByText,
            rollcall__test__everything__texts_by_text_entry__init
        ) { entry, key, value in
            entry.pointee.key = target.string(key)
            entry.pointee.value = target.string(value)
        }
        (c.pointee.n_inners_by_number, c.pointee.inners_by_number) = target.map(
            self.innersByNumber,
            rollcall__test__everything__inners_by_number_entry__init
        ) { entry, key, value in
            entry.pointee.key = key
            entry.pointee.value = target.message(value)
        }
        (c.pointee.n_colors_by_bool, c.pointee.colors_by_bool) = target.map(
            self.colorsByBool,
            rollcall__test__everything__colors_by_bool_entry__init
        ) { entry, key, value in
            entry.pointee.key = key ? 1 : 0
            entry.pointee.value = .init(rawValue: .init(truncatingIfNeeded: value.rawValue))
        }
        (c.pointee.n_bytes_by_id, c.pointee.bytes_by_id) = target.map(
            self.bytesByID,
            rollcall__test__everything__bytes_by_id_entry__init
        ) { entry, key, value in
            entry.pointee.key = key
            entry.pointee.value = target.bytes(value)
        }
        c.pointee.last = self.last
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        [
            "aDouble": aDouble,
            "aFloat": aFloat,
            "anInt32": anInt32,
            "anInt64": anInt64,
            "aUint32": aUint32,
            "aUint64": aUint64,
            "aSint32": aSint32,
            "aSint64": aSint64,
            "aFixed32": aFixed32,
            "aFixed64": aFixed64,
            "anSfixed32": anSfixed32,
            "anSfixed64": anSfixed64,
            "aBool": aBool,
            "aString": aString,
            "someBytes": someBytes,
            "color": color,
            "inner": inner as Any,
            "kind": kind,
            "doubles": doubles,
            "floats": floats,
            "int32s": int32s,
            "int64s": int64s,
            "uint32s": uint32s,
            "uint64s": uint64s,
            "sint32s": sint32s,
            "sint64s": sint64s,
            "fixed32s": fixed32s,
            "fixed64s": fixed64s,
            "sfixed32s": sfixed32s,
            "sfixed64s": sfixed64s,
            "bools": bools,
            "strings": strings,
            "byteStrings": byteStrings,
            "colors": colors,
            "inners": inners,
            "unpacked": unpacked,
            "maybeDouble": maybeDouble as Any,
            "maybeInt64": maybeInt64 as Any,
            "maybeBool": maybeBool as Any,
            "maybeString": maybeString as Any,
            "maybeBytes": maybeBytes as Any,
            "maybeColor": maybeColor as Any,
            "maybeInner": maybeInner as Any,
            "choice": choice as Any,
            "textsByText": textsByText,
            "innersByNumber": innersByNumber,
            "colorsByBool": colorsByBool,
            "bytesByID": bytesByID,
            "last": last,
        ]
    }
}

extension Everything.Inner {
    internal static let layout = MessageLayout(rollcall__test__everything__inner__init)

    internal init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__Test__Everything__Inner.self)
        self.name = try source.string(c.pointee.name, "name")
        self.kind = Everything.Inner.Kind(c.pointee.kind)
        self.numbers = source.list(c.pointee.numbers, c.pointee.n_numbers)
    }

    internal func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__Test__Everything__Inner.self)
        c.pointee.name = target.string(self.name)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        (c.pointee.n_numbers, c.pointee.numbers) = target.list(self.numbers) { $0 }
    }

    internal var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "kind": kind, "numbers": numbers]
    }
}

/// A message without fields.
internal struct Empty: EmptyMessage {
    internal init() {}
}

extension Empty {
    internal static let layout = MessageLayout(rollcall__test__empty__init)
}
