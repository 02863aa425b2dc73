/// Computes the results of filter graphs, and keeps its memory from one to the next.
package final class FilterEvaluator {
  package init() {}

  /// The result of a graph.
  ///
  /// - Parameter source: the picture that is filtered, of the size of the graph's area.
  package func evaluate(_ graph: FilterGraph, source: Image) -> Image {
    source
  }
}
