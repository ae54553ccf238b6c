package io.rpcstress.client.harness.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.PackMark;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.Sha256;
import io.rpcstress.engine.load.Mix;
import io.rpcstress.engine.load.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Messages of several packs, each with its share of the calls, in the order in which they were
 * named. Immutable.
 */
public record MessageMix(List<Share> shares) {

  public static final String OPTION = "--mix";

  /** Fewer than the numbers that a byte has: a trace keeps the part of each call in one. */
  static final int MAX_SHARES = 100;

  private static final String WEIGHT = "[1-9][0-9]{0,5}";

  /** One of them. */
  public record Share(String pack, int weight) {
    @Override
    public String toString() {
      return pack + "=" + weight;
    }
  }

  public MessageMix {
    shares = List.copyOf(shares);
    if (shares.size() < 2 || shares.size() > MAX_SHARES) {
      throw new IllegalArgumentException("2 to %d packs expected".formatted(MAX_SHARES));
    }
  }

  /** Reads {@code read.pack.jar=90,write.pack.jar=10}. */
  public static @Nullable MessageMix of(@Nullable String text) {
    if (text == null) {
      return null;
    }
    List<Share> shares = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      int at = word.lastIndexOf('=');
      if (at < 1 || !word.substring(at + 1).matches(WEIGHT)) {
        throw new Misuse(
            "%s '%s': FILE=WEIGHT expected, a weight from 1 to 999999, such as read.pack.jar=90"
                .formatted(OPTION, PrintableText.of(word)));
      }
      shares.add(
          new Share(
              Path.of(word.substring(0, at)).toAbsolutePath().toString(),
              Integer.parseInt(word.substring(at + 1))));
    }
    return Misuse.named(
        "%s %s: ".formatted(OPTION, PrintableText.of(text)), () -> new MessageMix(shares));
  }

  /** What calls do: each asks a sample of one of the packs. */
  Workload<?, ?> opened(String encoding) throws IOException {
    List<Mix.Part<Message.Request>> parts = new ArrayList<>();
    List<String> packs = new ArrayList<>();
    for (Share each : shares) {
      MessagePack pack = PackedMessage.open(each.pack());
      if (parts.stream().anyMatch(other -> other.name().equals(pack.name()))) {
        throw new Misuse(
            "%s: two packs are named %s: packs of different names expected"
                .formatted(OPTION, pack.name()));
      }
      Message.Request first =
          PackedMessage.Sample.first(pack, encoding, parts.size(), PackMark.of(pack));
      parts.add(new Mix.Part<>(pack.name(), each.weight(), first));
      packs.add(first.pack() + "=" + each.weight());
    }
    return Workload.of(Message.OPERATION, new Mix<>(name(parts, packs), parts));
  }

  private static String name(List<Mix.Part<Message.Request>> parts, List<String> packs) {
    String words =
        parts.stream()
            .map(each -> each.name() + "-" + each.weight())
            .collect(Collectors.joining("-", "mix-", ""));
    return Message.pack(words, Sha256.of(String.join("\n", packs).getBytes(UTF_8)));
  }
}
