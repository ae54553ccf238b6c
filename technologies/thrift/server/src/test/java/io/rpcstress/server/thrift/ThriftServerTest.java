package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Item;
import io.rpcstress.contract.thrift.generated.Refused;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerInProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each variant answers Thrift's own client. */
class ThriftServerTest extends ServerInProcess {
  @Override
  protected Server server() {
    return new ThriftServer();
  }

  private ThriftClient connected(ServerVariant variant) throws Exception {
    return new ThriftClient(start(variant), variant == ServerVariant.TUNED);
  }

  @ParameterizedTest
  @EnumSource
  void greetAndPutAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (ThriftClient client = connected(variant)) {
      for (String name : List.of("Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES))) {
        assertThat(client.greet(name)).isEqualTo("hello, " + name);
      }
      assertThat(client.put(new byte[1], new byte[0])).isTrue();
      assertThat(client.put(new byte[Put.MAX_KEY_BYTES], new byte[Put.MAX_VALUE_BYTES])).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallBeyondTheLimitsIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    try (ThriftClient client = connected(variant)) {
      assertRefused(
          "a name of 4097 bytes: at most 4096",
          () -> client.calls.greet("x".repeat(Greeting.MAX_NAME_BYTES + 1)));
      assertRefused("a name of 4098 bytes", () -> client.calls.greet("ü".repeat(2049)));
      assertRefused("no name", () -> client.calls.greet(null));
      assertRefused("no key or no value", () -> client.calls.put(null, null));
      assertRefused("a key of 0 bytes", () -> client.put(new byte[0], new byte[0]));
      assertRefused(
          "a key of 1025 bytes", () -> client.put(new byte[Put.MAX_KEY_BYTES + 1], new byte[0]));
      assertRefused(
          "a value of 16385 bytes",
          () -> client.put(new byte[1], new byte[Put.MAX_VALUE_BYTES + 1]));
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private static Item item(String name) {
    return new Item(-1, name, Integer.MIN_VALUE, true);
  }

  @ParameterizedTest
  @EnumSource
  void aListIsAnsweredAsItCame(ServerVariant variant) throws Exception {
    Item longest = item("n".repeat(ListEcho.MAX_NAME_BYTES));
    try (ThriftClient client = connected(variant)) {
      for (int elements : new int[] {0, 1, 10, ListEcho.MAX_ELEMENTS}) {
        List<Item> items = new ArrayList<>(Collections.nCopies(elements, longest));
        if (elements > 1) {
          items.set(1, new Item(Long.MAX_VALUE, "Zoë 東京", 7, false));
          items.set(elements - 1, new Item(0, "", 0, false));
        }
        assertThat(client.calls.listEcho(items)).isEqualTo(items);
      }
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aListBeyondTheLimitsIsRefusedAndTheConnectionStays(ServerVariant variant) throws Exception {
    Item longest = item("n".repeat(ListEcho.MAX_NAME_BYTES));
    Item tooLong = item("n".repeat(ListEcho.MAX_NAME_BYTES + 1));
    try (ThriftClient client = connected(variant)) {
      assertRefused(
          "a list of 10001 elements: at most 10000",
          () -> client.calls.listEcho(Collections.nCopies(ListEcho.MAX_ELEMENTS + 1, longest)));
      assertRefused(
          "an item's name of 65 characters: at most 64",
          () -> client.calls.listEcho(List.of(longest, tooLong)));
      assertRefused("no list", () -> client.calls.listEcho(null));
      assertThat(client.calls.listEcho(List.of(longest))).containsExactly(longest);
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private interface Calling {
    Object call() throws TException;
  }

  private static void assertRefused(String why, Calling calling) {
    assertThatThrownBy(calling::call)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.getReason()).contains(why));
  }

  @ParameterizedTest
  @EnumSource
  void fieldsOfANewerClientAreSkipped(ServerVariant variant) throws Exception {
    try (ThriftClient client = connected(variant)) {
      TProtocol out = client.protocol;
      out.writeMessageBegin(new TMessage("greet", TMessageType.CALL, 0));
      out.writeStructBegin(new TStruct("greet_args"));
      out.writeFieldBegin(new TField("later", TType.LIST, (short) 3));
      out.writeListBegin(new TList(TType.I64, 100));
      for (long i = 0; i < 100; i++) {
        out.writeI64(i);
      }
      out.writeListEnd();
      out.writeFieldEnd();
      out.writeFieldBegin(new TField("name", TType.STRING, (short) 1));
      out.writeString("Ada");
      out.writeFieldEnd();
      out.writeFieldStop();
      out.writeStructEnd();
      out.writeMessageEnd();
      out.getTransport().flush();
      assertThat(client.calls.recv_greet()).isEqualTo("hello, Ada");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownMethodIsReported(ServerVariant variant) throws Exception {
    try (ThriftClient client = connected(variant)) {
      ask(client, "greets");
      assertThatThrownBy(client.calls::recv_greet)
          .isInstanceOfSatisfying(
              TApplicationException.class,
              e -> assertThat(e.getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD));
      assertThat(client.greet("Ada")).isEqualTo("hello, Ada");
    }
  }

  private static void ask(ThriftClient client, String method) throws TException {
    TProtocol out = client.protocol;
    out.writeMessageBegin(new TMessage(method, TMessageType.CALL, 0));
    out.writeStructBegin(new TStruct("args"));
    out.writeFieldStop();
    out.writeStructEnd();
    out.writeMessageEnd();
    out.getTransport().flush();
  }

  @ParameterizedTest
  @EnumSource
  void callsThatComeOneBehindTheOtherAreAnsweredInTheirOrder(ServerVariant variant)
      throws Exception {
    int calls = 500;
    try (ThriftClient client = connected(variant)) {
      for (int i = 0; i < calls; i++) {
        client.calls.send_greet("n" + i);
      }
      for (int i = 1; i <= calls; i++) {
        TMessage head = client.protocol.readMessageBegin();
        assertThat(head.seqid).isEqualTo(i);
        assertThat(head.name).isEqualTo("greet");
        var result = new Calls.greet_result();
        result.read(client.protocol);
        client.protocol.readMessageEnd();
        assertThat(result.getSuccess()).isEqualTo("hello, n" + (i - 1));
      }
    }
  }
}
