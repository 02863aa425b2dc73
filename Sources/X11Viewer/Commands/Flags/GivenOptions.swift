import ArgumentParser

extension ParsableArguments {
  /// The names of the given options with their dashes, in the order of their declarations.
  var given: [String] {
    Mirror(reflecting: self).children.flatMap { child in
      (child.value as? any OptionProperty)?.given(as: optionName(child.label ?? "")) ?? []
    }
  }

  /// The names of all options, without dashes.
  static var optionNames: [String] {
    Mirror(reflecting: Self()).children.flatMap { child in
      (child.value as? any OptionProperty)?.names(as: optionName(child.label ?? "")) ?? []
    }
  }
}

/// A property wrapper of the argument parser.
private protocol OptionProperty {
  func given(as name: String) -> [String]
  func names(as name: String) -> [String]
}

extension OptionProperty {
  fileprivate func names(as name: String) -> [String] { [name] }
}

extension Option: OptionProperty {
  fileprivate func given(as name: String) -> [String] {
    // An optional value and an array have the values that were given as children.
    Mirror(reflecting: wrappedValue).children.isEmpty ? [] : ["--" + name]
  }
}

extension Flag: OptionProperty {
  fileprivate func given(as name: String) -> [String] {
    switch wrappedValue as Any {
    case let isOn as Bool where isOn: ["--" + name]
    case is Bool where Value.self != Bool.self: ["--no-" + name]
    default: []
    }
  }

  fileprivate func names(as name: String) -> [String] {
    Value.self == Bool.self ? [name] : [name, "no-" + name]
  }
}

extension OptionGroup: OptionProperty {
  fileprivate func given(as name: String) -> [String] { wrappedValue.given }
  fileprivate func names(as name: String) -> [String] { Value.optionNames }
}

/// Returns the name of the option of a property, whose storage has a name that starts with an underscore.
private func optionName(_ storage: String) -> String {
  storage.dropFirst().reduce(into: "") { name, letter in
    name += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
  }
}
