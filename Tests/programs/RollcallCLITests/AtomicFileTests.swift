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
        try file.write(Array("one".utf8), mode: 0o644)
        #expect(content == "one")
        #expect(names == ["photo.jpg"])
    }

    @Test func aFileThatIsThereIsNotOverwritten() throws {
        try file.write(Array("one".utf8), mode: 0o644)
        #expect(throws: Failure.fileExists(file.path)) {
            try file.write(Array("two".utf8), mode: 0o644)
        }
        #expect(content == "one")
        #expect(names == ["photo.jpg"])
    }

    @Test func aFileIsReplaced() throws {
        try file.write(Array("one".utf8), mode: 0o644)
        try file.write(Array("two".utf8), mode: 0o644, replacing: true)
        #expect(content == "two")
        #expect(names == ["photo.jpg"])
    }

    @Test func aDraftLeavesTheFileAsItIsUntilItIsWhole() throws {
        try file.write(Array("one".utf8), mode: 0o644)
        let draft = try FileDraft(of: file, mode: 0o644)
        #expect(content == "one")
        #expect(names.count == 2)
        try draft.keep(Array("two".utf8), replacing: true)
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

    @Test(arguments: ["pipe", "link", "dangling link", "device"])
    func whatIsNoRegularFileIsNotReplaced(kind: String) throws {
        let target = "\(directory.path)/target"
        switch kind {
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        case "link":
            #expect(FileManager.default.createFile(atPath: target, contents: Data("old".utf8)))
            #expect(symlink(target, file.path) == 0)
        case "dangling link": #expect(symlink(target, file.path) == 0)
        default: break
        }
        let file = kind == "device" ? AtomicFile(path: "/dev/full") : file
        var before = stat()
        #expect(lstat(file.path, &before) == 0)
        #expect {
            try file.write([1], mode: 0o644, replacing: true)
        } throws: {
            ($0 as? Failure)?.message
                == "\(file.path): is not a regular file, and is not replaced; name another."
        }
        var after = stat()
        #expect(lstat(file.path, &after) == 0)
        #expect((before.st_mode, before.st_ino) == (after.st_mode, after.st_ino))
    }

    @Test func whereNothingCanBeWrittenTheReasonIsSaid() {
        let file = AtomicFile(path: "\(directory.path)/none/photo.jpg")
        #expect {
            try file.write([1], mode: 0o644)
        } throws: {
            ($0 as? Failure)?.message.hasSuffix("No such file or directory.") == true
        }
    }
}
