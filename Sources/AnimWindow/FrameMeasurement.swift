import AnimCore
import FramePacing

/// The measurements of a frame that a ``LayerWindow`` has shown.
public struct FrameMeasurement: Hashable, Sendable {
  /// The refresh of the display in which the frame was shown, counted from the first one.
  public var slot: Int
  /// The delay of the program's wake-up after the start of the slot, in seconds, or `nil` for a
  /// frame that was shown early, such as the first.
  public var lateness: Seconds?
  /// The time for updating and drawing the layers, in seconds.
  public var drawing: Seconds
  /// The time for sending the image to the server, in seconds.
  public var sending: Seconds
  /// The number of preceding slots in which a frame was requested but missed.
  public var missed: Int
  /// A Boolean value that indicates whether no frames were shown for a while before this one,
  /// because nothing changed, or the window or the process was stopped.
  public var isInterrupted: Bool

  init(_ record: FrameRecord) {
    slot = record.slot
    lateness = record.lateness.map(Self.seconds)
    drawing = Self.seconds(record.drawing ?? 0)
    sending = Self.seconds(record.publishing ?? 0)
    missed = record.missed
    isInterrupted = record.isInterrupted
  }

  private static func seconds(_ nanoseconds: Int64) -> Seconds {
    Timestamp(nanoseconds: nanoseconds).seconds
  }
}
