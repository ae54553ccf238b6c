package io.rpcstress.server.dubbo;

import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;
import org.apache.dubbo.rpc.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * Has Dubbo answer what the contract refuses by an error and one line. It would send the exception,
 * as an object whose classes the other side has to make. Stateless; Dubbo finds it by its name.
 */
public final class Refusals implements Filter {
  /** As in {@code META-INF/dubbo}. */
  static final String NAME = "refusals";

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    Result result = invoker.invoke(invocation);
    @Nullable Throwable failure = result.getException();
    if (failure != null) {
      throw new Refused(
          failure instanceof IllegalArgumentException refused
              ? String.valueOf(refused.getMessage())
              : failure.getClass().getName());
    }
    return result;
  }

  private static final class Refused extends RpcException {
    private static final long serialVersionUID = 1;

    private Refused(String why) {
      super(FORBIDDEN_EXCEPTION, why);
    }

    /** Nothing: Dubbo would send it. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
