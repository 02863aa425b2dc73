import Foundation
import Testing

@testable import AnimLottie

/// The cases of dotLottie files beside the project, if they are there.
enum SharedFolder {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared/dotlottie").standardizedFileURL.path

  static var exists: Bool { FileManager.default.fileExists(atPath: "\(path)/cases.json") }

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")))
  }

  /// The cases of a file, by their names, which are empty if the folder is not there.
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
