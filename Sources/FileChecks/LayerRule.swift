import AnimCore
import AnimLottie
import AnimationFormats
import OfflineRendering

/// Finds layers that never change a pixel, and images that are much larger than they are shown. A
/// layer that may be visible is omitted from the frames in which it is shown, until the image of a
/// frame changes.
struct LayerRule {
  private let probe: LottieLayerProbe
  private let frames: [Double]
  private let size: PixelSize
  private let transform: Transform
  /// The number of pixels per point of the file.
  private let scale: Double
  private let rasterizer = Rasterizer(threads: 1)
  private let complete: PixelImage
  private let incomplete: PixelImage
  private var list: DisplayList
  /// The number of images that may still be painted.
  private var budget = LayerRule.maximumImages

  /// The maximum number of frames that are examined, and of images that are painted. Layers beyond
  /// the limits aren't reported.
  private static let maximumFrames = 20_000
  private static let maximumImages = 4_000
  /// The number of pixels per point on the screens with the most. Images with fewer are as sharp as
  /// a screen can show.
  private static let densestScreen = 3.0

  /// Returns the findings for a file, which are empty for formats without layers.
  static func findings(of file: AnimationFile) -> [Finding] {
    guard let probe = file.animation.layerProbe(),
      let scene = try? file.scenes().make(), let playback = scene.playback,
      playback.times.count <= Double(maximumFrames)
    else { return [] }
    let size = JudgedSize.pixels(of: file.animation.size)
    guard size.isDrawable else { return [] }
    let frames = (0..<max(Int(playback.times.count.rounded(.up)), 1)).map(Double.init)
    var rule = LayerRule(
      probe, frames, size,
      BoxFit.contain.transform(
        from: file.animation.size,
        to: Size(width: Double(size.width), height: Double(size.height))))
    return rule.findings()
  }

  private init(
    _ probe: LottieLayerProbe, _ frames: [Double], _ size: PixelSize, _ transform: Transform
  ) {
    (self.probe, self.frames, self.size) = (probe, frames, size)
    self.transform = transform
    scale = transform.a
    complete = PixelImage(size: size, isOpaque: false)
    incomplete = PixelImage(size: size, isOpaque: false)
    list = DisplayList(size: size, background: .clear)
  }

  /// The drawing of a layer in all frames.
  private struct History {
    var isShown = false
    var isVisible = false
    var hasContent = false
    /// The frames in which the layer may touch pixels.
    var frames: [Int] = []
    /// The frame in which it may touch most pixels.
    var best = 0
    var area = 0
    /// The image, and the smallest number of its pixels per point.
    var image: Image?
    var imageDensity = Double.infinity
  }

  private mutating func findings() -> [Finding] {
    let histories = histories()
    // Frames in order, so that the complete image of a frame serves all layers that need it.
    let candidates = probe.layers.indices.filter { probe.layers[$0].isCandidate }
    let order = candidates.sorted { histories[$0].best < histories[$1].best }
    var findings: [Int: Finding] = [:]
    var shown = -1
    for layer in order {
      let history = histories[layer]
      if let code = Self.obviousCode(history) {
        findings[layer] = finding(code, layer)
        continue
      }
      if changes(layer, in: history.best, &shown) { continue }
      guard !history.frames.contains(where: { changes(layer, in: $0, &shown) }), budget > 0 else {
        continue
      }
      findings[layer] = finding(code(ofInvisible: layer, in: history.best), layer)
    }
    return outermost(findings) + largeImages(histories)
  }

  /// Returns a note for each image that has more pixels than any screen shows, wherever it is used.
  private func largeImages(_ histories: [History]) -> [Finding] {
    var densities: [ObjectIdentifier: Double] = [:]
    for history in histories {
      guard let image = history.image else { continue }
      let known = densities[ObjectIdentifier(image)] ?? .infinity
      densities[ObjectIdentifier(image)] = min(known, history.imageDensity)
    }
    return histories.enumerated().compactMap { layer, history in
      // The first layer stands for all others with the same image.
      guard let image = history.image,
        let density = densities.removeValue(forKey: ObjectIdentifier(image)),
        density > Self.densestScreen, density.isFinite
      else { return nil }
      let width = max(Int((Double(image.size.width) / density).rounded()), 1)
      let height = max(Int((Double(image.size.height) / density).rounded()), 1)
      return finding(
        .layersLargeImage, layer,
        "shows an image of \(image.size.width)x\(image.size.height) pixels at most at "
          + "\(width)x\(height)")
    }
  }

  private mutating func histories() -> [History] {
    var histories = [History](repeating: History(), count: probe.layers.count)
    for (index, frame) in frames.enumerated() {
      list.removeAll(size: size, background: .clear)
      let records = probe.draw(frame: frame, into: &list, transform: transform)
      for (layer, record) in records.enumerated() where record.isShown {
        histories[layer].isShown = true
        if record.isVisible { histories[layer].isVisible = true }
        if record.hasContent { histories[layer].hasContent = true }
        if let image = record.image {
          histories[layer].image = image
          histories[layer].imageDensity = min(
            histories[layer].imageDensity, record.imageDensity * scale)
        }
        guard record.area > 0 else { continue }
        histories[layer].frames.append(index)
        if record.area > histories[layer].area {
          (histories[layer].area, histories[layer].best) = (record.area, index)
        }
      }
    }
    return histories
  }

  /// Returns the code for a layer that can't touch a pixel, or `nil`.
  private static func obviousCode(_ history: History) -> CheckCode? {
    if !history.isShown { return .layersNotShown }
    if !history.isVisible { return .layersTransparent }
    if !history.hasContent { return .layersEmpty }
    return history.frames.isEmpty ? .layersOutside : nil
  }

  /// Returns whether a frame looks different without a layer.
  ///
  /// - Parameter shown: The frame of the complete image.
  private mutating func changes(_ layer: Int, in frame: Int, _ shown: inout Int) -> Bool {
    // Without a budget, nothing is known about the layer.
    guard budget > 0 else { return true }
    if shown != frame {
      list.removeAll(size: size, background: .clear)
      _ = probe.draw(frame: frames[frame], into: &list, transform: transform)
      rasterizer.paint(list, into: complete)
      shown = frame
      budget -= 1
    }
    list.removeAll(size: size, background: .clear)
    probe.draw(frame: frames[frame], without: [layer], into: &list, transform: transform)
    rasterizer.paint(list, into: incomplete)
    budget -= 1
    return complete != incomplete
  }

  /// Returns the reason why a layer that touches pixels changes none: it is covered if its own
  /// composition shows it as soon as the layers above it are omitted.
  private mutating func code(ofInvisible layer: Int, in frame: Int) -> CheckCode {
    let composition = probe.layers[layer].composition
    let above = probe.layers.indices.filter {
      probe.layers[$0].composition == composition && $0 < layer && probe.layers[$0].isCandidate
    }
    func paint(without layers: [Int], into image: PixelImage) {
      list.removeAll(size: size, background: .clear)
      probe.draw(frame: frames[frame], without: layers, into: &list, transform: transform)
      rasterizer.paint(list, into: image)
    }
    paint(without: above, into: complete)
    paint(without: above + [layer], into: incomplete)
    return complete == incomplete ? .layersNoEffect : .layersCovered
  }

  /// Returns the findings without those for layers of compositions that are themselves invisible.
  private func outermost(_ findings: [Int: Finding]) -> [Finding] {
    var uses: [Int: (all: Int, invisible: Int)] = [:]
    for (index, layer) in probe.layers.enumerated() {
      guard let content = layer.content else { continue }
      uses[content, default: (0, 0)].all += 1
      if findings[index] != nil { uses[content, default: (0, 0)].invisible += 1 }
    }
    return findings.sorted { $0.key < $1.key }.compactMap { index, finding in
      let use = uses[probe.layers[index].composition]
      return use.map { $0.all == $0.invisible } == true ? nil : finding
    }
  }

  private func finding(_ code: CheckCode, _ index: Int, _ reason: String? = nil) -> Finding {
    let layer = probe.layers[index]
    let name = layer.name.isEmpty ? layer.path : "layer \"\(layer.name)\""
    var finding = Finding(code, "\(name) \(reason ?? Self.reason(code))")
    finding.path = layer.path
    finding.layer = layer.name.isEmpty ? nil : layer.name
    return finding
  }

  private static func reason(_ code: CheckCode) -> String {
    switch code {
    case .layersNotShown: "is never shown, because its frames are outside the animation"
    case .layersTransparent: "is always transparent"
    case .layersEmpty: "has no content, or its size is zero"
    case .layersOutside: "is always outside the canvas"
    case .layersCovered: "is always covered by other layers"
    default: "never changes a pixel, because it is clipped, masked or transparent"
    }
  }
}
