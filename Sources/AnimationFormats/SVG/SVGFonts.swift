import AnimSVG
import AnimText
import LinuxSystem
import Synchronization

/// The fonts of the texts of an SVG: those in folders and those of the system, of which nothing is looked at
/// before it is needed.
final class SVGFonts: Sendable {
  private let state: Mutex<State>

  fileprivate struct State {
    let configuration: FontConfiguration
    var folders: [FontFolder]?
    var system: SystemFonts??
    var known: [Request: FontStack?] = [:]
  }

  fileprivate struct Request: Hashable {
    let families: [String]
    let style: FontStyle
  }

  init(_ configuration: FontConfiguration) {
    state = Mutex(State(configuration: configuration))
  }

  /// The first of some families that there is, or else any font.
  func font(_ families: [String], _ style: FontStyle) -> FontStack? {
    state.withLock { state in
      let request = Request(families: families, style: style)
      if let known = state.known[request] { return known }
      let found = state.find(request)
      state.known[request] = .some(found)
      return found
    }
  }
}

extension SVGFonts.State {
  fileprivate mutating func find(_ request: SVGFonts.Request) -> FontStack? {
    if folders == nil { folders = configuration.folders.map(FontFolder.init) }
    let folders = folders ?? []
    let system = systemFonts()
    func stack(_ face: FontFace) -> FontStack {
      FontStack(face) { scalar in
        folders.lazy.compactMap { $0.face(with: scalar, style: request.style) }.first
          ?? system?.fallback(for: scalar)
      }
    }
    for family in request.families {
      for folder in folders {
        if let face = folder.face(family: family, style: request.style) { return stack(face) }
      }
      if let match = system?.match(family: family, style: request.style), match.isOfFamily {
        return stack(match.face)
      }
    }
    if let face = folders.lazy.compactMap({ $0.defaultFace(style: request.style) }).first {
      return stack(face)
    }
    return system?.match(family: "sans-serif", style: request.style).map { stack($0.face) }
  }

  private mutating func systemFonts() -> SystemFonts? {
    if let system { return system }
    let found = configuration.usesSystemFonts ? try? SystemFonts() : nil
    system = .some(found)
    return found
  }
}
