import AnimCodecs
import AnimCore
import AnimLottie
import AnimRaster
import LinuxSystem

/// The list of a sprite sheet as Aseprite and TexturePacker write it: JSON with the frames as an array or an object.
struct SheetList {
  let sheet: SpriteSheet
  /// The name of the image.
  let image: String
  let tags: [FrameTag]

  /// Returns whether a text is the start of such a list, and not that of a Lottie animation: if the frames come first,
  /// or the text has both frames and an image.
  static func recognizes(_ start: [UInt8]) -> Bool {
    var text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    func skipBlanks() { text = text.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) } }
    skipBlanks()
    guard text.popFirst() == UInt8(ascii: "{") else { return false }
    skipBlanks()
    if text.starts(with: "\"frames\"".utf8) { return true }
    guard ["\"meta\"", "\"animations\""].contains(where: { text.starts(with: $0.utf8) }) else {
      return false
    }
    let rest = String(decoding: text, as: UTF8.self)
    return rest.contains("\"frames\"") && rest.contains("\"image\"")
  }

  /// Reads a list.
  ///
  /// - Parameter path: The name of the file in errors.
  init(_ bytes: [UInt8], path: String) throws(Failure) {
    let tape: JSONTape
    do throws(LottieError) {
      tape = try JSONParser.parse(bytes)
    } catch {
      throw Failure("\(path): \(error)", status: .differs)
    }
    self = try reading(path) { () throws(RasterError) in
      try tape.withRoot { root throws(RasterError) in try SheetList(root) }
    }
  }

  private init(_ root: JSONValue) throws(RasterError) {
    guard let list = root["frames"], let meta = root["meta"],
      let image = meta["image"]?.string, !image.isEmpty
    else { throw .damaged("a sprite sheet needs \"frames\" and the name of its \"image\"") }
    var frames: [SpriteSheet.Sprite] = []
    if list.isArray {
      for frame in list.elements { frames.append(try Self.frame(frame, frames.count)) }
    } else {
      for member in list.members { frames.append(try Self.frame(member.value, frames.count)) }
    }
    sheet = try SpriteSheet(frames)
    self.image = image
    tags =
      meta["frameTags"].map { tags in tags.elements.compactMap { FrameTag($0, of: frames.count) } }
      ?? []
  }

  private static func frame(
    _ json: JSONValue, _ number: Int
  ) throws(RasterError) -> SpriteSheet.Sprite {
    guard number < RasterLimits.maximumFrames else {
      throw .damaged(
        "a sprite sheet of more than \(RasterLimits.maximumFrames) frames (limit of this program)")
    }
    guard let area = json["frame"].flatMap(Self.area) else {
      throw .damaged("frame \(number) of the sprite sheet has no rectangle")
    }
    let place = json["spriteSourceSize"].flatMap(Self.area)
    let source = json["sourceSize"]
    return SpriteSheet.Sprite(
      area: area, isRotated: json["rotated"]?.bool ?? false, x: place?.x ?? 0, y: place?.y ?? 0,
      canvas: PixelSize(
        width: source?["w"]?.whole ?? area.width, height: source?["h"]?.whole ?? area.height),
      delay: FrameDelay(milliseconds: json["duration"]?.number ?? 0))
  }

  private static func area(_ json: JSONValue) -> RasterArea? {
    guard let x = json["x"]?.whole, let y = json["y"]?.whole, let width = json["w"]?.whole,
      let height = json["h"]?.whole
    else { return nil }
    return RasterArea(x: x, y: y, width: width, height: height)
  }
}

extension FrameTag {
  /// Returns `nil` for a tag without a name or without frames.
  fileprivate init?(_ json: JSONValue, of count: Int) {
    guard let name = json["name"]?.string, let from = json["from"]?.whole,
      let to = json["to"]?.whole, 0 <= from, from <= to, to < count
    else { return nil }
    self.init(
      name: name, from: from, to: to,
      direction: json["direction"]?.string.flatMap(Direction.init) ?? .forward,
      repetitions: min(max(json["repeat"].flatMap(Self.count) ?? 0, 0), 0xFFFF))
  }

  /// Returns a number, which Aseprite writes as text.
  private static func count(_ json: JSONValue) -> Int? {
    json.whole ?? json.string.flatMap { Int($0) }
  }
}

extension JSONValue {
  /// A number without a fraction that an image can have as a side, or `nil`.
  fileprivate var whole: Int? { number.flatMap { Int32(exactly: $0) }.map(Int.init) }
}

extension FrameDelay {
  /// Creates a delay, rounded to microseconds, and at most a day.
  fileprivate init(milliseconds: Double) {
    let microseconds = Int((min(max(milliseconds, 0), 86_400_000) * 1000).rounded())
    if microseconds % 1000 == 0 {
      self.init(milliseconds: microseconds / 1000)
    } else {
      self.init(numerator: microseconds, denominator: 1_000_000)
    }
  }
}
