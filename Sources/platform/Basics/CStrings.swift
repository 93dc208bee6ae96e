/// Lends texts to C for as long as `body` runs; `nil` stays `nil`.
package func withCStrings(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Void
) {
    func next(_ done: [UnsafePointer<CChar>?], _ rest: ArraySlice<String?>) {
        guard let text = rest.first else { return body(done) }
        guard let text else { return next(done + [nil], rest.dropFirst()) }
        text.withCString { next(done + [$0], rest.dropFirst()) }
    }
    next([], texts[...])
}
