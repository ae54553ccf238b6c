package io.rpcstress.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The list-echo operation: a list of simple objects, returned as it came, as in Infobip's
 * <i>Benchmarking RPC Protocols</i> (2016). What its objects had is not published: {@link Item} is
 * ours.
 */
public final class ListEcho {

  /** The longest list. Every server refuses longer ones. */
  public static final int MAX_ELEMENTS = 10_000;

  /** The longest name of an item, bytes of UTF-8. Every server refuses longer ones. */
  public static final int MAX_NAME_BYTES = 64;

  public static final Operation<List<Item>, List<Item>> OPERATION = new Echoing();

  /** RPCX: the published name of the service, as little telling as {@link Greeting}'s. */
  public static final String RPCX_SERVICE = "s3";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/list-echo";

  /** An item's fields as JSON, and a name of which each byte is a Unicode escape. */
  private static final int MAX_JSON_ITEM_BYTES = 6 * MAX_NAME_BYTES + 128;

  /** HTTP: the longest body of JSON that either side takes, bytes. */
  public static final int MAX_JSON_BYTES = MAX_ELEMENTS * MAX_JSON_ITEM_BYTES + 1024;

  private static final String ELEMENTS = "elements";
  private static final int DEFAULT_ELEMENTS = 10;

  private ListEcho() {}

  /** The answer to a list: itself. Every server's service is this one rule. */
  public static List<Item> echo(List<Item> items) {
    checkElements(items.size());
    for (Item item : items) {
      if (item == null) { // some decoders make one of nothing
        throw new IllegalArgumentException("an element that is no item");
      }
      checkName(item.name());
    }
    return items;
  }

  /** What every server checks of a list, before it keeps anything where it can. */
  public static void checkElements(int elements) {
    if (elements > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "a list of " + elements + " elements: at most " + MAX_ELEMENTS);
    }
  }

  /** What every server checks of an item's name. */
  public static void checkName(String name) {
    // No name has more characters than bytes; the exact bound is the client's to keep.
    if (name.length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "an item's name of " + name.length() + " characters: at most " + MAX_NAME_BYTES);
    }
  }

  private static final class Echoing extends NamedOperation<List<Item>, List<Item>> {
    /** The id, the quantity and the flag. */
    private static final int FIXED_BYTES = Long.BYTES + Integer.BYTES + 1;

    /** Quantities repeat after so many items. */
    private static final int QUANTITIES = 100;

    Echoing() {
      super(
          "list-echo",
          "a list of simple objects, answered by the same list",
          new PayloadDimension(ELEMENTS, "elements", 0, MAX_ELEMENTS, DEFAULT_ELEMENTS));
    }

    /** Items of one size each, always the same ones. */
    @Override
    public List<Item> request(Payload payload) {
      int elements = payload.get(ELEMENTS);
      List<Item> items = new ArrayList<>(elements);
      for (int i = 1; i <= elements; i++) {
        items.add(new Item(i, "item-%05d".formatted(i), i % QUANTITIES, i % 2 == 0));
      }
      return Collections.unmodifiableList(items);
    }

    @Override
    public Payload payload(List<Item> request) {
      return Payload.defaultOf(this).with(ELEMENTS, request.size());
    }

    /** Names are of ASCII, as {@link #request(Payload)} makes them. */
    @Override
    public long bytes(List<Item> request) {
      long bytes = 0;
      for (Item item : request) {
        bytes += FIXED_BYTES + item.name().length();
      }
      return bytes;
    }

    @Override
    public List<Item> answer(List<Item> request) {
      return echo(request);
    }

    /** By index and field by field: an iterator would be an object a call. */
    @Override
    public boolean isAnswer(List<Item> request, List<Item> reply) {
      int elements = request.size();
      if (reply.size() != elements || !(reply instanceof RandomAccess)) {
        return false;
      }
      for (int i = 0; i < elements; i++) {
        if (!isSame(request.get(i), reply.get(i))) {
          return false;
        }
      }
      return true;
    }

    private static boolean isSame(Item sent, @Nullable Item received) {
      return received != null
          && sent.id() == received.id()
          && sent.quantity() == received.quantity()
          && sent.active() == received.active()
          && sent.name().equals(received.name());
    }

    @Override
    public String describeWrong(List<Item> request, List<Item> reply) {
      if (request.size() != reply.size()) {
        return "requested %d elements, received %d".formatted(request.size(), reply.size());
      }
      for (int i = 0; i < request.size(); i++) {
        if (!isSame(request.get(i), reply.get(i))) {
          return "element %d of %d: requested %s, received %s"
              .formatted(i + 1, request.size(), shown(request.get(i)), shown(reply.get(i)));
        }
      }
      return "answered by a list whose elements have no index";
    }

    private static String shown(@Nullable Item item) {
      if (item == null) {
        return "nothing";
      }
      return "%d '%s' %d %s"
          .formatted(
              item.id(),
              PrintableText.of(item.name(), MAX_NAME_BYTES),
              item.quantity(),
              item.active());
    }

    /** Wrong in its last element's flag alone; a list without one has one too many. */
    @Override
    public List<Item> falsified(List<Item> right) {
      List<Item> wrong = new ArrayList<>(right);
      if (wrong.isEmpty()) {
        wrong.add(new Item(0, "", 0, false));
        return wrong;
      }
      int last = wrong.size() - 1;
      Item item = wrong.get(last);
      wrong.set(last, new Item(item.id(), item.name(), item.quantity(), !item.active()));
      return wrong;
    }
  }
}
