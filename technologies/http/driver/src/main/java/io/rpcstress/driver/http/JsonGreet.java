package io.rpcstress.driver.http;

import io.rpcstress.contract.GreetNames;
import org.jspecify.annotations.Nullable;

/** greet: {@code {"name":"Ada"}}, {@code {"message":"hello, Ada"}}. */
final class JsonGreet extends JsonMethod<String, String, JsonGreet.Reply> {

  /** A request's body. */
  record Request(String name) {}

  /** A reply's body. */
  record Reply(@Nullable String message) {}

  JsonGreet() {
    super(GreetNames.HTTP_PATH, Request.class, Reply.class);
  }

  @Override
  Request message(String name) {
    return new Request(name);
  }

  @Override
  @Nullable String answered(Reply answer) {
    return answer.message();
  }
}
