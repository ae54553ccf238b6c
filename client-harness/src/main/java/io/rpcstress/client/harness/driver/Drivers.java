package io.rpcstress.client.harness.driver;

import io.rpcstress.client.harness.driver.grpc.GrpcDriver;
import io.rpcstress.client.harness.driver.none.NullDriver;
import io.rpcstress.client.harness.driver.openfeign.OpenFeignDriver;
import io.rpcstress.client.harness.driver.rpcx.RpcxDriver;
import io.rpcstress.client.harness.driver.tcp.TcpDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every technology that the harness can call: one line each. */
public final class Drivers {

  // One of the two lists that a technology registers in; the other is the root pom's modules.
  private static final List<Driver> ALL =
      List.of(new RpcxDriver(), new GrpcDriver(), new OpenFeignDriver(), new TcpDriver());

  /** Known by name, but in no list: nothing that a user compares. */
  private static final List<Driver> HIDDEN = List.of(new NullDriver());

  private Drivers() {}

  /** The technologies in the order of their numbers. */
  public static List<Driver> all() {
    return ALL;
  }

  /** The driver of a name, hidden ones too. */
  public static Optional<Driver> find(String name) {
    List<Driver> known = new ArrayList<>(ALL);
    known.addAll(HIDDEN);
    return known.stream().filter(d -> d.technology().name().equals(name)).findFirst();
  }

  /** The names of {@link #all}. */
  public static List<String> names() {
    return ALL.stream().map(d -> d.technology().name()).toList();
  }
}
