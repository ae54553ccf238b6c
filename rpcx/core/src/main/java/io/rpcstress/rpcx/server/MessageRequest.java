package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.Messages;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that the generated code read. Immutable and thread-safe.
 *
 * @param message the request
 * @param id the id that it names, whole or as an offset
 * @param bytes its length
 * @param untyped whether its number stands for the types, so that parameters may be without
 */
record MessageRequest(RPCXRequest message, long id, int bytes, boolean untyped) implements Request {
  @Override
  public boolean oneWay() {
    return message.getOneWay();
  }

  @Override
  public long deadlineMs() {
    return Integer.toUnsignedLong(message.getDeadlineMs());
  }

  @Override
  public Map<String, String> metadata() {
    return Messages.metadata(message.getMetadataList());
  }

  @Override
  public void check(PublishedMethod method) {
    method.check(message, untyped);
  }

  @Override
  public @Nullable Object[] arguments(PublishedMethod method, ObjectBudget budget) {
    @Nullable Object[] arguments = method.noArguments();
    for (int i = 0; i < arguments.length; i++) {
      Parameter parameter = message.getParameters(i);
      arguments[i] =
          parameter.hasValue()
              ? method.parameter(i).decode(parameter.getValue(), budget)
              : method.absent(i);
    }
    return arguments;
  }
}
