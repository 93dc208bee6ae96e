import Testing

@testable import JPEG

@Suite struct FileFormatTests {
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], FileFormat.png),
            (Array("GIF89a".utf8), .gif), (Array("RIFF????WEBPVP8L".utf8), .webp),
            ([0, 0, 0, 0x18] + Array("ftypheic".utf8), .heic),
            ([0, 0, 0, 0x1C] + Array("ftypmif1".utf8), .heic),
            ([0, 0, 0, 0x20] + Array("ftypavif".utf8), .avif),
            ([0, 0, 0, 0x20] + Array("ftypisom".utf8), .video),
            ([0, 0, 0, 0x18] + Array("ftypzzzz\0\0\0\0mif2heic".utf8), .heic),
            ([0, 0, 0, 0x10] + Array("ftypMiHE".utf8), .heic),
            ([0, 0, 0, 0x18] + Array("ftypmif1\0\0\0\0miafavif".utf8), .avif),
            (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff), (Array("BM6".utf8), .bmp),
            ([0xFF, 0x0A], .jpegXL), (Array("%PDF-1.7".utf8), .pdf), (Array("<svg ".utf8), .svg),
        ] as [([UInt8], FileFormat)])
    func aFileIsKnownByItsFirstBytes(_ head: [UInt8], _ format: FileFormat) {
        #expect(FileFormat(head: head) == format)
        #expect(FileFormat(head: head + [UInt8](repeating: 0, count: 16)) == format)
    }

    @Test(
        arguments: [
            [], [0x89], [0xFF, 0xD8, 0xFF, 0xE0], Array("RIFF????WAVE".utf8),
            [0, 0, 0, 0x18] + Array("ftypcrx \0\0\0\u{1}crx isom".utf8),
            [0, 0, 0, 0x18] + Array("ftyphe".utf8),
        ] as [[UInt8]])
    func whatIsNotKnownHasNoName(_ head: [UInt8]) {
        #expect(FileFormat(head: head) == nil)
    }
}
