/// Facts about a file that rules judge.
package struct AnimationFacts: Sendable {
  /// The names of features that not every player supports, such as `luma mattes`.
  package var features: Set<String> = []
  /// The number of expressions.
  package var expressions = 0
  /// The fonts that draw text but aren't part of the file.
  package var externalFonts: [String] = []
  /// The memory for the decoded images of the file, in bytes.
  package var imageBytes = 0
}
