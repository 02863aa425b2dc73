import AnimCore
import CX11

extension RefreshRate {
  /// Creates the vertical rate of a mode line: the dot clock divided by the number of dots of a field. Double scanning
  /// shows each line twice, and interlacing only every other line.
  ///
  /// Returns `nil` for rates outside 10 to 400 Hz: servers without a real display report zero or other invalid rates.
  init?(
    dotClock: Int, horizontalTotal: Int, verticalTotal: Int, isDoubleScan: Bool,
    isInterlaced: Bool
  ) {
    let (dots, overflow) = horizontalTotal.multipliedReportingOverflow(by: verticalTotal)
    guard !overflow, dots < Int.max / 2, dotClock < Int.max / 2 else { return nil }
    self.init(
      numerator: isInterlaced ? dotClock * 2 : dotClock,
      denominator: isDoubleScan ? dots * 2 : dots)
    guard (10...400).contains(hertz) else { return nil }
  }
}

/// The part of the screen that one display shows.
package struct DisplayOutput: Hashable {
  /// The CRTC that feeds the display.
  var crtc: ResourceID
  /// The area of the screen that the display shows, in pixels.
  package var area: PixelRect
  /// The refresh rate, or `nil` if the server doesn't report a plausible one.
  package var refreshRate: RefreshRate?
  /// The size of the display in millimetres, or zero if the server doesn't know it.
  var millimetres = PixelSize.zero
}

extension DisplayOutput {
  /// The number of pixels per point for the size of the display, in steps of one half. It is 1 unless text would be
  /// tiny.
  package var scale: Double {
    guard area.height >= Self.minimumHeight, !Self.impossibleSizes.contains(millimetres),
      millimetres.width > 0, millimetres.height > 0
    else { return 1 }
    let density = min(
      Double(area.width) / Double(millimetres.width),
      Double(area.height) / Double(millimetres.height))
    let scale = density * 25.4 / 96
    // No display has such small pixels, so the size is wrong.
    guard scale <= Self.maximumScale else { return 1 }
    return max(1, (scale * 2).rounded(.down) / 2)
  }

  /// The minimum number of rows of a high-density display. Users of smaller displays are used to small text. (The limit
  /// is from GNOME.)
  fileprivate static let minimumHeight = 1200
  private static let maximumScale = 5.0
  /// Displays with these values report the ratio of their sides instead of their size.
  private static let impossibleSizes: Set<PixelSize> = [
    PixelSize(width: 160, height: 90), PixelSize(width: 160, height: 100),
    PixelSize(width: 16, height: 9), PixelSize(width: 16, height: 10),
  ]
}

extension Connection {
  /// Requests ``Event/screenChange`` when outputs or modes change.
  package func watchOutputs() {
    guard extensions.randr != nil, !watchesOutputs, let display else { return }
    (watchesOutputs, knownOutputs) = (true, nil)
    XRRSelectInput(
      display, XDefaultRootWindow(display),
      Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask))
  }

  /// Returns the output that shows the largest part of `area`, in pixels of the screen, or the first output if none
  /// shows it. Returns `nil` without RandR or an active output. Waits for the server.
  package func output(showing area: PixelRect) -> DisplayOutput? {
    DisplayOutput.showing(area, among: outputs())
  }

  /// Returns the number of pixels per point for the size of the display that shows the largest part of `area`, or 1 if
  /// the size is unknown. Waits for the server, unless the screen is too small for any other result.
  package func physicalScale(of area: PixelRect) -> Double {
    screenSize.height < DisplayOutput.minimumHeight ? 1 : output(showing: area)?.scale ?? 1
  }

  /// Returns all active outputs. Waits for the server, unless ``watchOutputs()`` was called and they haven't changed
  /// since the last call.
  func outputs() -> [DisplayOutput] {
    if let knownOutputs { return knownOutputs }
    let outputs = queryOutputs()
    if watchesOutputs { knownOutputs = outputs }
    return outputs
  }

  private func queryOutputs() -> [DisplayOutput] {
    guard let randr = extensions.randr else { return [] }
    // An output can be unplugged between two requests.
    let outputs = try? trappingErrors { display -> [DisplayOutput] in
      let root = XDefaultRootWindow(display)
      // The older request makes the server probe for displays, which may take a second.
      let isRecent = randr.version >= Extensions.Version(major: 1, minor: 3)
      guard
        let resources = isRecent
          ? XRRGetScreenResourcesCurrent(display, root) : XRRGetScreenResources(display, root)
      else { return [] }
      defer { XRRFreeScreenResources(resources) }
      return UnsafeBufferPointer(
        start: resources.pointee.crtcs, count: Int(resources.pointee.ncrtc)
      ).compactMap { DisplayOutput(crtc: $0, resources, display) }
    }
    return outputs ?? []
  }
}

extension DisplayOutput {
  /// Returns the output that shows the largest part of `area`, or the first one if none shows it, or `nil` for an empty
  /// array.
  static func showing(_ area: PixelRect, among outputs: [DisplayOutput]) -> DisplayOutput? {
    outputs.max { a, b in
      let (inA, inB) = (a.area.intersection(area), b.area.intersection(area))
      return inA.width * inA.height < inB.width * inB.height
    }
  }

  fileprivate init?(
    crtc: ResourceID, _ resources: UnsafeMutablePointer<XRRScreenResources>, _ display: XDisplay
  ) {
    guard let info = XRRGetCrtcInfo(display, resources, crtc) else { return nil }
    defer { XRRFreeCrtcInfo(info) }
    guard info.pointee.mode != 0, info.pointee.width > 0 else { return nil }
    let (x, y) = (Int(info.pointee.x), Int(info.pointee.y))
    let modes = UnsafeBufferPointer(
      start: resources.pointee.modes, count: Int(resources.pointee.nmode))
    self.init(
      crtc: crtc,
      area: PixelRect(
        x0: x, y0: y, x1: x + Int(info.pointee.width), y1: y + Int(info.pointee.height)),
      refreshRate: modes.first { $0.id == info.pointee.mode }.flatMap { RefreshRate($0) })
    guard area.height >= Self.minimumHeight, info.pointee.noutput > 0,
      let output = XRRGetOutputInfo(display, resources, info.pointee.outputs[0])
    else { return }
    defer { XRRFreeOutputInfo(output) }
    let isTurned = info.pointee.rotation & UInt16(RR_Rotate_90 | RR_Rotate_270) != 0
    let (width, height) = (Int(output.pointee.mm_width), Int(output.pointee.mm_height))
    millimetres =
      isTurned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}

extension RefreshRate {
  init?(_ mode: XRRModeInfo) {
    self.init(
      dotClock: Int(clamping: mode.dotClock), horizontalTotal: Int(mode.hTotal),
      verticalTotal: Int(mode.vTotal),
      isDoubleScan: mode.modeFlags & UInt(RR_DoubleScan) != 0,
      isInterlaced: mode.modeFlags & UInt(RR_Interlace) != 0)
  }
}
