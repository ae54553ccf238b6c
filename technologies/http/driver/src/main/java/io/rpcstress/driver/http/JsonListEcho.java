package io.rpcstress.driver.http;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEchoNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** list-echo: {@code {"items":[{"id":1,"name":"...","quantity":1,"active":true}]}}, both ways. */
final class JsonListEcho extends JsonMethod<List<Item>, List<Item>, JsonListEcho.Reply> {
  /** A request's body. */
  record Request(List<Item> items) {}

  /** A reply's body. */
  record Reply(@Nullable List<Item> items) {}

  JsonListEcho() {
    super(ListEchoNames.HTTP_PATH, Request.class, Reply.class);
  }

  @Override
  public int maxReplyBytes() {
    return ListEchoNames.MAX_JSON_BYTES;
  }

  @Override
  Request message(List<Item> items) {
    return new Request(items);
  }

  @Override
  @Nullable List<Item> answered(Reply answer) {
    return answer.items();
  }
}
