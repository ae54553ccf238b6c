package io.rpcstress.server.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.server.base.CallCounter;

/** What the server answers, whatever the language, and counts. Thread-safe. */
final class Operations {
  private final CallCounter calls;
  private final Store store = new Store();

  Operations(CallCounter calls) {
    this.calls = calls;
  }

  /** Answers a call; what is beyond the contract's limits is refused, and its connection stays. */
  Answer answer(Call call) {
    try {
      Answer answer = answered(call);
      calls.served();
      return answer;
    } catch (IllegalArgumentException beyond) {
      calls.failed();
      return Answer.refused(call.id(), String.valueOf(beyond.getMessage()));
    }
  }

  private Answer answered(Call call) {
    String name = call.name();
    if (name != null) {
      checkLength(name);
      return Answer.greeting(call.id(), Greeting.greet(name));
    }
    Entry entry = call.entry();
    if (entry == null) {
      throw new IllegalArgumentException("a call that asks nothing");
    }
    return Answer.kept(call.id(), store.put(entry.key(), entry.value()));
  }

  /** In bytes, where it could be too long at all: a character has at most three of them. */
  private static void checkLength(String name) {
    if (name.length() > Greeting.MAX_NAME_BYTES / 3) {
      int bytes = name.getBytes(UTF_8).length;
      if (bytes > Greeting.MAX_NAME_BYTES) {
        throw new IllegalArgumentException(
            "a name of " + bytes + " bytes: at most " + Greeting.MAX_NAME_BYTES);
      }
    }
  }

  /** Counts what was no call. */
  void malformed() {
    calls.failed();
  }
}
