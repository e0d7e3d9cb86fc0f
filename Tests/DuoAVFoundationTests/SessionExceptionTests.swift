import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// What Apple answers with an exception ends the process with its name and text.
@Suite(.serialized) struct SessionExceptionTests {
  typealias Story = @Sendable () throws -> Void

  static func rows() -> [String: Story] {
    [
      "addInput twice|NSInvalidArgumentException|*** -[AVCaptureSession addInput:] An AVCaptureInput instance may not be added more than once to a session":
        {
          let bench = CaptureBench()
          let session = try bench.session(.rearWide)
          session.addInput(session.inputs[0])
        },
      "second camera|NSInvalidArgumentException|*** -[AVCaptureSession addInput:] Multiple audio/video AVCaptureInputs are not currently supported":
        {
          let bench = CaptureBench()
          let session = try bench.session(.rearWide)
          session.addInput(try bench.input(.outerFront))
        },
      "input of another session|NSInvalidArgumentException|*** -[AVCaptureSession addInputWithNoConnections:] An AVCaptureInput instance may not be added to more than one session":
        {
          let bench = CaptureBench()
          let session = try bench.session(.rearWide)
          bench.session().addInputWithNoConnections(session.inputs[0])
        },
      "preset of the session|NSInvalidArgumentException|reason: '*** -[AVCaptureSession setSessionPreset:] AVCaptureSessionPreset3840x2160 is not supported by the session's camera - Use -[AVCaptureSession canSetSessionPreset:]'":
        {
          let bench = CaptureBench()
          let session = try bench.session(.innerFront)
          session.sessionPreset = .hd4K3840x2160
        },
      "preset of the input|NSInvalidArgumentException|reason: '*** -[AVCaptureSession addInput:] Can't add <AVCaptureDeviceInput [Front Inner Ultra Wide Camera]> because the device does not support AVCaptureSessionPreset3840x2160 - Use -[AVCaptureDevice supportsAVCaptureSessionPreset:]'":
        {
          let bench = CaptureBench()
          let session = bench.session()
          session.sessionPreset = .hd4K3840x2160
          session.addInput(try bench.input(.innerFront))
        },
      "same output|NSInvalidArgumentException|*** -[AVCaptureSession addOutput:]": {
        let output = AVCaptureVideoDataOutput()
        let session = CaptureBench().session()
        session.addOutput(output)
        session.addOutput(output)
      },
      "still images beside photos|NSInvalidArgumentException|*** -[AVCaptureSession addOutput:] Cannot add output <AVCaptureStillImageOutput> to capture session <AVCaptureSession> because it already has <AVCapturePhotoOutput>":
        {
          let session = try CaptureBench().session(.rearWide, AVCapturePhotoOutput())
          session.addOutput(AVCaptureStillImageOutput())
        },
      "connection twice|NSInvalidArgumentException|*** -[AVCaptureSession addConnection:]": {
        let session = try CaptureBench().session(.rearWide, AVCaptureVideoDataOutput())
        session.addConnection(session.connections[0])
      },
      "start in a block|NSGenericException|*** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and commitConfiguration":
        {
          let session = CaptureBench().session()
          session.beginConfiguration()
          session.startRunning()
        },
      "stop in a block|NSGenericException|*** -[AVCaptureSession stopRunning] stopRunning may not be called between calls to beginConfiguration and commitConfiguration":
        {
          let session = CaptureBench().session()
          session.beginConfiguration()
          session.stopRunning()
        },
      "commit without begin|NSGenericException|*** -[AVCaptureSession commitConfiguration]": {
        CaptureBench().session().commitConfiguration()
      },
      "mirroring while automatic|NSInvalidArgumentException|*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when automaticallyAdjustsVideoMirroring is YES":
        {
          let session = try CaptureBench().session(.outerFront, AVCaptureVideoDataOutput())
          session.connections[0].isVideoMirrored = true
        },
      "angle of 45|NSInvalidArgumentException|*** -[AVCaptureConnection setVideoRotationAngle:]": {
        let session = try CaptureBench().session(.outerFront, AVCaptureVideoDataOutput())
        session.connections[0].videoRotationAngle = 45
      },
      "delegate without queue|NSInvalidArgumentException|*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed":
        {
          AVCaptureVideoDataOutput().setSampleBufferDelegate(NotingDelegate(), queue: nil)
        },
      "unknown pixel format|NSInvalidArgumentException|*** -[AVCaptureVideoDataOutput setVideoSettings:] Unsupported pixel format type - use -availableVideoPixelFormatTypes":
        {
          AVCaptureVideoDataOutput().videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_24RGB
          ]
        },
      "size of another shape|NSInvalidArgumentException|*** -[AVCaptureVideoDataOutput setVideoSettings:]": {
        let output = AVCaptureVideoDataOutput()
        let session = try CaptureBench().session(.outerFront, output)
        defer { withExtendedLifetime(session) {} }
        output.videoSettings = [
          kCVPixelBufferWidthKey as String: 640, kCVPixelBufferHeightKey as String: 480,
        ]
      },
    ]
  }

  @Test(arguments: rows().keys.sorted()) func endsTheProcess(_ row: String) async {
    let parts = row.split(separator: "|").map(String.init)
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [row] in
      try SessionExceptionTests.rows()[row]!()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception '\(parts[1])'") && text.contains(parts[2]))
  }
}
