// What the technology thrift calls. A test compares what the build generates of it with what Thrift's
// own compiler does, where that is installed.

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

  /** The reply to a message, in the same encoding. */
  binary message(1: string encoding, 2: binary request) throws (1: Refused refused)

  /** A message without a reply. */
  oneway void oneWay(1: binary message)
}
