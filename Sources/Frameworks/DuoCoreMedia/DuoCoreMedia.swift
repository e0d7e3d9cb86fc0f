@_exported import DuoFoundation
