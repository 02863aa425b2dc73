/// The properties that expressions read, by node.
final class PropertyTable {
  private let values: ExpressionValues
  private let properties = IndexedValues<StoredProperty>()

  init(_ values: ExpressionValues) { self.values = values }

  /// Returns the property at a node, without its expression.
  @inline(__always)
  subscript(node: Int) -> StoredProperty {
    properties[UInt64(truncatingIfNeeded: node)] ?? prepare(node)
  }

  @inline(never)
  private func prepare(_ node: Int) -> StoredProperty {
    let property = StoredProperty(values.property(at: node))
    properties.insert(UInt64(truncatingIfNeeded: node), property)
    return property
  }
}
