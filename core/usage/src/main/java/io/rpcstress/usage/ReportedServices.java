package io.rpcstress.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which services of an operation a process is, and where those report their usage that it calls, as
 * it reports them at its usage endpoint. Immutable.
 *
 * @param roles what it is, in the operation's order; one or more
 * @param peers by role, where the usage endpoint of each is that it calls: {@code 10.0.0.5:10201}
 */
public record ReportedServices(List<String> roles, Map<String, String> peers) {

  private static final String WORD = "[a-z][a-z0-9-]{0,31}";
  private static final Pattern ROLE = Pattern.compile("role (" + WORD + ")");
  private static final Pattern PEER =
      Pattern.compile("peer (" + WORD + ") (\\S{1,255}:[0-9]{1,5})");

  public ReportedServices {
    roles = List.copyOf(roles);
    peers = Map.copyOf(peers);
  }

  /** The text form: a line {@code role order} for each, and {@code peer product ADDRESS:PORT}. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    roles.forEach(role -> text.append("role ").append(role).append('\n'));
    new TreeMap<>(peers)
        .forEach(
            (role, usage) ->
                text.append("peer ").append(role).append(' ').append(usage).append('\n'));
    return text.toString();
  }

  public static ReportedServices parse(String text) {
    List<String> roles = new ArrayList<>();
    Map<String, String> peers = new TreeMap<>();
    for (String line : text.lines().toList()) {
      Matcher role = ROLE.matcher(line);
      Matcher peer = PEER.matcher(line);
      if (role.matches()) {
        roles.add(role.group(1));
      } else if (peer.matches()) {
        peers.put(peer.group(1), peer.group(2));
      } else if (!line.isEmpty()) {
        throw new IllegalArgumentException(
            "\"" + UsageText.clipped(line) + "\": a role or a peer expected");
      }
    }
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("no role among the services");
    }
    return new ReportedServices(roles, peers);
  }
}
