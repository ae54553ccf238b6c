package io.rpcstress.server.thrift;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.ThriftBounds;
import java.util.List;
import java.util.stream.Stream;

/** The binary protocol, without frames. */
class ExampleHostilePeersTest extends HostilePeers {
  private static final String GREET = "80010001 00000005 6772656574 00000001";

  private static final String ECHO = "80010001 00000008 6c6973744563686f 00000001";
  private static final String MORE_THAN_A_MESSAGE =
      "%08x".formatted(ThriftBounds.MAX_MESSAGE_BYTES + 1);

  /** So many of 1 KiB are a little more than a message may have. */
  private static final int FIELDS = ThriftBounds.MAX_MESSAGE_BYTES / 1_031 + 1;

  ExampleHostilePeersTest() {
    super(ServerVariant.EXAMPLE);
  }

  @Override
  protected List<byte[]> tooMuch() {
    return Stream.of(
            "80010001 7fffffff", // a method's name of 2^31 - 1 bytes
            "80010001 ffffffff", // of -1
            "7fffffff", // a message of old without a version, whose name is as long
            "80020001", // a version that nobody knows
            GREET + "0b0001 7fffffff", // a name of 2^31 - 1 bytes
            GREET + "0b0001 ffffffff", // of -1
            GREET + "0b0001 00004801", // of one byte more than a string may have
            GREET + "0b0009 " + MORE_THAN_A_MESSAGE, // an unknown field of more than a message
            GREET + "0f0009 0a 7fffffff", // a list of 2^31 - 1 numbers
            GREET + "0f0009 00 7fffffff", // of nothing at all
            GREET + "0e0009 02 ffffffff", // a set of -1
            GREET + "0d0009 0b0b 7fffffff", // a map
            GREET + "0f0009" + "0f 00000001".repeat(100), // a list of a list of a list
            GREET + "0c0009".repeat(1_000), // a struct within a struct within a struct
            GREET + ("0b0009 00000400" + "00".repeat(1_024)).repeat(FIELDS), // without an end
            ECHO + "0f0001 0c 7fffffff", // a list of 2^31 - 1 items
            ECHO + "0f0001 0c 00002712", // of 10,002
            ECHO + "0f0001 0c 00000001 00", // an item of nothing
            ECHO + "0f0001 0c 00000001" + "0c0009".repeat(1_000), // one of structs within structs
            ECHO + "0f0001 0c 00002710 0a0001" + "00".repeat(8) + "0b0002 00004801", // a long name
            GREET + "630009") // a type that nobody knows
        .map(HostilePeers::bytes)
        .toList();
  }
}
