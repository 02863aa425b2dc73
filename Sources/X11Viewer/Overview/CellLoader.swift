import AnimCore
import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering
import XWindow

/// Reads what the cells of an overview show, on a thread of its own, so that no file can stop the
/// window.
final class CellLoader: Sendable {
  /// A page to read.
  struct Request: Hashable, Sendable {
    let page: OverviewPage
    /// Another number after every change of the file, or of what is wanted of it.
    let version: Int
    /// The size of its picture in pixels, for one that does not move.
    let size: PixelSize
    /// Whether a picture that does not move is wanted.
    let isStill: Bool
  }

  /// A page that was read.
  struct Loaded: Sendable {
    let request: Request
    let content: Result<Content, Failure>
  }

  /// What a file shows in a cell.
  struct Content: Sendable {
    let picture: Picture
    /// The number of animations in the file, as far as it is known.
    let animationCount: Int
    /// What is behind the animation; nil if the file does not say.
    let background: Color?
    /// The size of its picture in its own units; nil if it takes any.
    let naturalSize: Size?
  }

  enum Picture: Sendable {
    /// What plays, and how long a frame of it takes, in seconds of the processor.
    case playing(@Sendable () -> any Scene, cost: Seconds)
    case still(Image)
  }

  private struct State {
    var wanted: [Request] = []
    /// What is being read.
    var current: Request?
    /// Whether the folder is to be read again.
    var wantsList = true
    /// What was written since the folder was read; nil if any file may have been.
    var written: Set<String>? = []
    var loaded: [Loaded] = []
    /// What was found to be no animation, and why.
    var others: [String: Failure] = [:]
    var files: [String]?
    var isEnded = false
  }

  /// Becomes readable when something was read.
  private let ready: EventDescriptor
  private let monitor = Monitor(State())

  /// A frame that takes longer is not played beside others: half of what a display leaves for all.
  private static let maximumCost: Seconds = 0.008
  /// The most bytes that cells may add to what the program has. One animation has far less than
  /// a format allows, but a folder may have many that have not.
  private static let maximumMemory = 512 << 20

  /// The most bytes that a cell keeps for jumps, which it seldom makes.
  private static let maximumSeekMemory = 1 << 20

  /// - Parameters:
  ///   - list: where the files are from.
  ///   - configuration: how they are played.
  ///   - ready: becomes readable when something was read.
  init(
    _ list: FileList, _ configuration: PlaylistConfiguration, ready: EventDescriptor
  ) throws(SystemError) {
    self.ready = ready
    let memory = HeapMemory.bytesInUse + Self.maximumMemory
    try startThread { [monitor] in
      var list = list
      var all = list.lastFiles()
      var others = configuration.others
      var known = all.filter { !others.contains($0) }
      // Frames come first.
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
      while true {
        switch Self.next(monitor) {
        case .end: return
        case .read(let request):
          let content = Result { () throws(Failure) in
            try Self.read(request, configuration, memory: memory)
          }
          let path = request.page.path
          if case .failure(let failure) = content, AnimationFormats.isOther(path) {
            others.insert(path)
            known = all.filter { !others.contains($0) }
            monitor.change { [known] state in
              (state.current, state.files) = (nil, known)
              state.others[path] = failure
            }
            break
          }
          monitor.change { state in
            state.current = nil
            state.loaded.append(Loaded(request: request, content: content))
          }
        case .list(let written):
          all = list.files()
          others = written.map { others.subtracting($0) } ?? []
          let files = all.filter { !others.contains($0) }
          if files == known { continue }
          known = files
          monitor.change { $0.files = files }
        }
        ready.signal()
      }
    }
  }

  private static let niceness: Int32 = 5

  /// Reads these pages next, in their order, and none that were asked for before.
  func want(_ requests: [Request]) {
    monitor.change { state in
      let known = Set(state.loaded.map(\.request) + (state.current.map { [$0] } ?? []))
      state.wanted = requests.filter { !known.contains($0) }
    }
  }

  /// Reads a folder again.
  ///
  /// - Parameter written: the paths that were written; nil if any may have been.
  func wantList(written: Set<String>?) {
    monitor.change { state in
      state.wantsList = true
      state.written = written.flatMap { state.written?.union($0) }
    }
  }

  /// What was read since the last call: pages, what is no animation and why, and the animations of the folder if
  /// there are others.
  func take() -> (pages: [Loaded], others: [String: Failure], files: [String]?) {
    monitor.change { state in
      defer { (state.loaded, state.others, state.files) = ([], [:], nil) }
      return (state.loaded, state.others, state.files)
    }
  }

  /// Ends the thread once it has read what it reads at present.
  func end() { monitor.change { $0.isEnded = true } }
}

// On the thread.
extension CellLoader {
  private enum Work {
    case read(Request)
    /// These paths were written; nil if any may have been.
    case list(written: Set<String>?)
    case end
  }

  /// What to do next; waits for something.
  private static func next(_ monitor: Monitor<State>) -> Work {
    monitor.wait { state -> Work? in
      if state.isEnded { return .end }
      // Cells are few, and a folder may be large.
      if !state.wanted.isEmpty {
        let request = state.wanted.removeFirst()
        state.current = request
        return .read(request)
      }
      guard state.wantsList else { return nil }
      defer { (state.wantsList, state.written) = (false, []) }
      return .list(written: state.written)
    }
  }

  private static func read(
    _ request: Request, _ files: PlaylistConfiguration, memory: Int
  ) throws(Failure) -> Content {
    let page = request.page
    var configuration = files.forFile(at: page.path)
    configuration.fit = .contain
    configuration.loops = true
    configuration.seekMemory = maximumSeekMemory
    if let animation = page.animation { configuration.animation = animation }
    guard HeapMemory.bytesInUse <= memory else {
      throw Failure("the other cells need too much memory; open it alone", status: .unavailable)
    }
    let file = try AnimationFile(page.path, configuration)
    let scenes = try file.scenes()
    let scene = scenes.makeForWindow()
    let cost = request.isStill ? .infinity : cost(of: scene)
    let picture: Picture =
      cost > maximumCost
      ? .still(try still(of: scene, request.size))
      : .playing(scenes.makeForWindow, cost: cost)
    return Content(
      picture: picture,
      animationCount: page.animation == nil ? file.animation.animations.count : 1,
      background: file.animation.background.map { _ in file.background(isOpaque: true) },
      naturalSize: scene.naturalSize)
  }

  /// How long a frame takes, in seconds of the processor: the longest of some.
  private static func cost(of scene: any Scene) -> Seconds {
    scene.layout(in: Size(width: 128, height: 128))
    var list = DisplayList(size: PixelSize(width: 128, height: 128))
    // What frames have in common is made for the first.
    scene.draw(into: &list)
    var cost: Seconds = 0
    for progress in [0, 0.25, 0.5, 0.75] where cost <= maximumCost {
      list.removeAll(size: list.size)
      let stopwatch = Stopwatch(.processor)
      show(scene, at: progress)
      scene.draw(into: &list)
      cost = max(cost, stopwatch.seconds)
    }
    return cost
  }

  /// Shows what is at a part of a scene's way, or of a second where it has no end.
  private static func show(_ scene: any Scene, at progress: Double) {
    guard let playback = scene.playback else { return scene.update(to: progress) }
    scene.show(frame: playback.frame(atProgress: progress))
  }

  /// The frame in the middle, since many animations begin with an empty one.
  private static func still(
    of scene: any Scene, _ size: PixelSize
  ) throws(Failure) -> Image {
    scene.layout(in: Size(width: Double(size.width), height: Double(size.height)))
    show(scene, at: 0.5)
    var list = DisplayList(size: size, background: .clear)
    scene.draw(into: &list)
    let picture = PixelImage(size: size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: picture)
    let words = picture.withPixels { $0.map { Color(premultipliedARGB: $0).argb } }
    guard let image = Image(size: size, straight: words) else {
      throw Failure("the cell is too small for a picture", status: .unavailable)
    }
    return image
  }
}
