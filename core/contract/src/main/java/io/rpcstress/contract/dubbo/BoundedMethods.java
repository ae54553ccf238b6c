package io.rpcstress.contract.dubbo;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.rpc.model.MethodDescriptor;
import org.apache.dubbo.rpc.model.Pack;
import org.apache.dubbo.rpc.model.PackableMethod;
import org.apache.dubbo.rpc.model.PackableMethodFactory;
import org.apache.dubbo.rpc.model.UnPack;
import org.apache.dubbo.rpc.model.WrapperUnPack;

/**
 * How Triple reads messages, which sees none but those that {@link WrapperShape} lets pass. Dubbo
 * puts it around its own, as it finds its name in {@code META-INF/dubbo}. Stateless and
 * thread-safe.
 */
public final class BoundedMethods implements PackableMethodFactory {
  private final PackableMethodFactory within;

  /** For Dubbo. */
  public BoundedMethods(PackableMethodFactory within) {
    this.within = within;
  }

  @Override
  public PackableMethod create(MethodDescriptor method, URL url, String contentType) {
    return new Bounded(within.create(method, url, contentType));
  }

  /** Looks at what arrives; writes as the other does. */
  private record Bounded(PackableMethod within) implements PackableMethod {
    @Override
    public boolean needWrapper() {
      return within.needWrapper();
    }

    @Override
    public Pack getRequestPack() {
      return within.getRequestPack();
    }

    @Override
    public Pack getResponsePack() {
      return within.getResponsePack();
    }

    @Override
    public UnPack getRequestUnpack() {
      return new Request(within.getRequestUnpack());
    }

    @Override
    public UnPack getResponseUnpack() {
      return new Response(within.getResponseUnpack());
    }
  }

  /** Sees that it has one argument, in Hessian. */
  private record Request(UnPack within) implements UnPack {
    @Override
    public Object unpack(byte[] message) throws Exception {
      WrapperShape.check(message);
      return within.unpack(message);
    }
  }

  /**
   * Sees that it is one value, in Hessian; an exception, which is an object of any class, is none.
   */
  private record Response(UnPack within) implements WrapperUnPack {
    @Override
    public Object unpack(byte[] message, boolean isException) throws Exception {
      if (isException) {
        throw new MalformedHessianException("an exception as an object");
      }
      WrapperShape.check(message);
      return within.unpack(message);
    }
  }
}
