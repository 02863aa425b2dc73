// swift-tools-version: 6.3
import PackageDescription

/// For tests, whose optimization takes longer than it saves. The jobs that compile their modules
/// also write them, because a separate job would expand every macro again.
let unoptimized: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately"], .when(configuration: .release))
]

let package = Package(
  name: "x11viewer",
  products: [
    .library(name: "AnimGraphics", targets: ["AnimGraphics"]),
    .library(name: "AnimCore", targets: ["AnimCore"]),
    .library(name: "AnimLottie", targets: ["AnimLottie"]),
    .library(name: "AnimSVG", targets: ["AnimSVG"]),
    .library(name: "AnimPNG", targets: ["AnimPNG"]),
    .library(name: "AnimText", targets: ["AnimText"]),
    .library(name: "AnimWindow", targets: ["AnimWindow"]),
    .library(name: "AnimRaster", targets: ["AnimRaster"]),
    // None of their declarations are public. The package of fuzzers needs them.
    .library(name: "Readers", targets: ["AnimRender"]),
    .library(name: "animrender", type: .dynamic, targets: ["AnimRender", "AnimRenderLibrary"]),
    .executable(name: "x11viewer", targets: ["X11Viewer"]),
  ],
  traits: [
    .default(enabledTraits: ["Codecs", "Program"]),
    .trait(
      name: "Codecs",
      description:
        "Compressed files, and images other than GIF, by zlib, libpng, libjpeg-turbo and libwebp."),
    .trait(
      name: "Program",
      description: "The viewer. The libraries without it need no other packages.",
      enabledTraits: ["Codecs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CX11",
      pkgConfig: "x11 xext xfixes xrandr xrender xpresent xscrnsaver",
      providers: [
        .apt([
          "libx11-dev", "libxext-dev", "libxfixes-dev", "libxrandr-dev", "libxrender-dev",
          "libxpresent-dev", "libxss-dev",
        ])
      ]
    ),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CIgzip", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CAnimRender"),
    .systemLibrary(name: "CDav1d"),
    .systemLibrary(name: "CFonts"),
    .systemLibrary(name: "CSharedLibrary"),
    .target(name: "AnimGraphics"),
    .target(name: "AnimCore", dependencies: ["AnimGraphics"]),
    .target(
      name: "AnimCodecs",
      dependencies: [
        "AnimGraphics",
        .target(name: "CDav1d", condition: .when(traits: ["Codecs"])),
        .target(name: "CPNG", condition: .when(traits: ["Codecs"])),
        .target(name: "CSharedLibrary", condition: .when(traits: ["Codecs"])),
        .target(name: "CTurboJPEG", condition: .when(traits: ["Codecs"])),
        .target(name: "CZlib", condition: .when(traits: ["Codecs"])),
      ]),
    .target(name: "AnimPNG", dependencies: ["AnimCodecs", "AnimGraphics"]),
    .target(name: "AnimScript", dependencies: ["AnimGraphics"]),
    .target(name: "LinuxSystem", dependencies: ["CLinux"]),
    .target(
      name: "AnimText",
      dependencies: ["AnimCore", "AnimGraphics", "CFonts", "CNettle", "CSharedLibrary"]),
    .target(
      name: "AnimLottie", dependencies: ["AnimCodecs", "AnimCore", "AnimGraphics", "AnimScript"]),
    .target(name: "AnimRaster", dependencies: ["AnimCodecs", "AnimCore", "AnimGraphics"]),
    .target(
      name: "AnimSVG", dependencies: ["AnimCodecs", "AnimCore", "AnimGraphics", "AnimText"]),
    .target(name: "PlainText", dependencies: ["AnimCore", "LinuxSystem"]),
    .target(name: "DemoScenes", dependencies: ["AnimCore", "PlainText", "PacingPattern"]),
    .target(name: "FramePacing", dependencies: ["AnimCore", "LinuxSystem", "PlainText"]),
    .target(
      name: "PacingStatistics",
      dependencies: [
        "AnimCore", "FramePacing", "LinuxSystem", "PlainText",
        .product(
          name: "Histogram", package: "hdrhistogram-swift", condition: .when(traits: ["Program"])),
      ]),
    .target(
      name: "ImageFiles",
      dependencies: ["AnimCodecs", "AnimCore", "LinuxSystem", "CIgzip", "CNettle", "CTurboJPEG"]),
    .target(
      name: "PacingPattern",
      dependencies: [
        "AnimCore", "FramePacing", "ImageFiles", "LinuxSystem", "PacingStatistics", "PlainText",
      ]),
    .target(name: "XWindow", dependencies: ["AnimCore", "LinuxSystem", "CX11"]),
    .target(
      name: "AnimWindow", dependencies: ["AnimCore", "FramePacing", "LinuxSystem", "XWindow"]),
    .target(
      name: "AnimationFormats",
      dependencies: [
        "AnimCodecs", "AnimCore", "AnimLottie", "AnimRaster", "AnimSVG", "AnimText",
        "LinuxSystem", "PlainText", "ImageFiles",
      ]),
    .target(
      name: "OfflineRendering",
      dependencies: ["AnimCodecs", "AnimationFormats", "LinuxSystem", "PlainText", "ImageFiles"]),
    .target(
      name: "AnimRender",
      dependencies: [
        "AnimCore", "AnimationFormats", "CAnimRender", "ImageFiles", "LinuxSystem",
        "OfflineRendering",
      ]),
    // Separate from AnimRender, because tests and fuzzers link that without these flags.
    .target(
      name: "AnimRenderLibrary", path: "packaging/library",
      exclude: ["animrender.map", "animrender.pc"], publicHeadersPath: ".",
      linkerSettings: [
        .unsafeFlags([
          "-static-stdlib", "-use-ld=lld", "-Xlinker", "-soname=libanimrender.so.0", "-Xlinker",
          "--version-script=\(Context.packageDirectory)/packaging/library/animrender.map",
        ])
      ]),
    .target(
      name: "FileChecks",
      dependencies: [
        "AnimCore", "AnimLottie", "AnimationFormats", "LinuxSystem", "OfflineRendering",
        "PlainText",
      ]),
    .target(
      name: "GoldenTesting",
      dependencies: [
        "AnimationFormats", "FileChecks", "ImageFiles", "LinuxSystem", "OfflineRendering",
        "PlainText",
      ],
      resources: ["page.css", "page.html", "page.js", "video.js"].map {
        .embedInCode("Reports/Page/\($0)")
      }),
    .target(
      name: "Viewer",
      dependencies: [
        "AnimCore", "AnimText", "AnimationFormats", "DemoScenes", "FramePacing", "ImageFiles",
        "LinuxSystem", "OfflineRendering", "PlainText", "PacingStatistics", "XWindow",
      ]),
    .executableTarget(
      name: "X11Viewer",
      dependencies: [
        "AnimText", "AnimWindow", "AnimationFormats", "DemoScenes", "FileChecks", "FramePacing",
        "GoldenTesting", "LinuxSystem", "OfflineRendering", "PlainText", "PacingPattern",
        "PacingStatistics", "ImageFiles", "Viewer", "XWindow",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Program"])),
        .product(
          name: "Logging", package: "swift-log", condition: .when(traits: ["Program"])),
      ]
    ),
    .executableTarget(
      name: "Kernels", dependencies: ["AnimCore", "AnimLottie", "DemoScenes", "ImageCases"],
      path: "Benchmarks/Sources/Kernels"),
    .executableTarget(
      name: "AnimationFrames",
      dependencies: ["AnimCodecs", "AnimCore", "AnimLottie", "AnimRaster", "AnimSVG"],
      path: "Benchmarks/Sources/AnimationFrames"),
    .executableTarget(
      name: "RunScript", dependencies: ["AnimScript"], path: "Benchmarks/Sources/RunScript"),
    .target(
      name: "ImageCases", dependencies: ["AnimCore"], path: "Portable/Sources/ImageCases"),
    .executableTarget(
      name: "ImageHashes",
      dependencies: ["AnimCodecs", "AnimCore", "AnimLottie", "AnimRaster", "ImageCases"],
      path: "Portable/Sources/ImageHashes"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "CAttempts", path: "Tests/CAttempts", exclude: ["preload"]),
    .executableTarget(
      name: "LockedRoom", dependencies: ["LinuxSystem", "CAttempts", "CSharedLibrary"],
      path: "Tests/LockedRoom"),
    .target(
      name: "TestSupport", dependencies: ["AnimCore", "AnimPNG"], path: "Tests/TestSupport",
      resources: [.copy("Resources")]),
    .target(
      name: "ViewerSupport",
      dependencies: ["AnimCore", "AnimLottie", "AnimationFormats", "DemoScenes", "Viewer"],
      path: "Tests/ViewerSupport"),
    .target(
      name: "XServerSupport",
      dependencies: [
        "GoldenTesting", "ImageFiles", "LinuxSystem", "OfflineRendering", "TestSupport", "XWindow",
      ],
      path: "Tests/XServerSupport"),
    .testTarget(
      name: "AnimGraphicsTests", dependencies: ["AnimGraphics", "TestSupport"],
      exclude: ["Filtering/filters.json"], swiftSettings: unoptimized),
    .testTarget(
      name: "AnimCoreTests", dependencies: ["AnimCore", "ImageCases", "TestSupport"],
      exclude: ["Content/numbers.json", "Content/pictures.json", "Layers/layers.json"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimCodecsTests", dependencies: ["AnimCodecs", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimPNGTests", dependencies: ["AnimPNG", "TestSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "AnimWindowTests", dependencies: ["AnimWindow", "XServerSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimLottieTests",
      dependencies: ["AnimCodecs", "AnimLottie", "CAllocations", "TestSupport"],
      exclude: [
        "Painting/choices.json", "Painting/fields.json", "Painting/random-expressions.json",
        "Painting/random-files.json",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimScriptTests", dependencies: ["AnimScript", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimTextTests", dependencies: ["AnimText", "LockedRoom", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimRasterTests",
      dependencies: [
        "AnimCodecs", "AnimRaster", "CAllocations", "CSharedLibrary", "CTurboJPEG", "CZlib",
        "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimSVGTests", dependencies: ["AnimSVG", "CAllocations", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PlainTextTests", dependencies: ["PlainText", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DemoScenesTests", dependencies: ["DemoScenes", "CAllocations", "TestSupport"],
      exclude: ["scenes.json"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "FramePacingTests", dependencies: ["FramePacing", "CAllocations", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PacingStatisticsTests",
      dependencies: ["PacingStatistics", "CAllocations", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "LinuxSystemTests", dependencies: ["LinuxSystem", "LockedRoom", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ImageFilesTests",
      dependencies: [
        "AnimCodecs", "AnimRaster", "CPNG", "ImageCases", "ImageFiles", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimationFormatsTests",
      dependencies: ["AnimCodecs", "AnimationFormats", "AnimLottie", "AnimText", "TestSupport"],
      exclude: ["Images", "Lottie/info.json", "Lottie/info.txt"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "XWindowTests", dependencies: ["XWindow", "XServerSupport"], swiftSettings: unoptimized),
    .testTarget(
      name: "OfflineRenderingTests",
      dependencies: ["OfflineRendering", "AnimText", "CPNG", "DemoScenes", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "AnimRenderTests",
      dependencies: ["AnimRender", "CAnimRender", "OfflineRendering", "TestSupport"],
      exclude: ["symbols.txt", "animrender_test.c", "animrender_test.py"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "FileChecksTests", dependencies: ["FileChecks", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "GoldenTestingTests", dependencies: ["GoldenTesting", "TestSupport"],
      exclude: ["page.txt", "reports.txt"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PacingPatternTests", dependencies: ["PacingPattern", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["X11Viewer", "AnimText", "Viewer", "XServerSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ViewerTests", dependencies: ["Viewer", "ViewerSupport", "XServerSupport"],
      exclude: ["Panels/Pictures", "Panels/overlays.json"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "X11ViewerTests",
      dependencies: [
        "X11Viewer", "AnimRaster", "AnimText", "CAllocations", "Viewer", "ViewerSupport",
        "XServerSupport",
      ],
      exclude: [
        "Commands/commands.txt", "Commands/render-options.txt", "Goldens/Pictures",
        "Goldens/Animations", "Goldens/numbers.json",
      ],
      swiftSettings: unoptimized),
  ],
  swiftLanguageModes: [.v6]
)
