import AnimCore

final class TextNode {
  init(_ text: TextContent, fonts: [LottieFont]) {}
  func pictures(at time: Double) -> Int { 0 }
  func draw(at time: Double, into list: inout DisplayList, _ transform: Transform, opacity: Double) {}
}
