package io.rpcstress.rpcx.opentelemetry;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Two services that the tests call, one of which calls the other, and their clients. */
final class Library {
  private Library() {}

  /** Calls the desk. */
  @RPCXClient(remoteServerName = "desk")
  interface Desk {
    @Method("lend")
    String lend(String book);

    @Method("lend")
    CompletableFuture<String> lendAsync(String book);

    @Method(value = "lend", oneWay = true)
    void drop(String book);

    @Method("reserve")
    CompletableFuture<String> reserve(String book);

    @Method(value = "copy", deadlineMillis = 100)
    String copy(String book);
  }

  /** Calls the store. */
  @RPCXClient(remoteServerName = "store")
  interface Store {
    @Method("fetch")
    CompletableFuture<String> fetch(String book);
  }

  /** Has the books. */
  @RPCXServer("store")
  static final class StoreService {
    @Method("fetch")
    public String fetch(String book) {
      if (book.equals("lost")) {
        throw new RPCXException(StatusCode.NOT_FOUND, "not on its shelf");
      }
      return book;
    }
  }

  /** Asks the store. */
  @RPCXServer("desk")
  static final class DeskService {
    /** What a copy waits for. */
    final CountDownLatch copier = new CountDownLatch(1);

    private final Store store;

    DeskService(Store store) {
      this.store = store;
    }

    @Method("lend")
    public String lend(String book) {
      if (book.equals("burnt")) {
        throw new IllegalStateException("secret");
      }
      if (book.equals("lost")) {
        throw new RPCXException(StatusCode.NOT_FOUND, "it does not exist");
      }
      return "lent " + book;
    }

    @Method("reserve")
    public CompletableFuture<String> reserve(String book) {
      return store.fetch(book).thenApply(found -> "reserved " + found);
    }

    @Method(value = "copy", blocking = true)
    public String copy(String book) throws InterruptedException {
      copier.await();
      return "copied " + book;
    }
  }
}
