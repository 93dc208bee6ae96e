extension QRCode {
    /// The code as lines for a terminal of 256 colours, two rows of modules in each. Black on white
    /// in any colour scheme: the 16 colours that a scheme chooses are not used.
    ///
    /// - Parameter columns: of the terminal.
    /// - Returns: `nil` if a line would be longer than that.
    package func terminalText(columns: Int = 80) -> String? {
        guard side <= columns else { return nil }
        return stride(from: 0, to: side, by: 2).map { y in
            let line = (0..<side).map { x in
                switch (isDark(x: x, y: y), isDark(x: x, y: y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(line.joined())\u{1B}[0m\n"
        }.joined()
    }
}
