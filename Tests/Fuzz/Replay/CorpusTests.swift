import Foundation
import Testing

/// Runs the inputs that fuzzing has kept, without libFuzzer. `Tests/Fuzz/run.sh` finds new ones.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func noKeptInputHurts(_ target: FuzzTarget) throws {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Corpus/\(target)").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let input = Array(try Data(contentsOf: file))
            // Google's protobuf is linked in only where inputs are looked for.
            #expect(throws: Never.self, "\(file.lastPathComponent)") {
                try target.run(input, google: nil)
            }
        }
    }
}
