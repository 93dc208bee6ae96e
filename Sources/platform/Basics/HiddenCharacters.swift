extension Unicode.Scalar {
    /// Whether a terminal would act on it or not show it. Those that turn the direction of writing
    /// are among them.
    package var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}
