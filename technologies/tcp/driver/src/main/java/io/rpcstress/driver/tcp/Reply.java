package io.rpcstress.driver.tcp;

import java.util.concurrent.CompletableFuture;

/** What a line ends that is to come: the reply of an open call. */
final class Reply<R> extends CompletableFuture<R> {

  private final LineFormat<?, R> format;

  Reply(LineFormat<?, R> format) {
    this.format = format;
  }

  int end(byte[] bytes, int from, int searched, int to) {
    return format.end(bytes, from, searched, to);
  }

  /** Ends with what was read, unless the caller gave up. */
  void end(byte[] bytes, int from, int end) {
    complete(format.read(bytes, from, end));
  }
}
