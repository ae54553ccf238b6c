// What the technology thrift calls. The code that Thrift's compiler makes of it is committed in
// src/generated/java, for the compiler is no Maven artifact. Made with version 0.17.0:
//   thrift --gen java:generated_annotations=suppress -out contract/src/generated/java \
//     contract/src/main/thrift/calls.thrift
// A test compares what is committed with a fresh run.

namespace java io.rpcstress.contract.thrift.generated
namespace py rpcstress

/** The call is beyond the contract's limits. The connection goes on. */
exception Refused {
  1: string reason
}

/** A simple object of a list. */
struct Item {
  1: required i64 id
  2: required string name
  3: required i32 quantity
  4: required bool active
}

/** The operations; each is a method. */
service Calls {
  /** The name, greeted. */
  string greet(1: string name) throws (1: Refused refused)

  /** Whether the value is kept under the key. */
  bool put(1: binary key, 2: binary value) throws (1: Refused refused)

  /** The same list. */
  list<Item> listEcho(1: list<Item> items) throws (1: Refused refused)
}
