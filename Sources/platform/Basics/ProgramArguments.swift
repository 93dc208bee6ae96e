import Glibc

/// The words of the command line behind the program's name.
///
/// Swift's library looks for the command line below the environment. It finds none if a preloaded
/// library has moved the environment, as setenv(3) does. Then the kernel is asked.
///
/// - Parameter found: what Swift has found, with the program's name.
package func programArguments(_ found: [String] = CommandLine.arguments) -> [String] {
    guard found.isEmpty, let file = fopen("/proc/self/cmdline", "re") else {
        return Array(found.dropFirst())
    }
    defer { fclose(file) }
    var words: [String] = []
    var (word, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(word) }
    while getdelim(&word, &capacity, 0, file) > 0, let word { words.append(String(cString: word)) }
    return Array(words.dropFirst())
}
