import RollcallBasics

/// Writes a list as an array in PostgreSQL's binary format (`array_send` of its sources): the
/// number of dimensions, whether there are NULLs, the type of the elements; for the one dimension
/// its length and its first index; each element with its length, which is -1 for NULL.
final class PostgreSQLArray: PostgreSQLEncoder {
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

    /// Writes the length of the element once it is encoded.
    func set(at index: Int, _ encode: (inout [UInt8]) -> Void) {
        let start = elements.count
        elements.append(bigEndian: Int32(0))
        encode(&elements)
        let length = Int32(elements.count - start - 4)
        elements.withUnsafeMutableBytes {
            $0.storeBytes(of: length.bigEndian, toByteOffset: start, as: Int32.self)
        }
    }

    func bind<Element: SQLValue>(list: [Element], at index: Int) {
        preconditionFailure("a list in a list")
    }
}
