extension DocumentLoader {
  /// The markers that have a name.
  func markers() throws(LottieError) -> [LottieMarker] {
    guard let list = root["markers"] else { return [] }
    try budget.takeItems(list.count, at: list)
    var markers: [LottieMarker] = []
    for json in list.elements {
      guard let name = json["cm"]?.string.map(markerName), !name.isEmpty else { continue }
      let frame = number(json, "tm", default: 0) - document.frames.lowerBound
      let duration = max(number(json, "dr", default: 0), 0)
      markers.append(LottieMarker(name: name, frame: frame, duration: duration))
    }
    return markers
  }

  /// A marker's comment is its name, or JSON that contains the name.
  private func markerName(_ comment: String) -> String {
    guard comment.utf8.first == UInt8(ascii: "{"),
      let tape = try? JSONParser.parse(Array(comment.utf8), limits: limits),
      let name = tape.root["name"]?.string
    else { return comment }
    return name
  }
}
