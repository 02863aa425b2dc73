import Foundation
import Testing

@testable import AnimLottie

/// The test cases of dotLottie files in a folder next to the project, if it exists.
enum SharedFolder {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared/dotlottie").standardizedFileURL.path

  static var exists: Bool { FileManager.default.fileExists(atPath: "\(path)/cases.json") }

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")))
  }

  /// Returns the cases in a file by name, empty if the folder doesn't exist.
  static func cases(_ file: String) -> [SharedCase] {
    guard let bytes = try? bytes(file),
      let root = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let cases = root["cases"] as? [[String: Any]]
    else { return [] }
    return cases.compactMap { fields in
      guard let name = fields["name"] as? String,
        let text = try? JSONSerialization.data(withJSONObject: fields)
      else { return nil }
      return SharedCase(name: name, text: text)
    }
  }
}

/// A case, as JSON, so that it can be an argument of a test.
struct SharedCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: Data

  var testDescription: String { name }

  var fields: [String: Any] {
    get throws { try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:] }
  }
}
