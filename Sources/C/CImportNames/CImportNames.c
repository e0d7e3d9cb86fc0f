// The module map is all there is; a target of C needs a source file.
