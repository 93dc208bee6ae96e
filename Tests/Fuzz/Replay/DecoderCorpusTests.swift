import Foundation
import JPEG
import RollcallPhotos
import Testing

/// Gives the files that fuzzing has kept to the program itself, in its sandbox.
@Suite struct DecoderCorpusTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Corpus/decoders").standardizedFileURL

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()) ?? []

    @Test func thereAreSome() { #expect(!Self.names.isEmpty) }

    /// A photo that the service takes, or a reason; never an end that it does not know.
    @Test(arguments: names)
    func aKeptFileIsReadOrRefused(_ name: String) async throws {
        // The first byte is for the fuzz target.
        let file = Array(try Data(contentsOf: Self.directory.appending(path: name)).dropFirst())
        let program = try PhotoProgram()
        do {
            let photo = try await program.prepare(file)
            var sanitizer = JPEGSanitizer()
            var stored: [UInt8] = []
            try sanitizer.consume(photo, into: &stored)
            _ = try sanitizer.finish()
        } catch let error as PhotoProgramError {
            #expect(error.isAboutThePhoto, "\(name): \(error)")
        }
    }
}
