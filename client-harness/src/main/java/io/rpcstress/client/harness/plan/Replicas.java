package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.util.ArrayList;
import java.util.List;

/**
 * Further servers that one client calls, as they were given: of technologies that balance calls
 * over several servers by themselves. Immutable.
 *
 * @param words each {@code SERVER=PORT} or {@code SERVER=HOST:PORT}
 */
public record Replicas(List<String> words) {

  public static final String OPTION = "--replica";
  public static final Replicas NONE = new Replicas(List.of());

  /** Further servers that may be given at all: connections are made to each. */
  static final int MAX = 64;

  public Replicas {
    words = List.copyOf(words);
  }

  record Replica(String server, Address address) {}

  /** Refuses further servers where servers are to be started anew: nothing starts those. */
  public void refuseRestarts(Freshness fresh) {
    if (fresh.needsRestarts() && !words.isEmpty()) {
      throw new Misuse(
          "%s with --fresh-servers %s: further servers are not restarted: add --fresh-servers %s"
              .formatted(OPTION, fresh.label(), Freshness.CLIENT.label()));
    }
  }

  List<Replica> all(String host) {
    if (words.size() > MAX) {
      throw new Misuse(
          "%s gives %d further servers: %d at most".formatted(OPTION, words.size(), MAX));
    }
    List<Replica> all = new ArrayList<>();
    for (String word : words) {
      all.add(replica(word, host));
    }
    return all;
  }

  private static Replica replica(String word, String host) {
    int equals = word.indexOf('=');
    String place = word.substring(equals + 1);
    if (equals < 1 || !place.matches("(.*:)?[0-9]{1,5}")) {
      throw new Misuse(
          "%s '%s': SERVER=PORT or SERVER=HOST:PORT expected, such as mml=9113"
              .formatted(OPTION, PrintableText.of(word)));
    }
    return Misuse.named(
        OPTION + " " + word + ": ",
        () ->
            new Replica(
                word.substring(0, equals),
                place.indexOf(':') < 0
                    ? new Address(host, Integer.parseInt(place))
                    : Address.parse(place)));
  }

  OptionWords options() {
    OptionWords options = new OptionWords();
    words.forEach(word -> options.add(OPTION, word));
    return options;
  }
}
