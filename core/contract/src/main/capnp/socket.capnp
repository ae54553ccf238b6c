# What socket-capnp sends: the operations on a socket, an answer for each call. No generator for
# Java is packaged: CapnpStruct in io.rpcstress.contract.socket is written by hand on Cap'n Proto's
# own runtime, and tests compare it with the tool capnp.
@0xf8b3aea5ddcd6172;

struct Call {
  # Chosen by the client, and no other open call's on this connection.
  id @0 :UInt64;
  union {
    greet @1 :Text;
    put :group {
      key @2 :Data;
      value @3 :Data;
    }
  }
}

struct Answer {
  # The call's.
  id @0 :UInt64;
  union {
    greeting @1 :Text;
    # True where the value is kept.
    kept @2 :Bool;
    # Why there is no other answer; the connection goes on.
    refused @3 :Text;
  }
}
