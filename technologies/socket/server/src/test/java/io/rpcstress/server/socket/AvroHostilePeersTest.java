package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;

/** Avro's binary encoding. */
class AvroHostilePeersTest extends HostilePeers {
  AvroHostilePeersTest() {
    super(
        Idl.AVRO,
        "ffffffff07", // a message of 2^31 - 1 bytes
        "819001", // one byte more than the longest
        "07 0e00 feffffff0f", // a name of 2^31 - 1 bytes in a message of 7
        "07 0e02 feffffff0f", // a key of as many
        "03 0e0001", // a name of -1 bytes
        "0b ffffffffffffffffffffff"); // an id without an end
  }
}
