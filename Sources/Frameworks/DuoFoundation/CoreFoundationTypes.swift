/// The number of an object's type: equal for objects of one class, and different for those of two. [docs] Numbers hold as long as
/// the process. Only types whose numbers can be asked for by name have one that is worth comparing.
public func CFGetTypeID(_ cf: CFTypeRef) -> CFTypeID { typeNumber(type(of: cf)) }

/// The number of a class.
package func typeNumber(_ type: AnyClass) -> CFTypeID { UInt(bitPattern: ObjectIdentifier(type)) }
