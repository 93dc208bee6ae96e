import Foundation
import NIOCore
import RollcallAPI
import RollcallRPC
import Testing

@testable import rollcall_web

/// A photo in a form, as browsers send it, and as attackers do.
struct MultipartFileTests {
    private static let type = "multipart/form-data; boundary=xYz"
    /// With much that looks like a boundary.
    private static let photo = "\r\n--xY\r\r\n--xYx\r\n\r\n-\r\n--\r\n"
    private static let form = """
        --xYz\r
        Content-Disposition: form-data; name="key"\r
        \r
        value\r
        --xYz\r
        Content-Disposition: form-data; name="photo"; filename="%22><script>"\r
        Content-Type: image/jpeg\r
        \r
        \(photo)\r
        --xYz--\r

        """

    @Test func aFileIsFoundHoweverTheFormIsCut() throws {
        let bytes = Array(Self.form.utf8)
        for size in 1...bytes.count {
            let pieces = stride(from: 0, to: bytes.count, by: size)
                .map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(try file(in: pieces) == Self.photo)
        }
        for cut in 0...bytes.count {
            #expect(try file(in: [bytes[..<cut], bytes[cut...]]) == Self.photo)
        }
    }

    @Test func aFormWithoutItsEndIsRefusedWhereverItEnds() throws {
        let end = try #require(Self.form.range(of: "--\r\n", options: .backwards))
        for cut in 0..<Self.form.utf8.count {
            let isWhole = cut >= Self.form[..<end.lowerBound].utf8.count + 2
            let cutForm = [Array(Self.form.utf8)[..<cut]]
            let reasons = reasons { try file(in: cutForm) }
            #expect(reasons == (isWhole ? [] : [.photoNotAsDeclared]), "\(cut)")
        }
    }

    @Test(arguments: [
        #"form-data; name="photo""#, #"FORM-DATA; NAME="photo"; FILENAME="a""#,
        "form-data; name=photo; filename=a", "form-data;name=photo",
        #"form-data; filename="a; b"; name="photo""#,
        #"form-data; name="photo"; filename="\"; name=\"x""#,
    ])
    func theFieldIsFoundAsProgramsWriteIt(disposition: String) throws {
        let form = "--xYz\r\ncontent-disposition: \(disposition)\r\n\r\nphoto\r\n--xYz--"
        #expect(try file(in: [Array(form.utf8)[...]]) == "photo")
    }

    @Test(arguments: [
        "name=\"photos\"", "name=\"\"", "filename=\"photo\"", "name=aphoto", "",
    ])
    func anotherFieldIsNotThePhoto(parameters: String) {
        let form = "--xYz\r\nContent-Disposition: form-data; \(parameters)\r\n\r\nphoto\r\n--xYz--"
        let reasons = reasons { try file(in: [Array(form.utf8)[...]]) }
        #expect(reasons == [.fieldMissing])
    }

    @Test func anEmptyFileIsNone() {
        let form = "--xYz\r\nContent-Disposition: form-data; name=\"photo\"\r\n\r\n\r\n--xYz--"
        #expect(reasons { try file(in: [Array(form.utf8)[...]]) } == [.fieldMissing])
    }

    @Test(arguments: [
        // Two photos.
        "--xYz\r\na: b; name=photo\r\n\r\na\r\n--xYz\r\na: b; name=photo\r\n\r\n",
        // A longer boundary, a line that has no end, and a head of 5,000 bytes.
        "--xYza\r\n", "--xYz\n\n", "--xYz \r\n", "--xYz\r\n\(String(repeating: "a", count: 5000))",
        // Short heads of 2,000 parts: each costs more than the bytes of a file.
        String(repeating: "\r\n--xYz\r\n\r\n", count: 2000),
    ])
    func aFormThatNoProgramWritesIsRefused(form: String) {
        #expect(reasons { try file(in: [Array(form.utf8)[...]]) } == [.fieldMalformed])
    }

    @Test func aHeadWithAnyBytesIsRead() throws {
        for byte in UInt8.min...UInt8.max {
            let head = Array("--xYz\r\na: form-data; name=\"photo\"; filename=\"".utf8)
            let form = head + [byte] + Array("\"\r\n\r\na\r\n--xYz--".utf8)
            #expect(try file(in: [form[...]]) == "a", "\(byte)")
        }
    }

    /// The clock of a busy machine says little: what is tried takes a hundred times as long if each
    /// line's end costs something.
    @Test func aFileOfLineEndsTakesNoLongerThanAnother() throws {
        let head = Array("--xYz\r\na: form-data; name=photo\r\n\r\n".utf8)
        func time(_ byte: UInt8) throws -> Duration {
            let form = head + [UInt8](repeating: byte, count: 1 << 18) + "\r\n--xYz--".utf8
            let start = ContinuousClock.now
            let length = try file(in: [form[...]]).utf8.count
            #expect(length == 1 << 18)
            return .now - start
        }
        let (letters, ends) = (try time(UInt8(ascii: "a")), try time(UInt8(ascii: "\r")))
        #expect(ends < letters * 10, "\(ends), \(letters)")
    }

    @Test(arguments: [
        "", "a", String(repeating: "a", count: 71), "a b", "\"a\"b", "ä", "\u{0}", "a\r\nb",
    ])
    func aBoundaryIsChecked(boundary: String) {
        let reasons = reasons {
            _ = try MultipartFile(contentType: "multipart/form-data; boundary=\(boundary)")
        }
        #expect(reasons == (boundary == "a" ? [] : [.fieldMalformed]))
    }

    @Test(arguments: ["", "image/jpeg", "multipart/mixed; boundary=a", "x-www-form-urlencoded"])
    func whatIsNoFormIsReadAsItIs(type: String) throws {
        #expect(try MultipartFile(contentType: type) == nil)
    }

    private func file(in pieces: [ArraySlice<UInt8>]) throws -> String {
        var form = try #require(try MultipartFile(contentType: Self.type))
        var file = ByteBuffer()
        for piece in pieces {
            file.writeImmutableBuffer(try form.take(ByteBuffer(bytes: piece)))
        }
        try form.end()
        return String(buffer: file)
    }

    private func reasons(_ body: () throws -> some Any) -> [Reason] {
        do {
            _ = try body()
            return []
        } catch {
            return (error as? RPCError)?.reasons ?? []
        }
    }
}
