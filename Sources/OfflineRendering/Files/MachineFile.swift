import AnimCore
import AnimLottie
import LinuxSystem

extension AnimationFile {
  /// The state machine of the file that was asked for, with what it plays; nil for none.
  package func machineStage(
    _ configuration: FileConfiguration
  ) throws(Failure) -> LottieMachineStage? {
    let id: String
    switch configuration.stateMachine {
    case .none: return nil
    case .initial:
      guard let initial = file.manifest.initialStateMachine else { return nil }
      // One that cannot be run leaves the animation as it is; `info` says why.
      return try? stage(initial)
    case .first:
      guard let first = file.manifest.initialStateMachine ?? file.manifest.stateMachines.first?.id
      else { throw Failure("\(path): the file has no state machine", status: .usage) }
      id = first
    case .id(let wanted): id = wanted
    }
    do throws(LottieError) {
      return try stage(id)
    } catch {
      throw Failure(error, path: path)
    }
  }

  private func stage(_ id: String) throws(LottieError) -> LottieMachineStage {
    LottieMachineStage(
      try file.stateMachine(id), in: file, animation: animation, options: options)
  }

  /// Makes scenes that a state machine plays, for several threads.
  ///
  /// - Parameter script: the conversation with the machine; nil for none, as long as the animation.
  package func sceneMaker(
    _ stage: LottieMachineStage, _ script: LottieMachineScript?, _ configuration: FileConfiguration
  ) -> SceneMaker {
    var conversation = script ?? LottieMachineScript()
    if script == nil {
      conversation.append(.end, at: Timestamp(seconds: animation.duration))
    }
    let (fit, seed) = (configuration.fit, configuration.seed)
    return { [conversation] in
      LottieMachineScene(stage, script: conversation, fit: fit, seed: seed)
    }
  }
}

extension LottieMachineScript {
  private static let maximumBytes = 4 << 20

  /// The ending of the names of scripts.
  package static let ending = ".script"

  /// Reads the script at `path`, which must be one for a machine.
  package init(at path: String, for machine: LottieStateMachine) throws(Failure) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: Self.maximumBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= Self.maximumBytes else {
      throw Failure(
        "\(path): a script has at most \(Self.maximumBytes) bytes", status: .differs)
    }
    do throws(ParseError) {
      self = try LottieMachineScript(String(decoding: bytes, as: UTF8.self))
      try check(machine)
    } catch {
      throw Failure("\(path): \(error)".printable, status: .differs)
    }
  }
}
