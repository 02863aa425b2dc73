import TestSupport

@testable import AnimGraphics
@testable import AnimLottie

// Parts of a file, as JSON text.

func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
  """
  {"ty":"rc","d":1,"p":{"k":[\(x + width / 2),\(y + height / 2)]},"s":{"k":[\(width),\(height)]},\
  "r":{"k":0}}
  """
}

/// Lines through points.
func lines(_ points: [[Double]], isClosed: Bool = false) -> String {
  let handles = points.map { _ in "[0,0]" }.joined(separator: ",")
  return """
    {"ty":"sh","ks":{"k":{"c":\(isClosed),"v":\(points),"i":[\(handles)],"o":[\(handles)]}}}
    """
}

func fill(_ color: String = "1,0,0", opacity: Double = 100, _ fields: String = "") -> String {
  #"{"ty":"fl","c":{"k":[\#(color),1]},"o":{"k":\#(opacity)},"r":1\#(fields)}"#
}

func stroke(_ width: Double, color: String = "1,0,0", _ fields: String = "") -> String {
  """
  {"ty":"st","c":{"k":[\(color),1]},"o":{"k":100},"w":{"k":\(width)},"lc":1,"lj":1,"ml":4\(fields)}
  """
}

func group(_ items: String..., transform: String = "") -> String {
  let transform = #"{"ty":"tr"\#(transform.isEmpty ? "" : "," + transform)}"#
  return #"{"ty":"gr","it":[\#((items + [transform]).joined(separator: ","))]}"#
}

/// Returns a layer of shapes; `fields` may include a transform (`ks`) and frames.
func shapeLayer(_ items: [String], _ fields: String) -> String {
  let items = items.joined(separator: ",")
  let frames = fields.contains(#""ip""#) ? "" : #""ip":0,"op":10,"#
  let transform = fields.contains(#""ks""#) ? "" : #""ks":{},"#
  return #"{"ty":4,\#(frames)"st":0,\#(transform)\#(fields.isEmpty ? "" : fields + ",")"#
    + #""shapes":[\#(items)]}"#
}

/// Returns the image of a file's frame on a clear ground, a pixel for each unit.
func rendering(_ json: String, frame: Double = 0) throws -> PixelImage {
  rendering(try load(json), frame: frame)
}

func rendering(_ animation: LottieAnimation, frame: Double = 0, threads: Int = 1) -> PixelImage {
  let size = PixelSize(
    width: Int(animation.size.width.rounded(.up)), height: Int(animation.size.height.rounded(.up)))
  var list = DisplayList(size: size, background: .clear)
  LottieRenderer(animation).draw(frame: frame, into: &list)
  return list.painted(threads: threads)
}

/// Premultiplied, as in images.
let red: UInt32 = 0xFFFF_0000
let green: UInt32 = 0xFF00_FF00
let blue: UInt32 = 0xFF00_00FF
let halfRed: UInt32 = 0x8080_0000
