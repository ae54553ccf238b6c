package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsKeys;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How calls are carried to servers: whether connections are encrypted, and how what they carry is
 * compressed, by labels of {@link Tls} and {@link Compression}. Immutable.
 */
public record Transport(List<String> tls, List<String> compression) {

  public static final String TLS = "--tls";
  public static final String COMPRESSION = "--compression";

  private static final SweptOption MODES = new SweptOption(TLS, "mode", Tls.labels());

  private static final SweptOption COMPRESSIONS =
      new SweptOption(COMPRESSION, "compression", Compression.labels());

  public static final Transport PLAIN = new Transport(List.of(), List.of());

  public Transport {
    tls = orDefault(tls, Dimension.TLS);
    compression = orDefault(compression, Dimension.COMPRESSION);
  }

  /** Of no values, or null in a plan of before the dimension, the default. */
  private static List<String> orDefault(@Nullable List<String> given, Dimension dimension) {
    return given == null || given.isEmpty()
        ? List.of(dimension.defaultValue())
        : SweptOption.distinct(given);
  }

  public void check() {
    MODES.check(tls);
    COMPRESSIONS.check(compression);
  }

  /**
   * Makes keys where some connections are encrypted and there are none, for servers of this host.
   */
  public void makeKeys() throws IOException, InterruptedException {
    MODES.check(tls);
    Path folder = TlsSide.folderFor(Transport.class);
    if (tls.stream().anyMatch(each -> !isOff(each)) && !TlsKeys.areIn(folder)) {
      TlsKeys.make(folder, List.of(), TlsKeys.DAYS);
    }
  }

  private static boolean isOff(String mode) {
    return mode.equals(Tls.OFF.label());
  }

  /** The one mode of a single point. */
  Tls mode() {
    return Tls.find(MODES.only(tls)).orElseThrow();
  }

  private Compression compressed() {
    return Compression.find(COMPRESSIONS.only(compression)).orElseThrow();
  }

  static Transport of(Dimensions own) {
    return new Transport(
        List.of(own.text(Dimension.TLS)), List.of(own.text(Dimension.COMPRESSION)));
  }

  Dimensions dimensions() {
    return Dimensions.NONE
        .with(Dimension.TLS, mode().label())
        .with(Dimension.COMPRESSION, compressed().label());
  }

  /** Whether a variant of a technology can have its connections in a mode. */
  static boolean encrypts(Technology technology, String variant, String mode) {
    return isOff(mode) || technology.encrypted().contains(variant);
  }

  static boolean compresses(Technology technology, String variant, String label) {
    Compression own = technology.compressed().getOrDefault(variant, Compression.NONE);
    return label.equals(Compression.NONE.label()) || label.equals(own.label());
  }

  /** Whether one point can have what these dimensions say of both. */
  static boolean goTogether(Dimensions own) {
    return isOff(own.text(Dimension.TLS))
        || Compression.find(own.text(Dimension.COMPRESSION))
            .map(Compression::isForEncrypted)
            .orElse(true);
  }

  /** What a point's connections are encrypted with; null for plain ones. */
  @Nullable TlsSide side(
      Technology technology, String variant, Calls calls, Workload<?, ?> workload) {
    Tls mode = mode();
    if (mode == Tls.OFF) {
      return null;
    }
    refuseUnless(
        (each, name) -> encrypts(each, name, mode.label()),
        technology,
        variant,
        TLS + " " + mode.label(),
        "TLS");
    if (calls.paths().only().isPresent() || !workload.services().isEmpty()) {
      throw new Misuse(
          "%s %s works for calls to one server without a proxy: leave out --path, or place-order"
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

  Compression compression(Technology technology, String variant, Workload<?, ?> workload) {
    Compression own = compressed();
    String option = COMPRESSION + " " + own.label();
    refuseUnless(
        (each, name) -> compresses(each, name, own.label()),
        technology,
        variant,
        option,
        own.label());
    if (own != Compression.NONE && !workload.services().isEmpty()) {
      throw new Misuse(option + " works for calls to one server: leave out place-order");
    }
    if (!goTogether(dimensions())) {
      throw new Misuse(
          ("%s %s: the length of compressed data reveals what calls have in common: leave out one "
                  + "of the two")
              .formatted(option, String.join(" ", new OptionWords().add(TLS, tls).list())));
    }
    return own;
  }

  private static void refuseUnless(
      BiPredicate<Technology, String> has,
      Technology technology,
      String variant,
      String option,
      String what) {
    if (!has.test(technology, variant)) {
      throw new Misuse(
          "%s: %s@%s has no %s here; those that have: %s"
              .formatted(
                  option,
                  technology.name(),
                  variant,
                  what,
                  String.join(
                      ", ",
                      Drivers.all().stream()
                          .map(Driver::technology)
                          .flatMap(each -> able(each, has))
                          .toList())));
    }
  }

  /** A technology's name where its example has something, else its variants that have. */
  private static Stream<String> able(Technology technology, BiPredicate<Technology, String> has) {
    List<String> variants =
        technology.variants().stream()
            .map(Technology.Variant::name)
            .filter(name -> has.test(technology, name))
            .toList();
    return variants.contains(Point.EXAMPLE)
        ? Stream.of(technology.name())
        : variants.stream().map(name -> technology.name() + "@" + name);
  }

  OptionWords options() {
    return new OptionWords()
        .add(TLS, tls.equals(PLAIN.tls) ? null : tls)
        .add(COMPRESSION, compression.equals(PLAIN.compression) ? null : compression);
  }
}
