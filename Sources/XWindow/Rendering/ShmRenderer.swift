import AnimCore

/// Paints frames with AnimCore's rasteriser, so that they are the same to the last bit on every
/// machine, and passes the pixels to the server: in shared memory, from which the server only
/// copies them, or else over the connection.
///
/// If the server's pixel format is that of the rasteriser, it paints directly into the buffers. For
/// other formats, it paints a picture in its own format and converts from there.
///
/// In shared memory, one buffer is enough while the server is quick; the second is painted while
/// the server is still reading the first. Only the tiles that changed are painted, since only they
/// are sent; other stale tiles of a buffer are painted when the window needs them.
package final class ShmRenderer: Renderer {
  private let window: Window
  private let context: GraphicsContext
  private let packer: PixelPacker
  private let rasterizer = Rasterizer()
  private var transport: Transport { didSet { description = transport.description } }
  /// Stored, since making the text for every frame would allocate.
  package private(set) var description: String
  /// The size in bytes of the last picture for which there was too little shared memory. Smaller
  /// pictures are tried in shared memory again.
  private var tooLarge: Int?
  private var damage = FrameDamage()
  /// The image in the rasteriser's format, or `nil` if the server's format is the same.
  private var picture: NativePicture?
  /// One buffer, or two if they are shared. The first is preferred, so that the second stays
  /// untouched, and takes no memory, until it is needed.
  private var surfaces: [Surface] = []
  private var wantsSecondBuffer = false
  /// The buffer with a drawn frame that is not published yet.
  private var drawn: Surface?
  /// The buffer with the published frame.
  private var front: Surface?
  /// The tiles in which the window does not show the last drawn frame yet.
  private var unsent = TileSet(TileGrid(size: .zero))
  /// The pending fence. Without shared memory, there is one after every frame, otherwise only to
  /// recover.
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
    try makePicture(for: list.size)
    damage.advance(to: list)
    paint(list)
  }

  package func publish() {
    guard let surface = drawn else { return }
    drawn = nil
    front = surface
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
      // An error about a missing window is not about memory.
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
  /// Paints what changed into a free buffer.
  private func paint(_ list: DisplayList) {
    unsent.add(damage.tiles)
    guard let surface = drawn ?? freeSurface else { return }
    surface.fit(to: list.size)
    for other in surfaces where other !== surface { other.stale.add(damage.tiles) }
    if !window.format.isNative { paintCanvas(list) }
    paint(list, damage.tiles, on: surface)
    if damage.isComplete { surface.stale.clear() }
    drawn = surface
  }

  /// Paints what is stale in the buffer with the last drawn frame.
  private func refresh(_ surface: Surface) {
    guard !surface.stale.isEmpty, let list = damage.list else { return }
    paint(list, surface.stale, on: surface)
    surface.stale.clear()
  }

  private func paint(_ list: DisplayList, _ tiles: TileSet, on surface: Surface) {
    let image = surface.image
    if window.format.isNative {
      image.withBytes { bytes in
        rasterizer.paint(
          list, tiles: tiles, into: bytes.assumingMemoryBound(to: UInt32.self),
          stride: image.bytesPerRow / 4)
      }
    } else {
      guard let picture else { return }
      tiles.forEachRectangle { image.pack(UnsafeBufferPointer(picture.pixels), $0, packer) }
    }
  }

  private func paintCanvas(_ list: DisplayList) {
    guard let picture else { return }
    rasterizer.paint(list, tiles: damage.tiles, into: picture.pixels, stride: picture.size.width)
  }
}

// Sending.
extension ShmRenderer {
  private func send(_ tiles: TileSet, of surface: Surface) {
    // Keeps one rectangle back, so that the last one is known: its completion is that of all.
    var last: PixelRect?
    tiles.forEachRectangle { area in
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
  /// Makes buffers for pictures of `size` if the current ones are too small or much too large.
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
    // If memory is scarce, does without spare room to grow into.
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

  /// Shared memory for a picture of `needed` bytes, with the first of `capacities` that can be
  /// allocated. If none can, the transport says why.
  private func shareImage(of capacities: [Int], for needed: Int) -> ImageBuffer? {
    guard transport.isShared else { return nil }
    var reason = ""
    for capacity in capacities {
      do throws(SharedMemoryError) {
        let image = try sharedImage(capacity)
        // The whole picture is painted next.
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

  /// Makes a picture of `size` if the server's format is not the rasteriser's.
  private func makePicture(for size: PixelSize) throws(RenderError) {
    guard !window.format.isNative, picture?.size != size else { return }
    guard let new = NativePicture(size: size) else { throw .noMemory(size) }
    picture = new
  }

  /// Makes the second buffer. This waits for the server, so it is done after the first picture was
  /// sent. Without a second buffer, some frames are missed, but nothing worse happens.
  private func makeSecondBuffer() {
    guard wantsSecondBuffer, transport.isShared, let first = surfaces.first else { return }
    wantsSecondBuffer = false
    if let second = try? sharedImage(first.image.capacity) { surfaces.append(Surface(second)) }
  }

  private func sharedImage(_ capacity: Int) throws(SharedMemoryError) -> ImageBuffer {
    ImageBuffer(
      shared: try SharedMemory(capacity: capacity, on: window.connection), window.format)
  }

  /// Sends the last frame again over the connection, and all later ones too.
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
  /// Over the connection, with the reason why not in shared memory.
  case wire(reason: String)

  var isShared: Bool { self == .shared }

  /// Shared memory if the server really sees it. Waits for the server, with which that is tried.
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
