package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsKeys;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How calls are carried to servers: whether connections are encrypted. Immutable.
 *
 * @param tls labels of {@link Tls}, one or more; several in a sweep
 */
public record Transport(List<String> tls) {

  public static final String TLS = "--tls";

  public static final Transport PLAIN = new Transport(List.of(Tls.OFF.label()));

  /** Copies the list, in its order; a mode that is named twice is one. */
  public Transport {
    tls = List.copyOf(new LinkedHashSet<>(tls));
  }

  /** Sees that all of them are modes. */
  public void check() {
    tls.forEach(Transport::find);
  }

  /**
   * Makes keys where some connections are encrypted and there are none, for servers of this host.
   *
   * @throws IOException saying in one line why there are none
   */
  public void makeKeys() throws IOException, InterruptedException {
    Path folder = TlsSide.folderFor(Transport.class);
    if (tls.stream().anyMatch(each -> find(each) != Tls.OFF) && !TlsKeys.areIn(folder)) {
      TlsKeys.make(folder, List.of(), TlsKeys.DAYS);
    }
  }

  private static Tls find(String label) {
    return Tls.find(label)
        .orElseThrow(
            () ->
                new Misuse(
                    "%s '%s' is none: %s"
                        .formatted(
                            TLS, PrintableText.of(label), Nearest.hint(label, Tls.labels()))));
  }

  /** The one mode of a single point. */
  Tls only() {
    if (tls.size() != 1) {
      throw new Misuse(
          "%s %s: one mode expected here; a sweep takes several"
              .formatted(TLS, String.join(",", tls)));
    }
    return find(tls.get(0));
  }

  /** That which a point's dimensions name. */
  static Transport of(Dimensions own) {
    return new Transport(List.of(own.text(Dimension.TLS)));
  }

  /** Whether a variant of a technology can have its connections so. */
  static boolean isOf(Technology technology, String variant, String mode) {
    return find(mode) == Tls.OFF || technology.encrypted().contains(variant);
  }

  /** What a point's connections are encrypted with; null for plain ones. */
  @Nullable TlsSide side(
      Technology technology, String variant, Calls calls, Workload<?, ?> workload) {
    Tls mode = only();
    if (mode == Tls.OFF) {
      return null;
    }
    if (!isOf(technology, variant, mode.label())) {
      throw new Misuse(
          "%s %s: %s@%s has no TLS here; those that have: %s"
              .formatted(TLS, mode.label(), technology.name(), variant, encrypting()));
    }
    if (calls.paths().only().isPresent() || !workload.services().isEmpty()) {
      throw new Misuse(
          "%s %s is for calls to one server without a proxy: leave out --path, or place-order"
              .formatted(TLS, mode.label()));
    }
    TlsSide side = TlsSide.client(mode, TlsSide.folderFor(Transport.class));
    if (!calls.clientHosts().areSeveral()) { // else it is those hosts that have keys
      try {
        side.requireUsable();
      } catch (IllegalArgumentException e) {
        throw new Misuse(TLS + ": " + e.getMessage());
      }
    }
    return side;
  }

  private static String encrypting() {
    return String.join(
        ", ",
        Drivers.all().stream()
            .map(Driver::technology)
            .filter(technology -> !technology.encrypted().isEmpty())
            .map(Technology::name)
            .toList());
  }

  /** The option, where it differs from the default. */
  OptionWords options() {
    return new OptionWords().add(TLS, equals(PLAIN) ? null : tls);
  }
}
