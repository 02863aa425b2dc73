import AnimSVG
import AnimText
import LinuxSystem
import Synchronization

/// The fonts for the text of an SVG from folders and from the system, which are accessed only when
/// they are needed.
final class SVGFonts: Sendable {
  private let available: AvailableFonts
  private let state: Mutex<State>

  fileprivate struct State {
    let available: AvailableFonts
    var cached: [SVGFontRequest: FontStack?] = [:]
  }

  /// A maximum that exceeds the number of fonts in a document, unless the axes of a font are animated.
  private static let maximumCached = 128

  init(_ configuration: FontConfiguration) {
    available = AvailableFonts(configuration)
    state = Mutex(State(available: available))
  }

  /// The error of a library without which text lacks fonts, or `nil` if all are installed.
  var missingLibrary: FontError? { available.missingLibrary }

  /// Returns the first available family, or else any font.
  func font(_ request: SVGFontRequest) -> FontStack? {
    state.withLock { state in
      if let cached = state.cached[request] { return cached }
      let found = state.find(request)
      if state.cached.count >= Self.maximumCached { state.cached.removeAll() }
      state.cached[request] = .some(found)
      return found
    }
  }

  /// The characters that were requested and that no font has, in order.
  var missing: [Unicode.Scalar] {
    state.withLock { state in
      state.cached.values.reduce(into: Set<Unicode.Scalar>()) { $0.formUnion($1?.missing ?? []) }
    }.sorted()
  }

  /// The requested fonts, each file once, sorted by name.
  var used: [AnimationInfo.FontFile] {
    let stacks = state.withLock { $0.cached.values.compactMap(\.self) }
    let files = stacks.reduce(into: Set<AnimationInfo.FontFile>()) { files, stack in
      for face in stack.usedFaces {
        files.insert(
          AnimationInfo.FontFile(
            family: face.family, style: face.style, path: face.path, sha256: face.sha256))
      }
    }
    return files.sorted { ($0.family, $0.style, $0.sha256) < ($1.family, $1.style, $1.sha256) }
  }
}

extension SVGFonts.State {
  fileprivate mutating func find(_ request: SVGFontRequest) -> FontStack? {
    let (folders, system) = (available.folders, available.system)
    let style = request.style
    /// The document's families before the font of most characters, and including it.
    var families: [String] = []
    func stack(_ face: FontFace) -> FontStack {
      var preferred: (@Sendable (Unicode.Scalar) -> FontFace?)?
      if let embedded = request.embedded, !families.isEmpty {
        preferred = { [families] scalar in
          families.lazy.flatMap { embedded.faces(family: $0, style: style, for: scalar) }
            .first { $0.glyph(of: scalar) != nil }
        }
      }
      let styled = StyledFaces(style, request.variations, request.synthesis)
      return available.stack(face, styled, preferred: preferred)
    }
    // Without a family, use sans-serif, which is common in folders, or otherwise serif.
    for family in request.families.isEmpty ? ["sans-serif"] : request.families {
      if let embedded = request.embedded, embedded.has(family) {
        families.append(family)
        if let face = embedded.faces(family: family, style: style).first { return stack(face) }
      }
      for folder in folders {
        if let face = folder.face(family: family, style: style) { return stack(face) }
      }
      if !request.families.isEmpty, let match = system?.match(family: family, style: style),
        match.isMeant
      {
        return stack(match.face)
      }
    }
    if let face = folders.lazy.compactMap({ $0.defaultFace(style: style) }).first {
      return stack(face)
    }
    return system?.match(family: "serif", style: style).map { stack($0.face) }
  }
}
