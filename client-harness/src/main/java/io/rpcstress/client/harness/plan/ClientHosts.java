package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a point's calls are dealt to, as they were given: an agent on each makes its exact
 * share of them. Immutable.
 *
 * @param names each {@link #HERE}, or a host as ssh takes it; none where this host makes all calls
 * @param sshConfig a file as {@code ssh -F} takes it; null for ssh's own
 */
public record ClientHosts(List<String> names, @Nullable String sshConfig) {

  public static final String OPTION = "--client-hosts";
  public static final String SSH_CONFIG = "--ssh-config";

  /** This very host: its agent is started without ssh. */
  public static final String HERE = "here";

  public static final ClientHosts NONE = new ClientHosts(List.of(), null);
  public static final int MAX = 16;

  /** What ssh takes for a host, and not for an option. */
  private static final Pattern TARGET =
      Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]{0,99}@)?([A-Za-z0-9:][A-Za-z0-9_.:%-]{0,254})");

  private static final Pattern IN_BRACKETS = Pattern.compile("^(.*@|)\\[(.*:.*)]$");

  public ClientHosts {
    names = names.stream().map(each -> IN_BRACKETS.matcher(each).replaceFirst("$1$2")).toList();
  }

  public int count() {
    return Math.max(1, names.size());
  }

  public boolean areSeveral() {
    return !names.isEmpty();
  }

  /** Sees that they can be used at all; whether they answer is seen when they are asked. */
  public void check() {
    if (names.isEmpty()) {
      if (sshConfig != null) {
        throw new Misuse(SSH_CONFIG + " goes with " + OPTION + ": leave it out, or name hosts");
      }
      return;
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!isTarget(name)) {
        throw new Misuse(
            "%s '%s': user@host, a Host of ssh's configuration, or %s expected"
                .formatted(OPTION, PrintableText.of(name), HERE));
      }
      if (!seen.add(name)) {
        throw new Misuse("%s names %s twice: each host once expected".formatted(OPTION, name));
      }
    }
    if (names.size() < 2 || names.size() > MAX) {
      throw new Misuse(
          "%s %s: 2 to %d hosts expected".formatted(OPTION, String.join(",", names), MAX));
    }
  }

  private static boolean isTarget(String name) {
    Matcher target = TARGET.matcher(name);
    if (!target.matches()) {
      return false;
    }
    String host = target.group(2);
    try {
      // Without a colon it may be a Host of ssh's configuration, which may be called anything.
      return (host.indexOf(':') < 0 && host.indexOf('%') < 0) || Address.host(host).equals(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  OptionWords options() {
    return areSeveral()
        ? new OptionWords().add(OPTION, names).add(SSH_CONFIG, sshConfig)
        : new OptionWords();
  }
}
