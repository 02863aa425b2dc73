import Foundation
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// Animates one number of a file at a time, and expects each image to be that of a file in which
/// the number has the same value all the time. It fails if a number is left out where an image is
/// kept for the next frame, or where something is thought to be constant.
///
/// The files are below. In them, a property may specify by how much its numbers change (`step`).
/// Others change by 8.
@Suite("An animated number among constant ones")
struct AnimatedNumberTests {
  @Test(
    "has the same effect at each frame as a constant, and changes over time",
    arguments: AnimatedNumberFiles.all)
  func rendering(file: AnimatedNumberFiles.File) throws {
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(file.json.utf8)) as? [String: Any])
    let locations = NumberLocation.all(in: root)
    #expect(locations.count >= file.count, "\(locations.count) numbers")
    let before = try list(root, frame: 4)
    #expect(before.omissions.isEmpty)
    for location in locations {
      let renderer = LottieRenderer(try animation(location.animated(in: root)))
      let after = try list(location.moved(by: 1, in: root), frame: 4)
      let middle = try list(location.moved(by: 0.5, in: root), frame: 4)
      // Lists are long: a failure shouldn't print them.
      let shows = after != before
      #expect(shows, "\(location) shows nothing")
      let frames = [(8.0, after), (0, before), (4, middle), (9, after)]
      for (frame, expected) in frames {
        let isEqual = list(renderer, frame: frame) == expected
        #expect(isEqual, "\(location), frame \(frame)")
      }
    }
  }

  @Test("moves along its curve in every pair of numbers", arguments: AnimatedNumberFiles.all)
  func curve(file: AnimatedNumberFiles.File) throws {
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(file.json.utf8)) as? [String: Any])
    for pair in NumberPair.all(in: root) {
      let moving = LottieRenderer(try animation(pair.moving(in: root)))
      for frame in [1.0, 4, 7] {
        let expected = try list(pair.constant(at: frame, in: root), frame: frame)
        let isEqual = list(moving, frame: frame) == expected
        #expect(isEqual, "\(pair), frame \(frame)")
      }
    }
  }

  private func animation(_ root: Any) throws -> LottieAnimation {
    let animation = try LottieAnimation([UInt8](JSONSerialization.data(withJSONObject: root)))
    #expect(animation.diagnostics.isEmpty)
    return animation
  }

  private func list(_ root: Any, frame: Double) throws -> DisplayList {
    list(LottieRenderer(try animation(root)), frame: frame)
  }

  private func list(_ renderer: LottieRenderer, frame: Double) -> DisplayList {
    var list = DisplayList(size: PixelSize(width: 64, height: 64), background: .clear)
    renderer.draw(frame: frame, into: &list)
    return list
  }
}

/// A property of two numbers in a file, and a curve that it moves along.
private struct NumberPair: CustomStringConvertible {
  private let location: NumberLocation
  private let keyframes: [[String: Any]]

  static func all(in root: [String: Any]) -> [NumberPair] {
    NumberLocation.all(in: root).compactMap { location in
      guard case .index(1)? = location.number.first, location.number.count == 1,
        let start = location.value(in: root) as? [Double], start.count == 2
      else { return nil }
      let end = start.map { $0 + location.step }
      let bent: [String: Any] = [
        "t": 0, "s": start, "to": [location.step, 0], "ti": [0, -location.step / 2],
        "o": ["x": 0.5, "y": 0.25], "i": ["x": 0.5, "y": 1],
      ]
      return NumberPair(location: location, keyframes: [bent, ["t": 8, "s": end]])
    }
  }

  var description: String { location.description }

  func moving(in root: Any) -> Any { location.replaced(by: keyframes, in: root) }

  /// Returns the file with the value that a position has at a frame.
  func constant(at frame: Double, in root: Any) throws -> Any {
    let json = try JSONSerialization.data(withJSONObject: ["k": keyframes])
    let position = try #require(try position(String(decoding: json, as: UTF8.self)))
    let value = position.value(at: frame)
    return location.replaced(by: [value.x, value.y], in: root)
  }
}

/// The location of a number in a file.
private struct NumberLocation: CustomStringConvertible {
  /// The keys and indices that lead to the property.
  let property: [Step]
  /// The keys and indices that lead from the property's value to the number.
  let number: [Step]
  /// The distance that the number moves.
  let step: Double

  enum Step {
    case key(String)
    case index(Int)
  }

  /// Returns the value of the property.
  func value(in root: Any) -> Any? {
    var found: Any?
    _ = replaced(in: root) { value in
      found = value
      return value
    }
    return found
  }

  /// Returns the file with another value of the property.
  func replaced(by value: Any, in root: Any) -> Any { replaced(in: root) { _ in value } }

  private func replaced(in root: Any, _ change: (Any) -> Any) -> Any {
    changed(root, property + [.key("k")], change)
  }

  var description: String {
    (property + number).reduce("") { path, step in
      switch step {
      case .key(let key): "\(path).\(key)"
      case .index(let index): "\(path)[\(index)]"
      }
    }
  }

  /// Returns all numbers of all properties.
  static func all(in root: [String: Any]) -> [NumberLocation] {
    var locations: [NumberLocation] = []
    func search(_ value: Any, _ path: [Step]) {
      if let object = value as? [String: Any] {
        if let constant = object["k"], object["still"] == nil {
          let step = (object["step"] as? Double) ?? 8
          for number in numbers(in: constant) {
            locations.append(NumberLocation(property: path, number: number, step: step))
          }
        }
        for key in object.keys.sorted() where object["k"] == nil || key != "k" || isNested(object) {
          if let inner = object[key] { search(inner, path + [.key(key)]) }
        }
      } else if let list = value as? [Any] {
        for (index, inner) in list.enumerated() { search(inner, path + [.index(index)]) }
      }
    }
    search(root, [])
    return locations
  }

  /// Returns whether the value of an object is itself an object with properties, such as a
  /// gradient's.
  private static func isNested(_ object: [String: Any]) -> Bool {
    (object["k"] as? [String: Any])?["k"] != nil
  }

  /// Returns the numbers of a value: a number, a list of them, or the points of a path.
  private static func numbers(in value: Any) -> [[Step]] {
    if value is Double { return [[]] }
    if let list = value as? [Any], list.allSatisfy({ $0 is Double }) {
      return list.indices.map { [.index($0)] }
    }
    guard let path = value as? [String: Any], path["v"] != nil else { return [] }
    let isClosed = path["c"] as? Bool == true
    return ["v", "i", "o"].flatMap { key -> [[Step]] in
      // The handles beyond the ends of an open path have no effect.
      var points = (path[key] as? [[Double]] ?? []).indices
      if !isClosed && key == "i" { points.removeFirst() }
      if !isClosed && key == "o" { points.removeLast() }
      return points.flatMap { point in
        (0..<2).map { [.key(key), .index(point), .index($0)] }
      }
    }
  }

  /// Returns the file with the number moved by a fraction of its step.
  func moved(by fraction: Double, in root: Any) -> Any {
    changed(root, property + [.key("k")] + number) { ($0 as? Double ?? 0) + step * fraction }
  }

  /// Returns the file with the number moving from frame 0 to frame 8.
  func animated(in root: Any) -> Any {
    changed(root, property + [.key("k")]) { value in
      let end = changed(value, number) { ($0 as? Double ?? 0) + step }
      let linear: [String: Any] = ["x": [0.5], "y": [0.5]]
      func list(_ value: Any) -> Any { value is [Any] ? value : [value] }
      return [
        ["t": 0, "s": list(value), "o": linear, "i": linear], ["t": 8, "s": list(end)],
      ]
    }
  }

  private func changed(_ value: Any, _ path: [Step], _ change: (Any) -> Any) -> Any {
    guard let first = path.first else { return change(value) }
    let rest = Array(path.dropFirst())
    switch first {
    case .key(let key):
      var object = value as? [String: Any] ?? [:]
      if let inner = object[key] { object[key] = changed(inner, rest, change) }
      return object
    case .index(let index):
      var list = value as? [Any] ?? []
      list[index] = changed(list[index], rest, change)
      return list
    }
  }
}
