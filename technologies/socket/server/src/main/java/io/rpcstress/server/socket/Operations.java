package io.rpcstress.server.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.server.base.CallCounter;

/** What the server answers, whatever the language, and counts. Thread-safe. */
record Operations(CallCounter calls, Store store) {

  /** Answers a call; what is beyond the contract's limits is refused, and its connection stays. */
  Answer answer(Call call) {
    try {
      return calls.counted(() -> answered(call));
    } catch (IllegalArgumentException beyond) {
      return Answer.refused(call.id(), String.valueOf(beyond.getMessage()));
    }
  }

  private Answer answered(Call call) {
    String name = call.name();
    if (name != null) {
      Greeting.checkBytes(name);
      return Answer.greeting(call.id(), Greeting.greet(name));
    }
    Entry entry = call.entry();
    if (entry == null) {
      throw new IllegalArgumentException("a call that asks nothing");
    }
    return Answer.kept(call.id(), store.put(entry.key(), entry.value()));
  }

  void malformed() {
    calls.failed();
  }
}
