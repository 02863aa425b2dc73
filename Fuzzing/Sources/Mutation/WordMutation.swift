/// Returns text with words and symbols of its language inserted. Readers accept it more often than text with changed
/// bytes.
public func insertingWords(
  _ words: [String], into text: [UInt8], _ random: inout RandomNumbers
) -> [UInt8] {
  var text = text
  for _ in 0...random.next(below: 3) {
    let start = random.next(below: text.count + 1)
    let end = min(start + random.next(below: 8), text.count)
    text.replaceSubrange(start..<end, with: Array(random.element(of: words).utf8))
  }
  return text
}
