// swift-tools-version: 6.3
import PackageDescription

/// For tests, which take longer to optimise than that saves when they run.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "x11viewer",
  products: [
    .library(name: "AnimCore", targets: ["AnimCore"]),
    .library(name: "AnimLottie", targets: ["AnimLottie"]),
    .executable(name: "x11viewer", targets: ["X11Viewer"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CX11",
      pkgConfig: "x11 xext xrandr xpresent",
      providers: [.apt(["libx11-dev", "libxext-dev", "libxrandr-dev", "libxpresent-dev"])]
    ),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "AnimCore"),
    .target(name: "AnimLottie", dependencies: ["AnimCore", "CZlib", "CPNG", "CTurboJPEG"]),
    .executableTarget(
      name: "X11Viewer",
      dependencies: [
        "AnimCore", "AnimLottie", "CX11", "CPNG", "CNettle", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]
    ),
    .executableTarget(
      name: "Kernels", dependencies: ["AnimCore"], path: "Benchmarks/Sources/Kernels"),
    .executableTarget(
      name: "LottieFrames", dependencies: ["AnimCore", "AnimLottie"],
      path: "Benchmarks/Sources/LottieFrames"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", dependencies: ["AnimCore"], path: "Tests/TestSupport"),
    .testTarget(
      name: "AnimCoreTests", dependencies: ["AnimCore", "CAllocations", "TestSupport"],
      resources: [.copy("Resources")], swiftSettings: unoptimized),
    .testTarget(
      name: "AnimLottieTests", dependencies: ["AnimLottie", "AnimCore", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "X11ViewerTests", dependencies: ["X11Viewer", "AnimCore", "CPNG", "TestSupport"],
      exclude: ["Goldens/Pictures", "Goldens/Animations", "Goldens/numbers.json"],
      swiftSettings: unoptimized),
  ],
  swiftLanguageModes: [.v6]
)
