package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.PackMark;
import io.rpcstress.contract.PackedStream;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.StreamContent;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The message of the user's own that calls carry. Immutable.
 *
 * @param pack its file; of a mix the first one's
 * @param encodings in which it is sent, one or more; several in a sweep
 * @param mix all packs that calls come out of; null where it is the one
 */
public record PackedMessage(String pack, List<String> encodings, @Nullable MessageMix mix) {

  public static final String OPTION = "--message";
  public static final String ENCODING = "--encoding";

  /** Between a technology's name and the encoding that it alone is measured in. */
  static final String IN = "/";

  private static final SweptOption SWEPT =
      new SweptOption(ENCODING, "encoding", Message.encodings());

  /** Each is opened once a process: a sweep plans thousands of points of it. */
  private static final Map<String, MessagePack> PACKS = new ConcurrentHashMap<>();

  private static final Map<PackedMessage, Workload<?, ?>> OPENED = new ConcurrentHashMap<>();
  private static final Map<PackedMessage, PackedStream> STREAMED = new ConcurrentHashMap<>();

  /** How the payload of a pack's message begins. */
  private static final Pattern ENCODED = Pattern.compile("^" + Message.ENCODING + "=([a-z]+)");

  public PackedMessage {
    encodings = SweptOption.distinct(encodings);
    if (encodings.isEmpty()) {
      throw new IllegalArgumentException("encodings: one or more expected");
    }
  }

  public PackedMessage(String pack, List<String> encodings) {
    this(pack, encodings, null);
  }

  /** What options ask for; null where they ask for no message. */
  public static @Nullable PackedMessage of(
      @Nullable String file, List<String> encodings, @Nullable MessageMix mix) {
    SWEPT.check(encodings);
    List<String> given = orFirst(encodings);
    if (mix != null) {
      if (file != null) {
        throw new Misuse(
            "%s and %s exclude each other: give one".formatted(MessageMix.OPTION, OPTION));
      }
      return new PackedMessage(mix.shares().get(0).pack(), given, mix);
    }
    if (file == null) {
      if (!encodings.isEmpty()) {
        throw new Misuse("%s belongs to a message: give %s FILE, too".formatted(ENCODING, OPTION));
      }
      return null;
    }
    return new PackedMessage(Path.of(file).toAbsolutePath().toString(), given);
  }

  /**
   * Names as a sweep takes them, some of which have an encoding of their own, such as {@code
   * grpc/protobuf}: by encoding, of which others have all that are given. Where none has one, they
   * are at the empty word.
   *
   * @param hasMessage whether calls carry one
   */
  public static Map<String, List<String>> byEncoding(
      Collection<String> names, boolean hasMessage, List<String> given) {
    List<String> own = names.stream().filter(each -> each.contains(IN)).toList();
    if (own.isEmpty()) {
      return Map.of("", List.copyOf(names));
    }
    if (!hasMessage) {
      throw new Misuse(
          "--protocols %s: an encoding belongs to a message: give %s FILE, too"
              .formatted(PrintableText.of(own.get(0)), OPTION));
    }
    if (own.size() == names.size() && !given.isEmpty()) {
      throw new Misuse(
          "%s %s: each of --protocols has an encoding of its own: leave %s out"
              .formatted(ENCODING, String.join(",", given), ENCODING));
    }
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String each : names) {
      int at = each.indexOf(IN);
      String name = at < 0 ? each : each.substring(0, at);
      List<String> encodings = at < 0 ? orFirst(given) : List.of(each.substring(at + 1));
      if (at >= 0 && !Message.encodings().containsAll(encodings)) {
        throw new Misuse(
            "--protocols %s: no encoding of %s: %s"
                .formatted(
                    PrintableText.of(each),
                    PrintableText.of(name),
                    Nearest.hint(encodings.get(0), Message.encodings())));
      }
      encodings.forEach(
          encoding -> all.computeIfAbsent(encoding, none -> new ArrayList<>()).add(name));
    }
    return all;
  }

  private static List<String> orFirst(List<String> encodings) {
    return encodings.isEmpty() ? Message.encodings().subList(0, 1) : encodings;
  }

  PackedMessage in(String encoding) {
    return new PackedMessage(pack, List.of(encoding), mix);
  }

  /** The same in the encoding that a point's dimensions name; this where they name none. */
  PackedMessage of(Dimensions own) {
    String encoding = encoding(own.text(Dimension.PAYLOAD));
    return encodings.contains(encoding) ? in(encoding) : this;
  }

  /** What a point of a call and its reply has of an encoding. */
  public static String payload(String encoding) {
    return Payload.parse(Message.OPERATION, Message.ENCODING + "=" + encoding).toString();
  }

  static String in(String encoding, String payload) {
    return ENCODED.matcher(payload).replaceFirst(payload(encoding));
  }

  /** Empty for a payload without one. */
  static String encoding(String payload) {
    Matcher encoded = ENCODED.matcher(payload);
    return encoded.lookingAt() ? encoded.group(1) : "";
  }

  Workload<?, ?> workload() {
    return OPENED.computeIfAbsent(in(SWEPT.only(encodings)), PackedMessage::opened);
  }

  /** An operation of streams, each message of which is one of the pack. */
  Operation<?, ?> streamedBy(Operation<?, ?> operation) {
    if (mix != null) {
      throw new Misuse(
          "%s carries the messages of its packs, with one reply each: leave --operation %s out"
              .formatted(MessageMix.OPTION, operation.name()));
    }
    PackedStream content =
        STREAMED.computeIfAbsent(in(SWEPT.only(encodings)), PackedMessage::streamed);
    return operation
        .carrying(content)
        .orElseThrow(
            () ->
                new Misuse(
                    "--operation %s carries no message of a pack: %s expected with %s"
                        .formatted(operation.name(), carrying(content), OPTION)));
  }

  private static String carrying(StreamContent content) {
    return Operations.all().stream()
        .filter(each -> each.equals(Message.OPERATION) || each.carrying(content).isPresent())
        .map(Operation::name)
        .collect(Collectors.joining(", "));
  }

  private PackedStream streamed() {
    String encoding = encodings.get(0);
    try {
      MessagePack opened = open(pack);
      MessageCodec codec = opened.codec(Encoding.parse(encoding));
      int longest = codec.longestBytes();
      if (longest > PackedStream.MAX_BYTES) {
        throw new Misuse(
            "%s: %s has a message of %d bytes in %s: %d at most expected in a stream"
                .formatted(OPTION, opened.name(), longest, encoding, PackedStream.MAX_BYTES));
      }
      return new PackedStream(
          Message.pack(opened.name(), opened.hash()), encoding, codec, /* isServer= */ false);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Workload<?, ?> opened() {
    MessageMix several = mix;
    String encoding = encodings.get(0);
    try {
      return several == null
          ? new Workload<>(Message.OPERATION, Sample.first(open(pack), encoding, 0, null))
          : several.opened(encoding);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Misuse unreadable(IOException e) {
    return new Misuse("%s: %s".formatted(option(), PrintableText.of("" + e.getMessage())));
  }

  static MessagePack open(String file) throws IOException {
    MessagePack known = PACKS.get(file);
    if (known == null) {
      known = MessagePack.open(Path.of(file));
      PACKS.put(file, known);
    }
    return known;
  }

  String option() {
    return mix == null ? OPTION : MessageMix.OPTION;
  }

  OptionWords options() {
    return new OptionWords()
        .add(option(), mix == null ? pack : mix.shares())
        .add(ENCODING, encodings);
  }

  /**
   * One of a pack's samples in one encoding.
   *
   * @param all of the pack, which the samples share
   * @param mark what stands before the request, by which a server with several packs finds this one
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Sample(
      MessageCodec codec,
      String encoding,
      String pack,
      Object request,
      Object expected,
      Sample[] all,
      int part,
      @Nullable Long mark)
      implements Message.Request {

    /** The first of a pack, which is a part of a mix where it has a mark. */
    static Sample first(MessagePack pack, String encoding, int part, @Nullable Long mark)
        throws IOException {
      MessageCodec codec = pack.codec(Encoding.parse(encoding));
      Object reply = codec.reply();
      List<Object> requests = codec.requests();
      Sample[] all = new Sample[requests.size()];
      String name = Message.pack(pack.name(), pack.hash());
      for (int i = 0; i < all.length; i++) {
        Object request = requests.get(i);
        Object expected = reply == null ? request : reply;
        all[i] = new Sample(codec, encoding, name, request, expected, all, part, mark);
      }
      return all[0];
    }

    @Override
    public Message.Request numbered(long number) {
      return all[(int) (number % all.length)];
    }

    @Override
    public byte[] encode() {
      try {
        byte[] bytes = codec.encodeRequest(request);
        return mark == null ? bytes : PackMark.before(mark, bytes);
      } catch (IOException e) { // the sample came out of these bytes
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Object decode(byte[] reply) throws IOException {
      return codec.decodeReply(reply);
    }

    @Override
    public int requestBytes() {
      return codec.requestBytes();
    }

    @Override
    public int replyBytes() {
      return codec.replyBytes();
    }

    @Override
    public int longestBytes() {
      return codec.longestBytes();
    }
  }
}
