// Swift Testing looks for this overlay whenever a file imports both Testing and CoreGraphics.
