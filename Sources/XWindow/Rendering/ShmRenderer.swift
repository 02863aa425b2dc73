import AnimCore

/// Paints frames with AnimCore's rasteriser, so that every bit is the same on every machine, and
/// transfers the pixels to the server: through shared memory, from which the server only copies
/// them, or otherwise over the connection.
///
/// If the server's pixel format is that of the rasteriser, it paints directly into the buffers. For
/// other formats, it paints an image in its own format and converts it.
///
/// In shared memory, one buffer is enough while the server is fast. The second is painted while the
/// server is still reading the first. Only the changes are painted, because only they are sent. Other
/// stale tiles of a buffer are painted when the window needs them.
package final class ShmRenderer: Renderer {
  private let window: Window
  private let context: GraphicsContext
  private let packer: PixelPacker
  private let rasterizer = Rasterizer()
  private var transport: Transport { didSet { description = transport.description } }
  /// A stored property, because creating the text for every frame would allocate memory.
  package private(set) var description: String
  /// The size in bytes of the last image for which there wasn't enough shared memory. Smaller
  /// images are tried in shared memory again.
  private var tooLarge: Int?
  private var damage = FrameDamage()
  /// The image in the rasteriser's format, or `nil` if the server's format is the same.
  private var rendering: NativeImage?
  /// One buffer, or two if they are shared. The first is preferred, so that the second uses no
  /// memory until it is needed.
  private var surfaces: [Surface] = []
  private var wantsSecondBuffer = false
  /// The buffer with a drawn frame that hasn't been presented.
  private var drawn: Surface?
  /// The buffer with the presented frame.
  private var front: Surface?
  /// The changes of the last drawn frame that the window doesn't show yet.
  private var unsent = Damage(of: .zero)
  /// The areas of the image that can't be seen. They are neither painted nor sent.
  private var hiddenAreas: [PixelRect] = []
  /// The outline of the image to which the window is shaped, or `nil` for a rectangular window.
  private var outline: Outline?
  /// Whether to paint and send the entire next frame, even if only parts of it change.
  private var paintsEverything = false
  /// The pending fence. Without shared memory, every frame is followed by one. Otherwise, fences
  /// are only used to recover.
  private var fence: UInt32?

  package init(for window: Window, over transport: Transport) {
    self.window = window
    self.transport = transport
    description = transport.description
    context = GraphicsContext(for: window.id, on: window.connection)
    packer = PixelPacker(window.format)
  }

  package var isReady: Bool { surfaces.isEmpty || drawn != nil || freeSurface != nil }

  package var isIdle: Bool { fence == nil && !surfaces.contains { $0.isBusy } }

  private var freeSurface: Surface? {
    if !transport.isShared, fence != nil { return nil }
    return surfaces.first { !$0.isBusy }
  }

  package func draw(_ list: DisplayList) throws(RenderError) {
    guard isReady else { return }
    try makeSurfaces(for: list.size)
    try makeImage(for: list.size)
    damage.advance(to: list)
    if paintsEverything {
      paintsEverything = false
      damage.markAll()
    }
    paint(list)
  }

  package func publish() {
    guard let surface = drawn else { return }
    drawn = nil
    front = surface
    outline?.apply(to: window)
    send(unsent, of: surface)
    unsent.clear()
    window.connection.exchange()
    makeSecondBuffer()
  }

  package func repair(_ area: PixelRect) {
    guard let surface = drawn ?? front else { return }
    refresh(surface)
    if drawn != nil {
      unsent.mark(area)
    } else if let front {
      put(area.intersection(front.image.size.bounds), of: front, isLast: true)
    }
  }

  package func handle(_ event: Event) {
    switch event {
    case .shmCompletion(let segment):
      surfaces.first { $0.image.shared?.segment == segment }?.complete()
    case .fence(let number):
      guard let fence, number >= fence else { return }
      self.fence = nil
      for surface in surfaces { surface.fencePassed() }
    case .error(let error):
      // An error about a missing window isn't about memory.
      let shm = window.connection.extensions.sharedMemory
      guard transport.isShared, error.majorOpcode == shm?.base.majorOpcode, !error.isMissingDrawable
      else { return }
      giveUpSharing(because: error.description)
    default:
      break
    }
  }

  package func recover() {
    guard !isReady else { return }
    let number = window.connection.fences.send()
    if fence == nil {
      fence = number
      for surface in surfaces { surface.didSetFence() }
    }
    window.connection.exchange()
  }

  package func readBack() throws(RenderError) -> PixelImage {
    if window.connection.isLost { throw .connectionLost }
    guard let front else { throw .nothingPublished }
    return try window.readBack(size: front.image.size, packer) { target in
      refresh(front)
      context.put(front.image, front.image.size.bounds, to: target, notify: false)
    }
  }
}

// Painting.
extension ShmRenderer {
  /// Paints the changes into a free buffer.
  private func paint(_ list: DisplayList) {
    let hidden = hiddenTiles(of: list.size)
    var changes = damage.changes
    if let hidden { changes.subtract(hidden) }
    unsent.add(changes)
    guard let surface = drawn ?? freeSurface else { return }
    surface.fit(to: list.size)
    for other in surfaces where other !== surface { other.stale.add(damage.tiles) }
    if !window.format.isNative { paintCanvas(list) }
    // Whatever will be sent must be painted. The tiles of an earlier frame that was painted exactly
    // may contain stale pixels.
    paint(list, unsent.isExact ? changes : unsent, on: surface)
    if damage.isComplete { surface.stale.clear() }
    if var hidden {
      hidden.formIntersection(damage.tiles)
      surface.stale.add(hidden)
    }
    drawn = surface
  }

  /// Returns the tiles that can't be seen, or `nil` if all can be.
  private func hiddenTiles(of size: PixelSize) -> TileSet? {
    guard !hiddenAreas.isEmpty else { return nil }
    var seen = TileSet(TileGrid(size: size))
    var rest = [size.bounds]
    for area in hiddenAreas { rest = rest.subtracting(area) }
    for area in rest { seen.mark(area) }
    var hidden = TileSet.all(of: size)
    hidden.subtract(seen)
    return hidden
  }

  /// Paints the stale tiles of the buffer with the last drawn frame.
  private func refresh(_ surface: Surface) {
    guard !surface.stale.isEmpty, let list = damage.list else { return }
    paint(list, Damage(surface.stale), on: surface)
    surface.stale.clear()
  }

  private func paint(_ list: DisplayList, _ changes: Damage, on surface: Surface) {
    let image = surface.image
    let tiles = changes.tiles
    if window.format.isNative {
      image.withBytes { bytes in
        // The outline is updated from entire tiles.
        rasterizer.paint(
          list, changes: outline == nil ? changes : Damage(tiles),
          into: bytes.assumingMemoryBound(to: UInt32.self),
          stride: image.bytesPerRow / 4)
        outline?.update(
          tiles, of: image.size, bytes.assumingMemoryBound(to: UInt32.self),
          stride: image.bytesPerRow / 4)
      }
    } else {
      guard let rendering else { return }
      outline?.update(tiles, of: rendering.size, rendering.pixels, stride: rendering.size.width)
      tiles.forEachRectangle { image.pack(UnsafeBufferPointer(rendering.pixels), $0, packer) }
    }
  }

  private func paintCanvas(_ list: DisplayList) {
    guard let rendering else { return }
    rasterizer.paint(
      list, tiles: damage.tiles, into: rendering.pixels, stride: rendering.size.width)
  }
}

// Images that aren't rectangular, or aren't visible.
extension ShmRenderer {
  /// Adapts the shape of a transparent window to whether a compositor runs. Draw a frame soon after, with which the
  /// shape changes, and call this again when a compositor starts or ends. Waits for the server.
  package func shapeWindow(receivingClicks area: ClickArea) {
    if window.isTransparent, window.connection.isComposited {
      shape(area == .drawnPixels ? .input : nil)
    } else {
      shape(.bounding)
    }
    window.setShape(.input, to: area == .nowhere ? [] : nil)
  }

  /// Shapes the window to the pixels of its image, or makes it rectangular again with `nil`.
  private func shape(_ kind: Outline.Kind?) {
    guard kind != outline?.kind else { return }
    outline?.remove(from: window)
    outline = kind.map(Outline.init)
    paintsEverything = true
  }

  /// Sets the areas of the image that can't be seen.
  ///
  /// - Returns: Whether the areas have changed, so that a frame must be drawn soon.
  package func hide(_ areas: [PixelRect]) -> Bool {
    guard areas != hiddenAreas else { return false }
    hiddenAreas = areas
    paintsEverything = true
    return true
  }
}

// Sending.
extension ShmRenderer {
  private func send(_ changes: Damage, of surface: Surface) {
    // Delay each rectangle until the next one is known. The completion of the last one is the
    // completion of all.
    var last: PixelRect?
    changes.forEachRectangle { area in
      if let last { put(last, of: surface, isLast: false) }
      last = area
    }
    if let last { put(last, of: surface, isLast: true) }
  }

  private func put(_ area: PixelRect, of surface: Surface, isLast: Bool) {
    guard !area.isEmpty else { return }
    context.put(surface.image, area, to: window.id, notify: isLast)
    guard isLast else { return }
    if surface.image.shared != nil {
      surface.put()
    } else {
      fence = window.connection.fences.send()
    }
  }
}

// Memory.
extension ShmRenderer {
  /// Creates buffers for images of `size` if the current ones are too small or much too large.
  private func makeSurfaces(for size: PixelSize) throws(RenderError) {
    try RenderError.check(size)
    if window.connection.isLost { throw .connectionLost }
    let needed = window.format.bytesPerRow(width: size.width) * size.height
    if let tooLarge, needed < tooLarge {
      self.tooLarge = nil
      transport = .shared
      surfaces = []
      drawn = nil
    }
    let current = surfaces.first?.image.capacity ?? 0
    let wanted = Surface.capacity(needed: needed, current: current)
    guard wanted != current else { return }
    // If memory is scarce, do without spare capacity.
    let capacities = [wanted, Surface.wholePages(needed)]
    guard
      let image = shareImage(of: capacities, for: needed)
        ?? capacities.lazy.compactMap({ [format = window.format] in
          ImageBuffer(capacity: $0, format)
        }).first
    else { throw .noMemory(size) }
    surfaces = [Surface(image)]
    drawn = nil
    wantsSecondBuffer = transport.isShared
  }

  /// Returns shared memory for an image of `needed` bytes, with the first of `capacities` that can
  /// be allocated. If none can, the transport contains the reason.
  private func shareImage(of capacities: [Int], for needed: Int) -> ImageBuffer? {
    guard transport.isShared else { return nil }
    var reason = ""
    for capacity in capacities {
      do throws(SharedMemoryError) {
        let image = try sharedImage(capacity)
        // The entire image is painted next.
        image.shared?.populate(needed)
        return image
      } catch {
        reason = error.description
        tooLarge = error.isAboutSize ? needed : nil
        if tooLarge == nil { break }
      }
    }
    transport = .wire(reason: reason)
    return nil
  }

  /// Creates an image of `size` if the server's format isn't that of the rasteriser.
  private func makeImage(for size: PixelSize) throws(RenderError) {
    guard !window.format.isNative, rendering?.size != size else { return }
    guard let new = NativeImage(size: size) else { throw .noMemory(size) }
    rendering = new
  }

  /// Creates the second buffer. This waits for the server, so it is done after the first frame was
  /// sent. Without a second buffer, some frames are missed, but nothing else happens.
  private func makeSecondBuffer() {
    guard wantsSecondBuffer, transport.isShared, let first = surfaces.first else { return }
    wantsSecondBuffer = false
    if let second = try? sharedImage(first.image.capacity) { surfaces.append(Surface(second)) }
  }

  private func sharedImage(_ capacity: Int) throws(SharedMemoryError) -> ImageBuffer {
    ImageBuffer(
      shared: try SharedMemory(capacity: capacity, on: window.connection), window.format)
  }

  /// Sends the last frame again over the connection, and also all later ones.
  private func giveUpSharing(because reason: String) {
    transport = .wire(reason: reason)
    let wasPublished = drawn == nil
    (surfaces, drawn, front, fence) = ([], nil, nil, nil)
    guard let list = damage.list, (try? makeSurfaces(for: list.size)) != nil else { return }
    damage.markAll()
    paint(list)
    if wasPublished { publish() }
  }
}

/// The path of pixels to the server.
package enum Transport: Hashable, CustomStringConvertible {
  /// Memory that is shared with the server (MIT-SHM).
  case shared
  /// Over the connection, with the reason why shared memory isn't used.
  case wire(reason: String)

  var isShared: Bool { self == .shared }

  /// Returns shared memory if a test shows that the server actually sees it. Waits for the server.
  package static func best(for window: Window) -> Transport {
    do throws(SharedMemoryError) {
      try SharedMemory.probe(window.format, on: window.connection)
      return .shared
    } catch {
      return .wire(reason: error.description)
    }
  }

  package var description: String {
    switch self {
    case .shared: "MIT-SHM"
    case .wire(let reason): "XPutImage (\(reason))"
    }
  }
}
