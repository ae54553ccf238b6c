package io.rpcstress.driver.http;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutNames;
import org.jspecify.annotations.Nullable;

/** put: {@code {"key":"...","value":"..."}}, both in Base64; {@code {"success":true}}. */
final class JsonPut extends JsonMethod<Entry, Boolean, JsonPut.Reply> {

  /** A request's body. Jackson writes bytes in Base64. */
  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  record Request(byte[] key, byte[] value) {}

  /** A reply's body. */
  record Reply(@Nullable Boolean success) {}

  JsonPut() {
    super(PutNames.HTTP_PATH, Request.class, Reply.class);
  }

  @Override
  Request message(Entry entry) {
    return new Request(entry.key(), entry.value());
  }

  @Override
  @Nullable Boolean answered(Reply answer) {
    return answer.success();
  }
}
