package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;

/** Delimited Protocol Buffers. */
class ProtobufHostilePeersTest extends HostilePeers {
  ProtobufHostilePeersTest() {
    super(
        Idl.PROTOBUF,
        "ffffffff07", // a message of 2^31 - 1 bytes
        "819001", // one byte more than the longest
        "ffffffffffffffffffff", // a length without an end
        "06 12ffffffff07", // a name of 2^31 - 1 bytes in a message of 6
        "08 1a06 0affffffff07"); // a key of as many
  }
}
