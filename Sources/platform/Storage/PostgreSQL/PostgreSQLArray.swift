import RollcallBasics

/// Writes a list as an array in PostgreSQL's binary format (`array_send` of its sources): the
/// number of dimensions, whether there are NULLs, the type of the elements; for the one dimension
/// its length and its first index; each element with its length, which is -1 for NULL.
final class PostgreSQLArray: ParameterSink {
    private var elements: [UInt8] = []
    private var hasNull = false

    static func encode<Element: SQLValue>(_ list: [Element], into bytes: inout [UInt8]) {
        let array = PostgreSQLArray()
        for element in list {
            var parameter = Parameter(sink: array, index: 0)
            element.bind(to: &parameter)
        }
        bytes.append(bigEndian: Int32(list.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(array.hasNull ? 1 : 0))
        bytes.append(bigEndian: Element.sqlType.oid)
        guard !list.isEmpty else { return }
        bytes.append(bigEndian: Int32(list.count))
        bytes.append(bigEndian: Int32(1))
        bytes += array.elements
    }

    func bindNull(at index: Int) {
        hasNull = true
        elements.append(bigEndian: Int32(-1))
    }

    func bind(_ value: Int64, at index: Int) {
        elements.append(bigEndian: Int32(8))
        elements.append(bigEndian: value)
    }

    func bind(_ value: Bool, at index: Int) {
        elements.append(bigEndian: Int32(1))
        elements.append(value ? 1 : 0)
    }

    func bind(_ value: String, at index: Int) {
        elements.append(bigEndian: Int32(value.utf8.count))
        elements += value.utf8
    }

    func bind(_ value: UnsafeRawBufferPointer, at index: Int) {
        elements.append(bigEndian: Int32(value.count))
        elements += value
    }

    func bind<Element: SQLValue>(list: [Element], at index: Int) {
        preconditionFailure("a list in a list")
    }
}
