// What is built with Swift's static libraries, among which there is no Testing, needs none of this.
#if canImport(Testing)
    import Testing

    extension Carrier: CustomTestStringConvertible {
        package var testDescription: String { "\(self)" }
    }
#endif
