package io.rpcstress.client.harness.host;

import io.rpcstress.usage.JvmSettings;
import java.util.List;
import java.util.Locale;

/** How much memory the JVM options of a measured process let it take. */
final class JvmNeed {

  private static final int KIB_BITS = 10;
  private static final int MIB_BITS = 20;
  private static final int GIB_BITS = 30;

  private JvmNeed() {}

  /** Heap, direct buffers, the paper's largest number of stacks, and the JVM itself; bytes. */
  static long bytes() {
    return bytes(JvmSettings.options());
  }

  static long bytes(List<String> options) {
    return last("-Xmx", options)
        + last("-XX:MaxDirectMemorySize=", options)
        + HostLimits.MAX_CALLING_THREADS * last("-Xss", options)
        + HostLimits.JVM_ITSELF_BYTES;
  }

  /** The last of an option counts, as in the JVM; 0 where it is not given. */
  private static long last(String option, List<String> options) {
    return options.stream()
        .filter(each -> each.startsWith(option))
        .reduce((first, second) -> second)
        .map(each -> size(each.substring(option.length())))
        .orElse(0L);
  }

  /** {@code 512m} as the JVM reads it. */
  private static long size(String text) {
    long number = Long.parseLong(text.replaceAll("[^0-9]", ""));
    return switch (text.toLowerCase(Locale.ROOT).charAt(text.length() - 1)) {
      case 'k' -> number << KIB_BITS;
      case 'm' -> number << MIB_BITS;
      case 'g' -> number << GIB_BITS;
      default -> number;
    };
  }
}
