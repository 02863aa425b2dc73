extension JSONValue {
  /// The path of the value, such as `layers[3].ef[0]`. Complexity: proportional to the number of
  /// siblings of the value and of those that contain it.
  var path: String {
    var path = tape.name
    var container = JSONValue(tape: tape, index: 0)
    while container.index != index {
      guard let inner = step(in: container, &path) else { return path }
      container = inner
    }
    return path
  }

  /// Appends the step from a container to the element or member that holds this value.
  private func step(in container: JSONValue, _ path: inout String) -> JSONValue? {
    for (position, element) in container.elements.enumerated() where index < element.end {
      path += "[\(position)]"
      return element
    }
    for member in container.members where index < member.value.end {
      // A key may be millions of characters long; decode only its start.
      let key = member.key.withText { String(decoding: $0.prefix(256), as: UTF8.self) } ?? ""
      path += path.isEmpty ? key.shortened : "." + key.shortened
      return member.value
    }
    return nil
  }
}

extension String {
  /// A name from a file, made fit for a message: not too long, and on one line.
  var shortened: String {
    let longest = 60
    let line = String(
      unicodeScalars.prefix(longest).map { scalar -> Character in
        scalar.properties.generalCategory == .control ? " " : Character(scalar)
      })
    return unicodeScalars.prefix(longest + 1).count > longest ? line + "…" : line
  }
}
