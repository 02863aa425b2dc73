import AnimCore
import XWindow

/// The position of the image in the window: zooming, rotating, dragging, and the inspected pixel.
struct ImageControl: Hashable {
  private(set) var viewport: Viewport
  /// The orientation of the image.
  private(set) var orientation = Orientation.upright
  /// Whether the pixel under the pointer is described.
  private(set) var showsInspector = false
  /// The position of the pointer at the last drag event, in pixels of the window, or `nil` if the image isn't dragged.
  private var grip: WindowPosition?
  /// The position of the pointer in pixels of the window, if its movements are followed.
  private var pointer: WindowPosition?

  /// - Parameter pointsPerUnit: The initial scale, or `nil` to fit the window.
  init(pointsPerUnit: Double? = nil) {
    viewport = pointsPerUnit.map(Viewport.init) ?? Viewport()
  }

  /// Whether the image is being dragged.
  var isHeld: Bool { grip != nil }

  /// Keeps only the settings that also apply to the next image.
  mutating func showAnother() {
    viewport = viewport.forAnotherScene
    orientation = .upright
  }
}

// User actions.
extension ImageControl {
  /// Zooms around a point of the window.
  ///
  /// - Returns: `false` for other actions.
  mutating func perform(
    _ action: ViewerAction, about point: Point, _ content: ViewportContent
  ) -> Bool {
    switch action {
    case .zoom(let factor): viewport.zoom(by: factor, about: point, content)
    case .fit: viewport.fit()
    case .fill: viewport.fill()
    case .showActualSize: viewport.showActualSize()
    default: return false
    }
    return true
  }

  /// Rotates or flips the image as it is seen.
  mutating func orient(_ step: Orientation) {
    orientation = orientation.followed(by: step)
    viewport.orient(step)
    letGo()
  }

  /// - Parameter pointer: The position of the pointer, or `nil` if it is unknown.
  mutating func toggleInspector(at pointer: WindowPosition?) {
    showsInspector.toggle()
    self.pointer = pointer
  }

  /// Stores the position of the pointer.
  mutating func track(_ event: Event) {
    switch event {
    case .pointer(let x, let y): pointer = WindowPosition(x: x, y: y)
    case .pointerLeft: pointer = nil
    default: break
    }
  }

  mutating func hold(at position: WindowPosition) { grip = position }

  mutating func letGo() { grip = nil }

  /// Moves the image with the pointer while it is dragged.
  ///
  /// - Returns: Whether the image moved.
  mutating func drag(
    to position: WindowPosition, in situation: Situation,
    _ content: ViewportContent
  ) -> Bool {
    guard let grip else { return false }
    self.grip = position
    let before = viewport
    viewport.pan(by: situation.point(position) - situation.point(grip), content)
    return viewport != before
  }
}

// The display in the window.
extension ImageControl {
  /// Returns the point of the image, in its units, at the centre of a pixel of the window.
  func unit(
    at position: WindowPosition, in situation: Situation,
    _ content: ViewportContent
  ) -> Point {
    let middle = Point(
      x: (Double(position.x) + 0.5) / situation.scale,
      y: (Double(position.y) + 0.5) / situation.scale)
    return viewport.unit(at: middle, content)
  }

  /// Returns the description of the pixel under the pointer, or `nil` if it isn't shown, or if the
  /// pointer is outside the window.
  ///
  /// - Parameter color: A closure that returns the colour of the scene at a pixel of the window.
  func inspector(
    in situation: Situation, _ content: ViewportContent,
    _ color: (WindowPosition) -> Color
  ) -> InspectorPanel? {
    guard showsInspector, let pointer, (0..<situation.size.width).contains(pointer.x),
      (0..<situation.size.height).contains(pointer.y)
    else {
      return nil
    }
    return InspectorPanel(
      point: unit(at: pointer, in: situation, content), color: color(pointer))
  }
}

extension Orientation {
  /// The description for messages.
  var meaning: String {
    // Rotating by 180° and flipping equals flipping along the other axis.
    let flip = !isMirrored ? nil : quarterTurns == 2 ? "flipped vertically" : "flipped horizontally"
    let turns = isMirrored && quarterTurns == 2 ? 0 : quarterTurns
    let turn = turns == 0 ? nil : "rotated \(turns * 90)°"
    return self == .upright ? "upright" : [flip, turn].compactMap { $0 }.joined(separator: ", ")
  }
}
