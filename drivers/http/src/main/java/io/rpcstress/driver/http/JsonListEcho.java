package io.rpcstress.driver.http;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ListEchoNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** list-echo: {@code {"items":[{"id":1,"name":"...","quantity":1,"active":true}]}}, both ways. */
final class JsonListEcho extends JsonMethod<List<Item>, List<Item>, JsonListEcho.Reply> {
  /** An item's fields, and a name of which each byte is a Unicode escape. */
  private static final int MAX_ITEM_BYTES = 6 * ListEcho.MAX_NAME_BYTES + 128;

  private static final int MAX_REPLY_BYTES = ListEcho.MAX_ELEMENTS * MAX_ITEM_BYTES + 1024;

  /** A request's body. */
  record Request(List<Item> items) {}

  /** A reply's body. */
  record Reply(@Nullable List<Item> items) {}

  JsonListEcho() {
    super(ListEchoNames.HTTP_PATH, Request.class, Reply.class);
  }

  @Override
  public int maxReplyBytes() {
    return MAX_REPLY_BYTES;
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
