import TestSupport
import Testing

@testable import AnimSVG

@Suite("XML") struct XMLReaderTests {
  /// A text, and the tree as names with attributes and texts, or the error.
  private static let rows: [(String, String)] = [
    ("<a/>", "a()"),
    (
      "<?xml version='1.0'?><!-- c --><a b='1' c=\"2\"><d/>x<e>y</e></a>",
      "a[b=1,c=2](d(),'x',e('y'))"
    ),
    ("<a>&lt;&#65;&#x42;&amp;amp;</a>", "a('<AB&amp;')"),
    ("<a b='&lt;&#9;\n \t'/>", "a[b=<\t   ]()"),
    ("<a><![CDATA[<b>&amp;]]>c</a>", "a('<b>&amp;c')"),
    ("<!DOCTYPE a [<!ENTITY x 'y<b/>z'>]><a>&x;&x;</a>", "a('y',b(),'zy',b(),'z')"),
    ("<!DOCTYPE a [<!ENTITY x '1'><!ENTITY y '&x;&x;'>]><a b='&y;'/>", "a[b=11]()"),
    ("<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/passwd'>]><a>&x;</a>", "a()"),
    ("<!DOCTYPE a [<!ENTITY x '1'><!ENTITY x '2'>]><a>&x;</a>", "a('1')"),
    ("<a><b xmlns:p='q'/><p:c/></a>", "line 1, column 20: the prefix 'p' has no namespace"),
    ("<p:a xmlns:p='http://www.w3.org/2000/svg' p:b='1'/>", "a[b=1]()"),
    ("\u{FEFF}<a>ä\r\nö</a>", "a('ä\nö')"),
    ("", "line 1, column 1: there is no element"),
    ("<a>\n<b></a>", "line 2, column 6: </a> ends <b>"),
    ("<a>ä<b", "line 1, column 7: the text ends within the root element"),
    ("<a b='1' b='2'/>", "line 1, column 10: the attribute 'b' is given twice"),
    ("<a/><b/>", "line 1, column 5: there is something after the root element"),
    ("<a>&x;</a>", "line 1, column 4: the entity 'x' is not declared"),
    ("<a>&AMP;</a>", "line 1, column 4: the entity 'AMP' is not declared"),
    (
      "<!DOCTYPE a [<!ENTITY x '1'>]>\n<a>&x;\n<b></a>", "line 3, column 6: </a> ends <b>"
    ),
    ("<x:a/>", "line 1, column 1: the prefix 'x' has no namespace"),
    ("<a b='<'/>", "line 1, column 9: an attribute has a '<'"),
    ("<!DOCTYPE a", "line 1, column 12: the document type does not end"),
    ("<a>&#0;</a>", "line 1, column 4: a reference to a character is invalid"),
    (
      "<!DOCTYPE a [<!ENTITY x '&x;'>]>\n<a>&x;</a>",
      "line 2, column 4: entities grow to more than 1048576 bytes or refer to themselves"
    ),
  ]

  @Test("A text is parsed into a tree, or rejected with the position of its first error")
  func trees() {
    for (text, expected) in Self.rows { expectEqual(Self.tree(Array(text.utf8)), expected) }
  }

  @Test("UTF-16 with a byte order mark gives the same tree as UTF-8") func wide() {
    let text = "<a b='é'>\u{1F600}</a>"
    let units = [0xFEFF] + Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    expectEqual(Self.tree(little), "a[b=é]('\u{1F600}')")
    expectEqual(Self.tree(big), Self.tree(little))
  }

  @Test("Elements nested more deeply than the limit are rejected")
  func depth() {
    func text(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    expectEqual((try? XMLTree(text(XMLLimits.depth)))?.nodes.count, XMLLimits.depth)
    #expect(Self.tree(text(XMLLimits.depth + 1)).hasSuffix("(limit of this program)"))
  }

  @Test("More namespaces than the limit are rejected")
  func namespaces() {
    func text(_ count: Int) -> [UInt8] {
      Array("<a \((0..<count).map { "xmlns:n\($0)='u'" }.joined(separator: " "))/>".utf8)
    }
    // That of xml is always there.
    expectEqual(Self.tree(text(127)), "a()")
    #expect(Self.tree(text(128)).hasSuffix("(limit of this program)"))
  }

  private static func tree(_ bytes: [UInt8]) -> String {
    do throws(XMLError) {
      let tree = try XMLTree(bytes)
      return describe(0, in: tree)
    } catch {
      return error.description
    }
  }

  private static func describe(_ index: Int, in tree: XMLTree) -> String {
    let node = tree.nodes[index]
    if node.isText { return "'\(node.text)'" }
    let range = Int(node.attributes.lowerBound)..<Int(node.attributes.upperBound)
    let attributes = tree.attributes[range].map { "\($0.name)=\($0.value)" }
    var children: [String] = []
    var next = index + 1
    while next < Int(node.end) {
      children.append(describe(next, in: tree))
      next = Int(tree.nodes[next].end)
    }
    let list = attributes.isEmpty ? "" : "[\(attributes.joined(separator: ","))]"
    return "\(node.name)\(list)(\(children.joined(separator: ",")))"
  }
}
