import AnimCore
import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie
