@_exported import CoreAudioTypes
@_exported import DuoAVFoundation
@_exported import Foundation
