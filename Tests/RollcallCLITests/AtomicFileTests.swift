import Foundation
import Glibc
import TestSupport
import Testing

@testable import rollcall

struct AtomicFileTests {
    private let directory: TemporaryDirectory
    private let file: AtomicFile

    init() throws {
        directory = try TemporaryDirectory()
        file = AtomicFile(path: "\(directory.path)/photo.jpg")
    }

    private var content: String? { try? String(contentsOfFile: file.path, encoding: .utf8) }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    }

    @Test func aNewFileIsWritten() throws {
        try file.create(with: Array("one".utf8), mode: 0o644)
        #expect(content == "one")
        #expect(names == ["photo.jpg"])
    }

    @Test func aFileThatIsThereIsNotOverwritten() throws {
        try file.create(with: Array("one".utf8), mode: 0o644)
        #expect(throws: Failure.fileExists(file.path)) {
            try file.create(with: Array("two".utf8), mode: 0o644)
        }
        #expect(content == "one")
        #expect(names == ["photo.jpg"])
    }

    @Test func aFileIsReplaced() throws {
        try file.create(with: Array("one".utf8), mode: 0o644)
        try file.replace(with: Array("two".utf8), mode: 0o644)
        #expect(content == "two")
        #expect(names == ["photo.jpg"])
    }

    @Test func aDraftLeavesTheFileAsItIsUntilItIsWhole() throws {
        try file.create(with: Array("one".utf8), mode: 0o644)
        let draft = try FileDraft(of: file, mode: 0o644)
        #expect(content == "one")
        #expect(names.count == 2)
        try draft.replace(with: Array("two".utf8))
        #expect(content == "two")
        #expect(names == ["photo.jpg"])
    }

    @Test func aDraftThatComesToNothingIsGone() throws {
        _ = try FileDraft(of: file, mode: 0o644)
        #expect(names == [])
    }

    @Test func aDirectoryIsNotReplaced() {
        #expect {
            _ = try FileDraft(of: AtomicFile(path: directory.path), mode: 0o644)
        } throws: {
            ($0 as? Failure)?.message.hasSuffix(": is a directory.") == true
        }
    }

    @Test func whereNothingCanBeWrittenTheReasonIsSaid() {
        let file = AtomicFile(path: "\(directory.path)/none/photo.jpg")
        #expect {
            try file.create(with: [1], mode: 0o644)
        } throws: {
            ($0 as? Failure)?.message.hasSuffix("No such file or directory.") == true
        }
    }
}
