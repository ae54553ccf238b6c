package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.contract.dubbo.DubboSettings;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * Dubbo's client and its connections to one server, which it takes in turn, and makes anew by the
 * next call where they were lost. Thread-safe.
 */
record Client(FrameworkModel dubbo, Calls calls, DriverOptions options) {

  /** Makes all connections of the dubbo protocol. */
  static Client connectDubbo(Address server, DriverOptions options) throws CallException {
    ReferenceConfig<Calls> reference = reference(options);
    reference.setUrl(
        "dubbo://%s:%d?serialization=hessian2&prefer_serialization=hessian2&payload=%d"
            .formatted(exactly(server.host()), server.port(), DubboSettings.MAX_MESSAGE_BYTES));
    MethodConfig oneWay = new MethodConfig();
    oneWay.setName("oneWay");
    oneWay.setReturn(false);
    oneWay.setSent(true); // waits until the message is written: else any number would be kept
    reference.setMethods(List.of(oneWay));
    int connections = options.connections().count();
    if (connections > 1) {
      reference.setConnections(connections);
    }
    return connect(reference, options);
  }

  /** Makes one connection of Triple. */
  static Client connectTriple(Address server, DriverOptions options) throws CallException {
    ReferenceConfig<Calls> reference = reference(options);
    reference.setUrl(
        "tri://%s:%d?serialization=hessian2&prefer_serialization=hessian2"
            .formatted(exactly(server.host()), server.port()));
    return connect(reference, options);
  }

  /**
   * A host as Dubbo's client takes it for what it is. Of its own it takes a loopback address for
   * the host's address in its network, if it begins with 127 or is called localhost; as one number
   * it is the same address.
   */
  private static String exactly(String host) throws CallException {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address instanceof Inet4Address && address.isLoopbackAddress()
          ? Long.toString(Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress()).getInt()))
          : host;
    } catch (UnknownHostException e) {
      throw new CallException(FailureKind.CONNECT, Failures.describe(e), e);
    }
  }

  private static Client connect(ReferenceConfig<Calls> reference, DriverOptions options)
      throws CallException {
    DubboSettings.apply();
    FrameworkModel framework = new FrameworkModel();
    try {
      ApplicationModel application = framework.newApplication();
      DubboBootstrap.getInstance(application)
          .application(DubboSettings.application())
          .reference(reference)
          .start();
      return new Client(framework, reference.get(), options);
    } catch (RuntimeException e) {
      framework.destroy();
      throw new CallException(FailureKind.CONNECT, Failures.describe(e), e);
    }
  }

  private static ReferenceConfig<Calls> reference(DriverOptions options) {
    ReferenceConfig<Calls> reference = new ReferenceConfig<>();
    reference.setInterface(Calls.class);
    reference.setScope("remote");
    reference.setTimeout(DriverOptions.millis(options.deadline()));
    reference.setRetries(0); // its own number is 2
    return reference;
  }

  Duration deadline() {
    return options.deadline();
  }

  void close() {
    dubbo.destroy();
  }
}
