import Foundation

/// Templates on the disk: `LOCALE/KIND.txt`, and beside it `LOCALE/KIND.html` for those who see
/// HTML.
package enum TemplateDirectory {
    static let longestFile = 64 * 1024

    /// Everything in it. Hidden files are left alone.
    package static func read(_ path: String) throws(TemplateError) -> [TemplateCatalog.Source] {
        var sources: [TemplateCatalog.Source] = []
        for locale in try names(in: path) {
            for name in try names(in: "\(path)/\(locale)") {
                let file = "\(path)/\(locale)/\(name)"
                sources.append(.init(locale: locale, name: name, text: try text(file), file: file))
            }
        }
        return sources
    }

    private static func names(in directory: String) throws(TemplateError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw TemplateError(directory, "the directory cannot be read")
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func text(_ file: String) throws(TemplateError) -> String {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: Self.longestFile + 1)
        else { throw TemplateError(file, "the file cannot be read, or is empty") }
        guard data.count <= Self.longestFile else {
            throw TemplateError(file, "a template has at most \(Self.longestFile) bytes")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw TemplateError(file, "the file is not UTF-8")
        }
        return text
    }
}
