package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.command.OwnServiceOptions.Called;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OwnService;
import io.rpcstress.client.harness.plan.OwnService.Given;
import io.rpcstress.client.harness.plan.OwnService.Samples;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a service of the user's with HTTP. */
final class OwnUrl {
  static final String URL = "--url";
  static final String METHOD = "--method";
  static final String EXPECT_STATUS = "--expect-status";
  static final String EXPECT = "--expect";

  private static final String TECHNOLOGY = "own-http";
  private static final String ANY_SUCCESS = "2xx";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  @Option(
      names = URL,
      paramLabel = "URL",
      description =
          "A service of yours, instead of --protocol. It must be running at "
              + "http://host:port/path or https://. No redirect is followed and no call is "
              + "repeated.")
  @Nullable String url;

  @Option(
      names = METHOD,
      paramLabel = "NAME",
      description = "For --url: the method (default: POST with a --sample, else GET).")
  @Nullable String method;

  @Option(
      names = EXPECT_STATUS,
      paramLabel = "STATUS",
      description =
          "For --url: the statuses of a right reply, such as 200,404 or 2xx (default: " + "2xx).")
  @Nullable String expectStatus;

  @Option(
      names = EXPECT,
      paramLabel = "FILE",
      description = "For --url: the body that each reply must have (default: any).")
  @Nullable String expect;

  void check(CommandSpec command) {
    if (url == null) {
      OptionValues.refuse(
          command, "belongs to %s: give that, too".formatted(URL), METHOD, EXPECT_STATUS, EXPECT);
    }
  }

  Called called(OwnServiceOptions shared) {
    String url = String.valueOf(this.url);
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw refused(url, e.getReason() + " at character " + (e.getIndex() + 1));
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    boolean encrypts = scheme.equals(OwnServiceOptions.HTTPS);
    if ((!scheme.equals("http") && !encrypts) || host == null) {
      throw refused(url, "http://host:port/path or https:// expected");
    }
    if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw refused(url, "no user and no fragment expected; give a password by --header @FILE");
    }
    Address address;
    try {
      int usual = encrypts ? HTTPS_PORT : HTTP_PORT;
      address = new Address(host, uri.getPort() < 0 ? usual : uri.getPort());
    } catch (IllegalArgumentException e) {
      throw refused(url, String.valueOf(e.getMessage()));
    }
    return new Called(
        service(shared, url, path(uri), encrypts), OwnServiceOptions.known(URL, address));
  }

  private static Misuse refused(String url, String why) {
    return new Misuse("%s '%s': %s".formatted(URL, PrintableText.of(url), why));
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  private OwnService service(OwnServiceOptions shared, String url, String path, boolean encrypts) {
    String authority = shared.authority(encrypts);
    String sample = shared.sample;
    Samples bodies = sample == null ? Samples.NONE : Samples.read(OwnService.SAMPLE, sample);
    String method = method(shared);
    String statuses = expectStatus == null ? ANY_SUCCESS : expectStatus;
    var unused = Misuse.named(EXPECT_STATUS + " ", () -> OwnCall.statuses(statuses));
    List<Given> words = new ArrayList<>();
    words.add(new Given(URL, url));
    words.add(new Given(METHOD, method));
    words.add(new Given(EXPECT_STATUS, statuses));
    shared.headers().forEach(each -> words.add(new Given(OwnService.HEADER, each)));
    if (sample != null) {
      words.add(new Given(OwnService.SAMPLE, OwnServiceOptions.file(sample)));
    }
    if (authority != null) {
      words.add(new Given(OwnServiceOptions.CA, authority));
    }
    if (expect != null) {
      words.add(new Given(EXPECT, OwnServiceOptions.file(expect)));
    }
    return new OwnService(
        TECHNOLOGY,
        words,
        method,
        path,
        bodies.type(),
        shared.headers(),
        statuses,
        bodies.all(),
        expect == null ? List.of() : Samples.replies(EXPECT, expect),
        encrypts,
        authority);
  }

  private String method(OwnServiceOptions shared) {
    String given = method;
    if (given == null) {
      return shared.sample == null ? "GET" : "POST";
    }
    if (!given.matches("[A-Z]{1,20}") || given.equals("CONNECT")) {
      throw new Misuse(
          "%s '%s': a method in capital letters expected, such as PUT"
              .formatted(METHOD, PrintableText.of(given)));
    }
    return given;
  }
}
