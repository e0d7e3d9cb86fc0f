@_exported import DuoAVFoundation
