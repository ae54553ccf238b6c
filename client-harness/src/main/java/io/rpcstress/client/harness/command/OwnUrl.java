package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.command.OwnServiceOptions.Called;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OwnService;
import io.rpcstress.client.harness.plan.OwnService.Given;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A service of the user's with HTTP, as options name it. Stateless. */
final class OwnUrl {
  private static final String TECHNOLOGY = "own-http";
  private static final String ANY_SUCCESS = "2xx";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private OwnUrl() {}

  static Called called(OwnServiceOptions options, String url) {
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
      throw refused(url, "no user and no fragment expected; a password is a --header @FILE");
    }
    Address address;
    try {
      int usual = encrypts ? HTTPS_PORT : HTTP_PORT;
      address = new Address(host, uri.getPort() < 0 ? usual : uri.getPort());
    } catch (IllegalArgumentException e) {
      throw refused(url, String.valueOf(e.getMessage()));
    }
    return new Called(
        service(options, url, path(uri), encrypts),
        OwnServiceOptions.known(OwnServiceOptions.URL, address));
  }

  private static Misuse refused(String url, String why) {
    return new Misuse("%s '%s': %s".formatted(OwnServiceOptions.URL, PrintableText.of(url), why));
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  private static OwnService service(
      OwnServiceOptions options, String url, String path, boolean encrypts) {
    String authority = options.authority(encrypts);
    String sample = options.sample;
    Samples bodies = sample == null ? Samples.NONE : Samples.read(OwnService.SAMPLE, sample);
    String method = method(options);
    String statuses = options.expectStatus == null ? ANY_SUCCESS : options.expectStatus;
    try {
      var unused = OwnCall.statuses(statuses);
    } catch (IllegalArgumentException e) {
      throw new Misuse(OwnServiceOptions.EXPECT_STATUS + " " + e.getMessage());
    }
    String expect = options.expect;
    List<Given> words = new ArrayList<>();
    words.add(new Given(OwnServiceOptions.URL, url));
    words.add(new Given(OwnServiceOptions.METHOD, method));
    words.add(new Given(OwnServiceOptions.EXPECT_STATUS, statuses));
    options.headers().forEach(each -> words.add(new Given(OwnService.HEADER, each)));
    if (sample != null) {
      words.add(new Given(OwnService.SAMPLE, OwnServiceOptions.file(sample)));
    }
    if (authority != null) {
      words.add(new Given(OwnServiceOptions.CA, authority));
    }
    if (expect != null) {
      words.add(new Given(OwnServiceOptions.EXPECT, OwnServiceOptions.file(expect)));
    }
    return new OwnService(
        TECHNOLOGY,
        words,
        method,
        path,
        bodies.type(),
        options.headers(),
        statuses,
        bodies.all(),
        expect == null ? List.of() : Samples.replies(OwnServiceOptions.EXPECT, expect),
        encrypts,
        authority);
  }

  private static String method(OwnServiceOptions options) {
    String given = options.method;
    if (given == null) {
      return options.sample == null ? "GET" : "POST";
    }
    if (!given.matches("[A-Z]{1,20}") || given.equals("CONNECT")) {
      throw new Misuse(
          "%s '%s': a method in capital letters expected, such as PUT"
              .formatted(OwnServiceOptions.METHOD, PrintableText.of(given)));
    }
    return given;
  }
}
