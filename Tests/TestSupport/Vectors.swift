import Foundation
import Testing

/// The reference values in the test resources.
package enum Vectors {
  package static func load<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Resources"))
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}
