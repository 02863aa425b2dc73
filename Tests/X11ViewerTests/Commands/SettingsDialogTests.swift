import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer

/// The file that describes the viewer's options to xscreensaver's settings dialog.
@Suite("The configuration dialog of xscreensaver")
struct SettingsDialogTests {
  /// The arguments that the dialog can write, and whether it treats them as the default.
  private final class Listing: NSObject, XMLParserDelegate {
    var root: [String: String] = [:]
    var command = ""
    var arguments: [(text: String, isDefault: Bool)] = []
    var elements: Set<String> = []

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
      attributes: [String: String]
    ) {
      elements.insert(name)
      if name == "screensaver" { root = attributes }
      if name == "command" { command = attributes["arg"] ?? "" }
      for key in ["arg-set", "arg-unset"] {
        if let text = attributes[key] { arguments.append((text, false)) }
      }
      guard name == "number", let text = attributes["arg"] else { return }
      for key in ["low", "high", "default"] {
        let number = attributes[key] ?? "missing"
        arguments.append((text.replacing("%", with: number), key == "default"))
      }
    }
  }

  private func listing() throws -> Listing {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent(
      "../../../../packaging/x11viewer.xml"
    ).standardized
    let listing = Listing()
    let parser = XMLParser(data: try Data(contentsOf: file))
    parser.delegate = listing
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return listing
  }

  @Test("it is well-formed, and belongs to the program of its name")
  func form() throws {
    let listing = try listing()
    expectEqual(listing.root["name"], "x11viewer")
    expectEqual(listing.command, "--root")
    // xscreensaver ignores unknown elements.
    #expect(
      listing.elements.isSubset(of: [
        "screensaver", "command", "hgroup", "vgroup", "select", "option", "boolean", "number",
        "_description",
      ]))
  }

  @Test("the viewer accepts all of its options, and has the same defaults")
  func options() throws {
    let listing = try listing()
    #expect(listing.arguments.count > 10)
    let plain = try inLargeWindow(ViewCommand.parse([listing.command]).configuration)
    for (text, isDefault) in listing.arguments {
      let arguments = [listing.command] + text.split(separator: " ").map(String.init)
      let configuration = try #require(try? ViewCommand.parse(arguments).configuration, "\(text)")
      expectEqual((inLargeWindow(configuration) == plain), isDefault, "\(text)")
    }
  }

  /// Replaces the side of squares by their side in a large view.
  private func inLargeWindow(_ configuration: ViewConfiguration) -> ViewConfiguration {
    var configuration = configuration
    configuration.scenes.squares.side = configuration.scenes.squares.side(
      in: Size(width: 1_920, height: 1_080))
    return configuration
  }
}
