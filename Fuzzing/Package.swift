// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "x11viewer", path: "..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    .target(name: "WordMutation", dependencies: ["CLibFuzzer"]),
    .executableTarget(
      name: "LottieFuzzer",
      dependencies: [
        "CLibFuzzer",
        .product(name: "AnimCore", package: "x11viewer"),
        .product(name: "AnimLottie", package: "x11viewer"),
      ]),
    // What these read with is no product, but a part of one.
    .executableTarget(
      name: "ScriptFuzzer",
      dependencies: ["WordMutation", .product(name: "AnimLottie", package: "x11viewer")]),
    .executableTarget(
      name: "FontFuzzer", dependencies: [.product(name: "AnimText", package: "x11viewer")]),
    .executableTarget(
      name: "RasterFuzzer", dependencies: [.product(name: "AnimRaster", package: "x11viewer")]),
    .executableTarget(
      name: "SVGFuzzer",
      dependencies: ["WordMutation", .product(name: "Readers", package: "x11viewer")]),
    .executableTarget(
      name: "Y4MFuzzer", dependencies: [.product(name: "Readers", package: "x11viewer")]),
    .executableTarget(
      name: "TextFuzzer",
      dependencies: ["WordMutation", .product(name: "Readers", package: "x11viewer")]),
  ],
  swiftLanguageModes: [.v6]
)
