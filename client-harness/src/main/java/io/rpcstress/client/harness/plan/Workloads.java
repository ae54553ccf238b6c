package io.rpcstress.client.harness.plan;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.CallNumber;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.contract.PackMark;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PayloadDimension;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import io.rpcstress.engine.load.Mix;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what is asked for into what every call does, or says in one line what is wrong with it. */
public final class Workloads {

  private static final String BYTES = "bytes";

  private Workloads() {}

  /**
   * What {@code --operation}, {@code --payload} and {@code --payload-bytes} ask for, {@code
   * --message}, or a service of the user's own.
   */
  static Workload<?, ?> of(Calls calls) {
    OwnService own = calls.own();
    if (own != null) {
      return own.workload();
    }
    PackedMessage message = calls.message();
    if (message != null && isMessage(calls)) {
      refuseBeside(message, calls);
      return message.workload();
    }
    List<String> names = Operations.all().stream().map(Operation::name).toList();
    Operation<?, ?> operation =
        Operations.find(calls.operation())
            .orElseThrow(
                () ->
                    new Misuse(
                        "--operation '%s' is unknown: %s"
                            .formatted(calls.operation(), Nearest.hint(calls.operation(), names))));
    Operation<?, ?> carried = message == null ? operation : message.streamedBy(operation);
    return workload(carried, calls);
  }

  private static boolean isMessage(Calls calls) {
    return calls.operation().equals(Message.OPERATION.name());
  }

  /** A pack says itself what is carried. */
  private static void refuseBeside(PackedMessage message, Calls calls) {
    if (calls.payload() != null || calls.payloadBytes() != null) {
      throw new Misuse(
          "%s %s excludes --payload and --payload-bytes"
              .formatted(message.option(), message.pack()));
    }
  }

  /** What points have of each encoding of the message. */
  static List<String> payloads(Calls calls, List<String> encodings) {
    if (isMessage(calls)) {
      return encodings.stream().map(PackedMessage::payload).toList();
    }
    // Once: a client's stream encodes all of its messages for it.
    String first = of(calls.inFirstEncoding()).payload().toString();
    return encodings.stream().map(each -> PackedMessage.in(each, first)).toList();
  }

  private static <Q, R> Workload<Q, R> workload(Operation<Q, R> operation, Calls calls) {
    String payload = calls.payload();
    Integer bytes = calls.payloadBytes();
    if (payload != null && bytes != null) {
      throw new Misuse("--payload and --payload-bytes exclude each other: give one");
    }
    if (payload != null) {
      return Misuse.named(
          "--payload: ", () -> new Workload<>(operation, operation.request(payload)));
    }
    return Misuse.named(
        bytes == null ? "--operation: " : "--payload-bytes: ",
        () ->
            new Workload<>(
                operation,
                operation.request(
                    bytes == null ? Payload.defaultOf(operation) : of(operation, bytes))));
  }

  /** Whether each call can have a number, by which a server counts those that it ran. */
  public static boolean canBeNumbered(Workload<?, ?> workload) {
    return workload.operation().equals(Greeting.OPERATION)
        && CallNumber.fits((String) workload.request());
  }

  /** What calls do under a fault: those that can be are numbered. */
  static Workload<?, ?> under(@Nullable Disruption fault, Workload<?, ?> workload) {
    if (fault == null || !canBeNumbered(workload)) {
      return workload;
    }
    boolean slow = fault == Disruption.SLOW_HANDLER;
    String name = CallNumber.prepared((String) workload.request(), slow);
    return new Workload<>(Greeting.OPERATION, name);
  }

  /** A payload in the one spelling, as files have it and as {@code --payload} takes it. */
  public static String sizes(Calls calls, String text) {
    Workload<?, ?> workload = of(calls.carrying(text));
    String sizes = workload.payload().toString();
    try {
      if (Payload.parse(workload.operation(), text).toString().equals(sizes)) {
        return sizes;
      }
    } catch (IllegalArgumentException e) {
      // a text that is no size
    }
    throw new Misuse(
        "--payloads: '%s' is a text of %s: operations whose payload is written as sizes expected"
            .formatted(PrintableText.of(text), calls.operation()));
  }

  /** One number says it all where there is but one thing to set. */
  private static Payload of(Operation<?, ?> operation, int number) {
    Payload usual = Payload.defaultOf(operation);
    List<PayloadDimension> dimensions = operation.dimensions();
    if (!dimensions.get(0).unit().equals(BYTES)) {
      throw new IllegalArgumentException(
          "%s is not set in bytes: --payload %s expected, for example"
              .formatted(operation.name(), usual));
    }
    if (dimensions.size() != 1) {
      throw new IllegalArgumentException(
          "%d could be any of %s of %s: --payload %s expected, for example"
              .formatted(
                  number,
                  dimensions.stream().map(PayloadDimension::name).collect(Collectors.joining(", ")),
                  operation.name(),
                  usual));
    }
    return usual.with(dimensions.get(0).name(), number);
  }

  static Dimensions dimensions(Dimensions load, Workload<?, ?> workload) {
    return load.with(Dimension.OPERATION, workload.operation().name())
        .with(Dimension.PAYLOAD, workload.payload().toString())
        .with(Dimension.MESSAGE, workload.pack());
  }

  static void checkOffered(Driver driver, Variant variant, Workload<?, ?> workload) {
    Technology technology = driver.technology();
    String operation = workload.operation().name();
    if (!variant.server().answers(operation)) {
      throw new Misuse(
          "%s has no operation '%s': its server, in Go, answers greet alone"
              .formatted(variant.server().of(technology.name()), operation));
    }
    if (!technology.operations().contains(operation)) {
      throw new Misuse(
          "%s has no operation '%s', only %s; technologies that have it: %s"
              .formatted(
                  technology.name(),
                  operation,
                  String.join(", ", technology.operations()),
                  String.join(", ", thatHave(operation))));
    }
    checkLengths(technology, workload);
  }

  /** A technology carries messages of any length up to its limit. */
  static void checkLengths(Technology technology, Workload<?, ?> workload) {
    Mix<?> mix = workload.mix();
    List<?> requests =
        mix == null
            ? List.of(workload.request())
            : mix.parts().stream().map(Mix.Part::request).toList();
    int mark = mix == null ? 0 : PackMark.BYTES;
    for (Object each : requests) {
      if (each instanceof Message.Request request
          && request.longestBytes() + mark > technology.maxMessageBytes()) {
        throw new Misuse(
            "%s carries messages of at most %,d bytes%s, and %s has one of %,d in %s: %s"
                .formatted(
                    technology.name(),
                    technology.maxMessageBytes() - mark,
                    mix == null ? "" : " in a mix",
                    request.pack(),
                    request.longestBytes(),
                    request.encoding(),
                    thatCarry(request.longestBytes() + mark)));
      }
    }
  }

  private static String thatCarry(int bytes) {
    List<String> names =
        Drivers.names(
            technology ->
                technology.operations().contains(Message.OPERATION.name())
                    && technology.maxMessageBytes() >= bytes);
    return names.isEmpty()
        ? "no technology carries it"
        : "technologies that carry it: " + String.join(", ", names);
  }

  static List<String> thatHave(String operation) {
    return Drivers.names(technology -> technology.operations().contains(operation));
  }
}
