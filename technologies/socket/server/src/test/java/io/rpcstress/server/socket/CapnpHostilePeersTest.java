package io.rpcstress.server.socket;

import io.rpcstress.contract.socket.Idl;

/** Cap'n Proto's stream encoding. */
class CapnpHostilePeersTest extends HostilePeers {
  CapnpHostilePeersTest() {
    super(
        Idl.CAPNP,
        "ffffffff01000000", // 2^32 segments
        "0002000001000000", // 513 segments
        "00000000ffffff7f", // a segment of 2^31 - 1 words
        "0000000001090000", // one word more than the longest
        "0100000001000000 ffffff7f00000000", // a second segment of 2^31 - 1 words
        "0000000001000000 fcffff7f02000200"); // a root far outside of the message
  }
}
