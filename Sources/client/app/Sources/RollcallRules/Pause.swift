/// When it makes sense to try again, as people say it: the key of the words, and the number in them
/// as `{count}`.
package struct Pause {
    package let key: String
    package let count: Int

    /// - Parameter milliseconds: from now; 0 if nobody knows.
    package init(milliseconds: Int) {
        let seconds = (milliseconds + 999) / 1000
        switch seconds {
        case ...0: (key, count) = ("later", 0)
        case 1: (key, count) = ("later.second", 1)
        case ..<120: (key, count) = ("later.seconds", seconds)
        case ..<7200: (key, count) = ("later.minutes", (seconds + 59) / 60)
        default: (key, count) = ("later.hours", (seconds + 3599) / 3600)
        }
    }
}
