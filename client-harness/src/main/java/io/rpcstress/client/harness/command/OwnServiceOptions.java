package io.rpcstress.client.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.MessageMix;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OwnService;
import io.rpcstress.client.harness.plan.OwnService.Given;
import io.rpcstress.client.harness.plan.OwnService.Samples;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A service of the user's that runs already, in place of technologies and their servers: one with
 * HTTP, or one with gRPC. Of the latter another program makes bytes of the samples, which has a
 * compiler of .proto files in it.
 */
final class OwnServiceOptions {
  private static final String URL = "--url";
  private static final String METHOD = "--method";
  private static final String EXPECT_STATUS = "--expect-status";
  private static final String EXPECT = "--expect";
  private static final String TARGET = "--target";
  private static final String CALL = "--call";
  private static final String PROTO = "--proto";
  private static final String PROTO_PATH = "--proto-path";
  private static final String PROTOSET = "--protoset";
  private static final String CA = "--ca";
  private static final String FILE = "FILE";
  private static final String FOLDER = "DIR";
  private static final String HTTPS = "https";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final String PROGRAM = "io.rpcstress.pack.CallProgram";

  /** What that program takes. */
  private static final Set<String> OF_PROGRAM =
      Set.of(CALL, PROTO, PROTO_PATH, PROTOSET, OwnService.SAMPLE);

  @Spec(Spec.Target.SELF)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  private CommandSpec own;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = URL,
      paramLabel = "URL",
      description =
          "A service of yours, instead of --protocol. It must be running at "
              + "http://host:port/path or https://. No redirect is followed and no call is "
              + "repeated.")
  private @Nullable String url;

  @Option(
      names = METHOD,
      paramLabel = "NAME",
      description = "For --url: the method (default: POST with a --sample, else GET).")
  private @Nullable String method;

  @Option(
      names = EXPECT_STATUS,
      paramLabel = "STATUS",
      description =
          "For --url: the statuses of a right reply, such as 200,404 or 2xx (default: 2xx).")
  private String expectStatus = "2xx";

  @Option(
      names = EXPECT,
      paramLabel = FILE,
      description = "For --url: the body that each reply must have (default: any).")
  private @Nullable String expect;

  @Option(
      names = TARGET,
      paramLabel = "HOST:PORT",
      description =
          "A gRPC service of yours, which runs already. --call names one of its unary methods; "
              + "https://HOST:PORT uses TLS.")
  private @Nullable String target;

  @Option(
      names = CALL,
      paramLabel = "SERVICE/METHOD",
      description = "For --target: the method to call, such as shop.Orders/Place.")
  private @Nullable String call;

  @Option(
      names = PROTO,
      paramLabel = FILE,
      description = "For --target: the .proto that declares the method.")
  private @Nullable String proto;

  @Option(
      names = PROTO_PATH,
      paramLabel = FOLDER,
      description = "For --proto: folder of its imports, besides its own; may be repeated.")
  List<String> protoPaths = List.of();

  @Option(
      names = PROTOSET,
      paramLabel = FILE,
      description =
          "Instead of --proto: a file made by protoc --include_imports --descriptor_set_out.")
  private @Nullable String protoset;

  @Option(
      names = OwnService.SAMPLE,
      paramLabel = FILE,
      description =
          "What each call sends: the body for --url, a message as JSON for --target (default: "
              + "nothing). If the file has one JSON object a line, each call takes the next.")
  private @Nullable String sample;

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
      paramLabel = FILE,
      description =
          "For https://: PEM file of the trusted certificates (default: those of the JDK).")
  private @Nullable String ca;

  /** Null until it is first used: its files are read once. */
  private @Nullable Called called;

  private record Called(OwnService service, Address address) {}

  private boolean isGiven() {
    return url != null || target != null;
  }

  /** What is called, as the technologies of {@code --protocol}. */
  List<String> protocols(Measurement measuring) {
    return isGiven() ? List.of(called().service().technology()) : measuring.protocols();
  }

  void explain(PrintStream stderr) {
    if (isGiven()) {
      stderr.println("the server's usage stays empty: a service of your own reports no usage");
    }
  }

  void check() {
    if (isGiven()) {
      OptionValues.refuse(
          command,
          "is for servers of this project, and %s for a service of your own: give one of them"
              .formatted(target == null ? URL : TARGET),
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
      String why = "belongs to a service of your own: give %s or %s, too".formatted(URL, TARGET);
      OptionValues.refuse(command, why, OwnService.SAMPLE, OwnService.HEADER, CA);
    }
    String other = "belongs to %s: give that, too";
    if (url == null) {
      OptionValues.refuse(command, other.formatted(URL), METHOD, EXPECT_STATUS, EXPECT);
    }
    if (target == null) {
      OptionValues.refuse(command, other.formatted(TARGET), CALL, PROTO, PROTO_PATH, PROTOSET);
    }
    if (url != null && target != null) {
      throw new Misuse("%s and %s exclude each other: give one".formatted(URL, TARGET));
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
      String at = url;
      known = at == null ? grpc(String.valueOf(target)) : http(at);
      called = known;
    }
    return known;
  }

  private Called http(String at) {
    URI uri;
    try {
      uri = new URI(at);
    } catch (URISyntaxException e) {
      throw refused(at, e.getReason() + " at character " + (e.getIndex() + 1));
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    boolean encrypts = scheme.equals(HTTPS);
    if ((!scheme.equals("http") && !encrypts) || host == null) {
      throw refused(at, "http://host:port/path or https:// expected");
    }
    if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw refused(at, "no user and no fragment expected; give a password by --header @FILE");
    }
    Address address;
    try {
      int usual = encrypts ? HTTPS_PORT : HTTP_PORT;
      address = new Address(host, uri.getPort() < 0 ? usual : uri.getPort());
    } catch (IllegalArgumentException e) {
      throw refused(at, String.valueOf(e.getMessage()));
    }
    String authority = authority(encrypts);
    String file = sample;
    Samples bodies = file == null ? Samples.NONE : Samples.read(OwnService.SAMPLE, file);
    String verb = method();
    var unused = Misuse.named(EXPECT_STATUS + " ", () -> OwnCall.statuses(expectStatus));
    List<Given> given = given();
    OwnService service =
        new OwnService(
            "own-http",
            given,
            verb,
            path(uri),
            bodies.type(),
            headers(given),
            expectStatus,
            bodies.all(),
            expect == null ? List.of() : Samples.replies(EXPECT, expect),
            encrypts,
            authority);
    return new Called(service, known(URL, address));
  }

  private static Misuse refused(String at, String why) {
    return new Misuse("%s '%s': %s".formatted(URL, PrintableText.of(at), why));
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  private String method() {
    String given = method;
    if (given == null) {
      return sample == null ? "GET" : "POST";
    }
    if (!given.matches("[A-Z]{1,20}") || given.equals("CONNECT")) {
      throw new Misuse(
          "%s '%s': a method in capital letters expected, such as PUT"
              .formatted(METHOD, PrintableText.of(given)));
    }
    return given;
  }

  private Called grpc(String at) {
    String encrypted = HTTPS + "://";
    boolean encrypts = at.startsWith(encrypted);
    Address address;
    try {
      address = Address.parse(encrypts ? at.substring(encrypted.length()) : at);
    } catch (IllegalArgumentException e) {
      throw new Misuse(TARGET + " " + PrintableText.of("" + e.getMessage()));
    }
    String name = call;
    if (name == null) {
      throw new Misuse(
          "%s %s needs %s SERVICE/METHOD, and %s FILE or %s FILE that declares it"
              .formatted(TARGET, at, CALL, PROTO, PROTOSET));
    }
    if ((proto == null) == (protoset == null)) {
      throw new Misuse("either %s FILE or %s FILE expected".formatted(PROTO, PROTOSET));
    }
    String authority = authority(encrypts);
    List<Given> given = given();
    OwnService service =
        new OwnService(
            "own-grpc",
            given,
            name,
            "",
            null,
            headers(given),
            "",
            requests(name, given),
            List.of(),
            encrypts,
            authority);
    return new Called(service, known(TARGET, address));
  }

  private static List<byte[]> requests(String call, List<Given> given) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", MessageCommand.requiredJar().toString(), PROGRAM));
    given.stream()
        .filter(each -> OF_PROGRAM.contains(each.option()))
        .forEach(each -> command.add(each.option() + "=" + each.value()));
    try {
      Process program = new ProcessBuilder(command).start();
      program.getOutputStream().close();
      List<String> lines = program.inputReader(UTF_8).lines().toList();
      String error = program.errorReader(UTF_8).lines().findFirst().orElse("no reason is given");
      if (program.waitFor() != 0) {
        throw new Misuse("%s: %s".formatted(CALL, PrintableText.of(error)));
      }
      return checked(call, lines.stream().map(Base64.getDecoder()::decode).toList());
    } catch (IOException e) {
      throw new Misuse("%s: %s".formatted(CALL, PrintableText.of("" + e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Misuse(CALL + ": interrupted");
    }
  }

  private static List<byte[]> checked(String call, List<byte[]> requests) {
    long bytes = requests.stream().mapToLong(each -> each.length).sum();
    if (bytes > OwnCall.MAX_BYTES) {
      throw new Misuse(
          "%s %s: its samples have %,d bytes: at most %,d expected"
              .formatted(CALL, call, bytes, OwnCall.MAX_BYTES));
    }
    return requests;
  }

  /** The certificates that are trusted; null for those of the JDK. */
  private @Nullable String authority(boolean encrypts) {
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
    return absolute(given);
  }

  /** The options as they were given, but with files as every process finds them. */
  private List<Given> given() {
    List<Given> given = new ArrayList<>();
    for (OptionSpec option : own.options()) {
      String name = option.longestName();
      boolean isFile = List.of(FILE, FOLDER).contains(option.paramLabel());
      for (String value : OptionValues.given(command, name)) {
        boolean isOfLines = name.equals(OwnService.HEADER) && value.startsWith("@");
        given.add(
            new Given(
                name,
                isOfLines ? "@" + absolute(value.substring(1)) : isFile ? absolute(value) : value));
      }
    }
    return given;
  }

  private static List<String> headers(List<Given> given) {
    return given.stream()
        .filter(each -> each.option().equals(OwnService.HEADER))
        .map(Given::value)
        .toList();
  }

  private static String absolute(String file) {
    return Path.of(file).toAbsolutePath().toString();
  }

  private static Address known(String option, Address named) {
    try {
      var unused = InetAddress.getByName(named.host());
      return named;
    } catch (UnknownHostException e) {
      throw new Misuse("%s: no address is known for %s".formatted(option, named.host()));
    }
  }
}
