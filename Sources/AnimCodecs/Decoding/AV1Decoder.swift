#if Codecs
  import AnimGraphics
  import CDav1d
  import CSharedLibrary

  /// A decoder for one AV1 stream: dav1d on the calling thread, which returns one picture for each sample.
  package final class AV1Decoder {
    private let library: Dav1dLibrary
    private var context: OpaquePointer?
    /// The layer to return of a sample with several, or `nil` for the last one.
    private let layer: Int?

    /// - Parameters:
    ///   - areaLimit: The maximum number of pixels of a picture.
    ///   - operatingPoint: The operating point, which selects layers (AV1 specification, 6.4.1).
    ///   - layer: The layer to return of a sample with several, or `nil` for the last one.
    package init(areaLimit: Int, operatingPoint: Int = 0, layer: Int? = nil) throws(CodecError) {
      library = try Dav1dLibrary.shared.get()
      self.layer = layer
      var settings = Dav1dSettings()
      library.defaults(&settings)
      settings.n_threads = 1
      // A sample's picture is returned before the next sample is needed.
      settings.max_frame_delay = 1
      settings.apply_grain = 1
      settings.operating_point = CInt(operatingPoint)
      settings.all_layers = layer == nil ? 0 : 1
      settings.frame_size_limit = UInt32(clamping: areaLimit)
      // Without a callback, nothing is printed.
      settings.logger.callback = nil
      guard library.open(&context, &settings) == 0, context != nil else {
        throw .damaged("dav1d cannot start")
      }
    }

    deinit { if context != nil { library.close(&context) } }

    /// Loads dav1d, if it is installed. For a process that can't load libraries later.
    package static func loadLibrary() { _ = Dav1dLibrary.shared }

    /// Forgets all earlier samples.
    package func flush() { if let context { library.flush(context) } }

    /// Decodes a sample.
    ///
    /// - Throws: ``CodecError/damaged(_:)`` if it has no picture.
    package func decode(_ sample: [UInt8]) throws(CodecError) -> AV1Picture {
      guard let context, !sample.isEmpty else { throw .damaged("a frame without data") }
      var data = Dav1dData()
      guard let copy = library.createData(&data, sample.count) else {
        throw .damaged("there is not enough memory for a frame")
      }
      copy.update(from: sample, count: sample.count)
      var pictures: [AV1Picture] = []
      var isAccepted = false
      while !isAccepted {
        let result = library.send(context, &data)
        isAccepted = result == 0
        var hasReceived = false
        while let picture = receive(context) {
          hasReceived = true
          if pictures.isEmpty || layer != nil, pictures.count < Self.maximumLayers {
            pictures.append(picture)
          } else {
            pictures[pictures.count - 1] = picture
          }
        }
        // The decoder accepts more data only after a picture has been taken.
        guard isAccepted || result == Self.tryAgain && hasReceived else {
          library.unrefData(&data)
          throw .damaged("dav1d cannot decode a frame")
        }
      }
      guard let last = pictures.last else { throw .damaged("dav1d cannot decode a frame") }
      return layer.map { pictures[min($0, pictures.count - 1)] } ?? last
    }

    /// The maximum number of layers of a sample (AV1 specification, 6.4.1).
    private static let maximumLayers = 4
    /// -EAGAIN.
    private static let tryAgain: CInt = -11

    private func receive(_ context: OpaquePointer) -> AV1Picture? {
      var picture = Dav1dPicture()
      guard library.receive(context, &picture) == 0 else { return nil }
      return AV1Picture(picture, library)
    }
  }

  extension AV1Decoder {
    /// Returns whether decoding can start at a sample: whether its first frame is a key frame (AV1 specification, 5.3 and
    /// 5.9.2).
    package static func isKeySample(_ sample: [UInt8]) -> Bool {
      var rest = sample[...]
      var isReducedStill = false
      while let header = rest.popFirst() {
        // An extension follows, and the size, unless the unit is the last one.
        if header & 4 != 0 { rest = rest.dropFirst() }
        var size = rest.count
        if header & 2 != 0 {
          guard let found = unsignedNumber(&rest) else { return false }
          size = min(found, rest.count)
        }
        let unit = rest.prefix(size)
        rest = rest.dropFirst(size)
        guard let first = unit.first else { continue }
        switch header >> 3 & 15 {
        // A sequence header: three bits for the profile, still_picture and reduced_still_picture_header.
        case 1: isReducedStill = first & 8 != 0
        // A frame header, or a frame: show_existing_frame, and two bits for the type, which is 0 for a key frame.
        case 3, 6: return isReducedStill || first & 0xE0 == 0
        default: break
        }
      }
      return false
    }

    /// Reads a number in groups of seven bits, from the lowest (AV1 specification, 4.10.5).
    private static func unsignedNumber(_ bytes: inout ArraySlice<UInt8>) -> Int? {
      var value = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard let byte = bytes.popFirst() else { return nil }
        value |= Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }
  }

  /// A decoded picture, which stays valid after its decoder has ended.
  package final class AV1Picture: @unchecked Sendable {
    private var picture: Dav1dPicture
    private let library: Dav1dLibrary

    fileprivate init(_ picture: Dav1dPicture, _ library: Dav1dLibrary) {
      self.picture = picture
      self.library = library
    }

    deinit { library.unrefPicture(&picture) }

    package var size: PixelSize {
      PixelSize(width: Int(picture.width), height: Int(picture.height))
    }
    /// Bits per sample: 8, 10 or 12.
    package var depth: Int { Int(picture.depth) }
    package var hasColor: Bool { picture.layout != 0 }
    /// The number of adjacent columns that share a colour sample.
    package var columns: Int { picture.layout == 1 || picture.layout == 2 ? 2 : 1 }
    /// The number of adjacent rows that share a colour sample.
    package var rows: Int { picture.layout == 1 ? 2 : 1 }
    /// matrix_coefficients of the stream (ITU-T H.273).
    package var matrix: Int { Int(picture.sequence_header?.pointee.matrix ?? 2) }
    /// color_primaries of the stream (ITU-T H.273).
    package var primaries: Int { Int(picture.sequence_header?.pointee.primaries ?? 2) }
    package var hasFullRange: Bool {
      guard let samples = picture.sequence_header?.pointee.samples else { return false }
      return library.interface == 6
        ? samples.version_6.color_range == 1 : samples.version_7.color_range == 1
    }
    /// chroma_sample_position: 1 for samples at the left, 2 for samples at the first pixel, 0 if unknown.
    package var samplePosition: Int { Int(picture.sequence_header?.pointee.position ?? 0) }

    /// The planes, which are valid as long as the picture. A grey picture has its luma in all three.
    package var planes: (SamplePlane, SamplePlane, SamplePlane)? {
      guard let luma = picture.data.0 else { return nil }
      let y = SamplePlane(start: UnsafeRawPointer(luma), stride: picture.stride.0)
      guard hasColor else { return (y, y, y) }
      guard let blue = picture.data.1, let red = picture.data.2 else { return nil }
      return (
        y, SamplePlane(start: UnsafeRawPointer(blue), stride: picture.stride.1),
        SamplePlane(start: UnsafeRawPointer(red), stride: picture.stride.1)
      )
    }

    /// The approximate memory of the planes, in bytes.
    package var byteCount: Int {
      let luma = picture.stride.0.magnitude * UInt(picture.height)
      let color = hasColor ? 2 * picture.stride.1.magnitude * UInt(picture.height) / UInt(rows) : 0
      return Int(luma + color)
    }
  }

  /// The functions of dav1d, loaded before the first image is decoded. Thread-safe.
  private struct Dav1dLibrary: Sendable {
    typealias Settings = UnsafeMutablePointer<Dav1dSettings>
    typealias Data = UnsafeMutablePointer<Dav1dData>
    typealias Picture = UnsafeMutablePointer<Dav1dPicture>

    /// The version of the interface: 6 or 7.
    let interface: Int
    let defaults: @convention(c) (Settings) -> Void
    let open: @convention(c) (UnsafeMutablePointer<OpaquePointer?>, Settings) -> CInt
    let close: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
    let flush: @convention(c) (OpaquePointer) -> Void
    let createData: @convention(c) (Data, Int) -> UnsafeMutablePointer<UInt8>?
    let unrefData: @convention(c) (Data) -> Void
    let send: @convention(c) (OpaquePointer, Data) -> CInt
    let receive: @convention(c) (OpaquePointer, Picture) -> CInt
    let unrefPicture: @convention(c) (Picture) -> Void

    static let shared: Result<Dav1dLibrary, CodecError> = load()

    private static func load() -> Result<Dav1dLibrary, CodecError> {
      for interface in [7, 6] {
        guard let library = csharedlibrary_open("libdav1d.so.\(interface)") else { continue }
        func function(_ name: String) -> UnsafeMutableRawPointer? {
          csharedlibrary_function(library, "dav1d_\(name)")
        }
        guard let defaults = function("default_settings"), let open = function("open"),
          let close = function("close"), let flush = function("flush"),
          let createData = function("data_create"), let unrefData = function("data_unref"),
          let send = function("send_data"), let receive = function("get_picture"),
          let unrefPicture = function("picture_unref")
        else { continue }
        return .success(
          Dav1dLibrary(
            interface: interface,
            defaults: unsafeBitCast(defaults, to: (@convention(c) (Settings) -> Void).self),
            open: unsafeBitCast(
              open,
              to: (@convention(c) (UnsafeMutablePointer<OpaquePointer?>, Settings) -> CInt).self),
            close: unsafeBitCast(
              close, to: (@convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void).self),
            flush: unsafeBitCast(flush, to: (@convention(c) (OpaquePointer) -> Void).self),
            createData: unsafeBitCast(
              createData, to: (@convention(c) (Data, Int) -> UnsafeMutablePointer<UInt8>?).self),
            unrefData: unsafeBitCast(unrefData, to: (@convention(c) (Data) -> Void).self),
            send: unsafeBitCast(send, to: (@convention(c) (OpaquePointer, Data) -> CInt).self),
            receive: unsafeBitCast(
              receive, to: (@convention(c) (OpaquePointer, Picture) -> CInt).self),
            unrefPicture: unsafeBitCast(
              unrefPicture, to: (@convention(c) (Picture) -> Void).self)))
      }
      return .failure(.missingLibrary("dav1d", package: "libdav1d7, or libdav1d6 in Debian 12"))
    }
  }
#endif
