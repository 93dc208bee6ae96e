import Glibc

/// A time in UTC as strftime(3) writes it, in English: no process of ours chooses a locale.
///
/// - Parameter seconds: since 1970. Times outside of the years 1000 to 9999 are cut.
package func utcText(_ seconds: Int, _ format: String) -> String {
    var time = time_t(min(max(seconds, -30_610_224_000), 253_402_300_799))
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map(UInt8.init), as: UTF8.self)
}
