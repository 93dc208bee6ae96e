extension QRCode {
    /// The code as an element for a page, black on white in any colour scheme. It has no style and
    /// no script, so that a Content-Security-Policy may forbid both. Its margin has the standard's
    /// four modules.
    ///
    /// - Parameter label: what it shows, for people who do not see it: escaped HTML.
    package func svg(label: String) -> String {
        var path = ""
        for y in 0..<side {
            for x in 0..<side where isDark(x: x, y: y) { path += "M\(x) \(y)h1v1h-1z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="\(label)" \
            viewBox="-2 -2 \(side + 4) \(side + 4)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M-2-2h\(side + 4)v\(side + 4)h-\(side + 4)z"/><path d="\(path)"/></svg>
            """
    }
}
