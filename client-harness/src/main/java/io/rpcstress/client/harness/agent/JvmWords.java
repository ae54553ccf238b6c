package io.rpcstress.client.harness.agent;

import io.rpcstress.usage.JvmSettings;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The JVM options that an agent takes from the harness: those that all measuring processes have,
 * memory, and the JVM's own switches and numbers. Others can make a JVM run a program or load code,
 * so that whoever held the key to an agent could do more on its host than call servers. Stateless.
 */
final class JvmWords {

  private static final Pattern HARMLESS =
      Pattern.compile(
          "-X(?:m[snx]|ss)[0-9]{1,12}[kKmMgG]?"
              + "|-XX:[+-][A-Za-z0-9]{1,80}"
              + "|-XX:[A-Za-z0-9]{1,80}=[0-9]{1,15}[kKmMgG]?"
              + "|-Xshare:(?:auto|off|on)"
              + "|-Xint");

  private JvmWords() {}

  static void check(List<String> words) {
    List<String> common = JvmSettings.options(Integer.MAX_VALUE, ""); // of every JDK
    for (String word : words) {
      if (!common.contains(word) && !HARMLESS.matcher(word).matches()) {
        throw new IllegalArgumentException(
            ("JVM option '%s' is not accepted by an agent: expected memory sizes, or switches "
                    + "and numbers of -XX:")
                .formatted(HostAgent.printable(word)));
      }
    }
  }
}
