#ifndef COBJECTCREATION_H
#define COBJECTCREATION_H

/// Calls `init()` of a subclass of Foundation's NSObject that is known only at run time.
/// - metatype: the class, as Swift's `AnyClass` pointer.
/// Returns the new object with one reference that the caller owns.
void *_Nonnull duo_create_object(const void *_Nonnull metatype);

/// Calls `init(layer:)` of a subclass of `CALayer` that is known only at run time.
/// - metatype: the class, as Swift's `AnyClass` pointer.
/// - any: an initialised Swift `Any` with the layer to copy; it is consumed.
/// Returns the new layer with one reference that the caller owns.
void *_Nonnull duo_copy_layer(const void *_Nonnull metatype, void *_Nonnull any);

/// Has `call` called, on the thread that is at fault, whenever code of the main actor is about to run on another thread where
/// the Swift runtime notices it. When it returns, the runtime stops the process with a trap.
void duo_watch_main_isolation(void (*_Nonnull call)(void));

#endif
