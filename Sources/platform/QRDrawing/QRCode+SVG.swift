extension QRCode {
    /// The code as an element for a page, black on white in any colour scheme. It has no style and
    /// no script, so that a Content-Security-Policy may forbid both.
    ///
    /// - Parameter label: what it shows, for people who do not see it: escaped HTML.
    package func svg(label: String) -> String {
        var path = ""
        for y in 0..<side {
            for x in 0..<side where isDark(x: x, y: y) { path += "M\(x) \(y)h1v1h-1z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="\(label)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }
}
