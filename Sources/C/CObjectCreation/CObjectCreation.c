#include "CObjectCreation.h"

// On Apple's systems the runtime sends `init` to a class that it knows by name only. Swift alone cannot do so
// for classes that do not declare `required init()`, and app delegates, view controllers and layers do not.
// The allocating initialiser of NSObject is in the vtable of every subclass: look it up there and call it.

/// Method descriptor of `Foundation.NSObject.__allocating_init()`.
extern const char nsobject_init __asm__("$s10Foundation8NSObjectCACycfCTq");
/// Nominal type descriptor of `Foundation.NSObject`.
extern const char nsobject __asm__("$s10Foundation8NSObjectCMn");

extern void *swift_lookUpClassMethod(const void *metatype, const void *method, const void *description);

typedef __attribute__((swiftcall)) void *(*allocating_init)(__attribute__((swift_context)) const void *metatype);

void *duo_create_object(const void *metatype) {
  return ((allocating_init)swift_lookUpClassMethod(metatype, &nsobject_init, &nsobject))(metatype);
}
