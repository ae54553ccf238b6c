package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.MessageMix;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OwnService;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A service of the user's that runs already, in place of technologies and their servers. */
final class OwnServiceOptions {
  static final String CA = "--ca";
  static final String HTTPS = "https";

  @Option(
      names = OwnService.SAMPLE,
      paramLabel = "FILE",
      description =
          "What each call sends: the body for --url, a message as JSON for --target (default: "
              + "nothing). If the file has one JSON object a line, each call takes the next.")
  @Nullable String sample;

  @Option(
      names = OwnService.HEADER,
      paramLabel = "'NAME: VALUE'",
      description =
          "A header of each call, or metadata for --target; may be repeated. @FILE takes such "
              + "lines from a file. Use that for secrets: command lines are visible in the list "
              + "of processes and in results.")
  List<String> headers = List.of();

  @Option(
      names = CA,
      paramLabel = "FILE",
      description =
          "For https://: PEM file of the trusted certificates (default: those of the JDK).")
  @Nullable String ca;

  @Mixin private final OwnUrl http = new OwnUrl();
  @Mixin private final OwnTarget grpc = new OwnTarget();

  /** Null until it is first used: its files are read once. */
  private @Nullable Called called;

  /** What is called. */
  record Called(OwnService service, Address address) {}

  private boolean isGiven() {
    return http.url != null || grpc.target != null;
  }

  /** What is called, as the technologies of {@code --protocol}. */
  List<String> protocols(Measurement measuring) {
    return isGiven() ? List.of(called().service().technology()) : measuring.protocols();
  }

  /** Says what of its rows stays empty. */
  void explain(PrintStream stderr) {
    if (isGiven()) {
      stderr.println("the server's usage stays empty: a service of your own reports no usage");
    }
  }

  void check(CommandSpec command) {
    String given = grpc.target == null ? OwnUrl.URL : OwnTarget.TARGET;
    if (isGiven()) {
      OptionValues.refuse(
          command,
          "is for servers of this project, and %s for a service of your own: give one of them"
              .formatted(given),
          "--protocol",
          "--variant",
          "--host",
          "--port",
          "--usage-port",
          "--path",
          "--path-port",
          "--path-usage-port",
          "--replica",
          "--line",
          "--tls",
          "--compression",
          "--operation",
          "--payload",
          "--payload-bytes",
          "--message",
          MessageMix.OPTION,
          "--encoding");
    } else {
      String why =
          "belongs to a service of your own: give %s or %s, too"
              .formatted(OwnUrl.URL, OwnTarget.TARGET);
      OptionValues.refuse(command, why, OwnService.SAMPLE, OwnService.HEADER, CA);
    }
    http.check(command);
    grpc.check(command);
    if (http.url != null && grpc.target != null) {
      throw new Misuse(
          "%s and %s exclude each other: give one".formatted(OwnUrl.URL, OwnTarget.TARGET));
    }
  }

  /** The calls that are made of it; the same ones where it is not asked for. */
  Calls of(Calls calls) {
    if (!isGiven()) {
      return calls;
    }
    Called known = called();
    return calls.to(known.service(), known.address().host(), known.address().port());
  }

  private Called called() {
    Called known = called;
    if (known == null) {
      known = http.url == null ? grpc.called(this) : http.called(this);
      called = known;
    }
    return known;
  }

  /**
   * The certificates that are trusted; null for those of the JDK.
   *
   * @throws Misuse where they belong to nothing, or are none
   */
  @Nullable String authority(boolean encrypts) {
    String given = ca;
    if (given == null) {
      return null;
    }
    if (!encrypts) {
      throw new Misuse(CA + " belongs to https://: give such an address");
    }
    try (InputStream pem = Files.newInputStream(Path.of(given))) {
      if (CertificateFactory.getInstance("X.509").generateCertificates(pem).isEmpty()) {
        throw new Misuse(
            "%s %s has no certificate: a PEM file with one or more expected".formatted(CA, given));
      }
    } catch (IOException | CertificateException e) {
      throw new Misuse(
          "%s %s cannot be read as certificates: a PEM file expected".formatted(CA, given));
    }
    return file(given);
  }

  /** A file as every process finds it, wherever it runs. */
  static String file(String given) {
    return Path.of(given).toAbsolutePath().toString();
  }

  /** The headers, with files that every process finds. */
  List<String> headers() {
    return headers.stream()
        .map(each -> each.startsWith("@") ? "@" + file(each.substring(1)) : each)
        .toList();
  }

  /** The host and the port, if the host is known. */
  static Address known(String option, Address named) {
    try {
      var unused = InetAddress.getByName(named.host());
      return named;
    } catch (UnknownHostException e) {
      throw new Misuse("%s: no address is known for %s".formatted(option, named.host()));
    }
  }
}
