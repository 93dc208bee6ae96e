import RollcallAPI

extension Visit {
    /// A user's photo in a page, or the first letter of the name where there is none.
    ///
    /// - Parameters:
    ///   - size: pixels of the page a side: 48 in lists, 96 beside a form.
    func photo(_ userID: String, _ photo: Photo?, name: String, size: Int) -> HTML {
        let isLarge: HTML? = size > 48 ? " large" : nil
        guard let photo else {
            let initial = name.prefix(1).uppercased()
            return "<span class=\"photo\(isLarge)\" aria-hidden=\"true\">\(initial)</span>"
        }
        // Many screens have two pixels where a page has one.
        let square = PhotoSquare.sizes.first { $0 >= 2 * size } ?? PhotoSquare.sizes[0]
        return """
            <img class="photo\(isLarge)" \
            src="\(PhotoSquare.path)\(userID)/\(photo.photoID)?size=\(square)" alt="" \
            width="\(size)" height="\(size)" loading="lazy">
            """
    }
}
