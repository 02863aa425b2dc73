import AnimCore
import CX11

/// A change of the root window or one of its children.
package enum DesktopChange: Hashable {
  /// A child was created above all others, or moved there from another parent.
  case added(ResourceID, area: PixelRect)
  /// A child was destroyed, or moved to another parent.
  case removed(ResourceID)
  case mapped(ResourceID)
  case unmapped(ResourceID)
  /// A child has another area or position in the stack, directly above `below`, or at the bottom if that is zero.
  case configured(ResourceID, area: PixelRect, below: ResourceID)
  /// A child was moved to another position, whose area doesn't change otherwise.
  case moved(ResourceID, to: WindowPosition)
  case raised(ResourceID)
  case lowered(ResourceID)
  /// A property of the root window was set or deleted.
  case property(Atom)
}

extension DesktopChange {
  /// Creates the change that an event of the root window reports, or returns `nil` for other events.
  init?(_ event: XEvent) {
    switch event.type {
    case CreateNotify:
      let event = event.xcreatewindow
      self = .added(
        event.window,
        area: PixelRect(
          x: event.x, y: event.y, width: event.width, height: event.height,
          border: event.border_width))
    case DestroyNotify: self = .removed(event.xdestroywindow.window)
    case MapNotify: self = .mapped(event.xmap.window)
    case UnmapNotify: self = .unmapped(event.xunmap.window)
    case ConfigureNotify:
      let event = event.xconfigure
      // An event about the root window itself.
      guard event.window != event.event else { return nil }
      self = .configured(
        event.window,
        area: PixelRect(
          x: event.x, y: event.y, width: event.width, height: event.height,
          border: event.border_width),
        below: event.above)
    case GravityNotify:
      let event = event.xgravity
      self = .moved(event.window, to: WindowPosition(x: Int(event.x), y: Int(event.y)))
    case CirculateNotify:
      let event = event.xcirculate
      self = event.place == PlaceOnTop ? .raised(event.window) : .lowered(event.window)
    case ReparentNotify:
      let event = event.xreparent
      // The size isn't known. The window is unmapped, or a window manager configures it again.
      self =
        event.parent == event.event
        ? .added(
          event.window, area: PixelRect(x: event.x, y: event.y, width: 1, height: 1, border: 0))
        : .removed(event.window)
    case PropertyNotify: self = .property(event.xproperty.atom)
    default: return nil
    }
  }
}

extension PixelRect {
  /// Creates the area of a window with its border.
  init(x: Int32, y: Int32, width: Int32, height: Int32, border: Int32) {
    self.init(
      x0: Int(x), y0: Int(y), x1: Int(x) + Int(width) + 2 * Int(border),
      y1: Int(y) + Int(height) + 2 * Int(border))
  }
}

/// The children of the root window, in the order in which they cover each other.
struct WindowStack {
  struct Entry: Hashable {
    let id: ResourceID
    /// The area of the screen, with the border.
    var area: PixelRect
    var isMapped: Bool
  }

  /// The windows, the topmost last.
  private(set) var entries: [Entry]

  init(_ entries: [Entry] = []) { self.entries = entries }

  /// Returns the mapped windows above another, or none if that isn't in the stack.
  func windows(above id: ResourceID) -> [Entry] {
    guard let index = index(of: id) else { return [] }
    return entries[(index + 1)...].filter(\.isMapped)
  }

  mutating func apply(_ change: DesktopChange) {
    switch change {
    case .added(let id, let area):
      remove(id)
      entries.append(Entry(id: id, area: area, isMapped: false))
    case .removed(let id): remove(id)
    case .mapped(let id): update(id) { $0.isMapped = true }
    case .unmapped(let id): update(id) { $0.isMapped = false }
    case .configured(let id, let area, let below):
      guard var entry = remove(id) else { return }
      entry.area = area
      entries.insert(entry, at: index(of: below).map { $0 + 1 } ?? 0)
    case .moved(let id, let position):
      update(id) { entry in
        let (width, height) = (entry.area.width, entry.area.height)
        entry.area = PixelRect(
          x0: position.x, y0: position.y, x1: position.x + width, y1: position.y + height)
      }
    case .raised(let id):
      if let entry = remove(id) { entries.append(entry) }
    case .lowered(let id):
      if let entry = remove(id) { entries.insert(entry, at: 0) }
    case .property: break
    }
  }

  private func index(of id: ResourceID) -> Int? { entries.firstIndex { $0.id == id } }

  private mutating func update(_ id: ResourceID, _ body: (inout Entry) -> Void) {
    if let index = index(of: id) { body(&entries[index]) }
  }

  @discardableResult
  private mutating func remove(_ id: ResourceID) -> Entry? {
    index(of: id).map { entries.remove(at: $0) }
  }
}

extension [PixelRect] {
  /// Returns the parts of these areas, which don't overlap, that are outside of another.
  func subtracting(_ cover: PixelRect) -> [PixelRect] {
    flatMap { area -> [PixelRect] in
      let shared = area.intersection(cover)
      guard !shared.isEmpty else { return [area] }
      return [
        PixelRect(x0: area.x0, y0: area.y0, x1: area.x1, y1: shared.y0),
        PixelRect(x0: area.x0, y0: shared.y0, x1: shared.x0, y1: shared.y1),
        PixelRect(x0: shared.x1, y0: shared.y0, x1: area.x1, y1: shared.y1),
        PixelRect(x0: area.x0, y0: shared.y1, x1: area.x1, y1: area.y1),
      ].filter { !$0.isEmpty }
    }
  }
}
