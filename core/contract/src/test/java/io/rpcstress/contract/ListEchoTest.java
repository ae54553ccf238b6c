package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListEchoTest {
  private static final Operation<List<Item>, List<Item>> ECHO = ListEcho.OPERATION;

  private static List<Item> items(int elements) {
    return ECHO.request("elements=" + elements);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 100, 10_000})
  void requestsTheGivenNumberOfElements(int elements) {
    assertThat(items(elements)).hasSize(elements).doesNotHaveDuplicates();
    assertThat(ECHO.bytes(items(elements))).isEqualTo(23L * elements);
  }

  @Test
  void everyFieldOfEveryElementIsCompared() {
    List<Item> request = items(3);
    Item last = request.get(2);
    for (Item wrong :
        Arrays.asList(
            new Item(last.id() + 1, last.name(), last.quantity(), last.active()),
            new Item(last.id(), last.name() + "x", last.quantity(), last.active()),
            new Item(last.id(), last.name(), last.quantity() + 1, last.active()),
            new Item(last.id(), last.name(), last.quantity(), !last.active()),
            null)) {
      List<Item> reply = new ArrayList<>(request);
      reply.set(2, wrong);
      assertThat(ECHO.isAnswer(request, reply)).as("%s", wrong).isFalse();
      assertThat(ECHO.describeWrong(request, reply))
          .startsWith("element 3 of 3: requested 3 'item-00003'");
    }
    assertThat(ECHO.isAnswer(request, request.subList(0, 2))).isFalse();
    List<Item> swapped = new ArrayList<>(request);
    Collections.swap(swapped, 0, 1);
    assertThat(ECHO.isAnswer(request, swapped)).isFalse();
  }

  @Test
  void aLongNameWithControlCharactersIsStillOneShortLine() {
    List<Item> reply = List.of(new Item(1, "a\n".repeat(10_000), 1, false));
    assertThat(ECHO.describeWrong(items(1), reply)).hasSizeLessThan(400).doesNotContain("\n");
  }

  @Test
  void judgingAReplyAllocatesNothing() {
    List<Item> request = items(100);
    List<Item> reply = new ArrayList<>(request.size());
    request.forEach(i -> reply.add(new Item(i.id(), i.name(), i.quantity(), i.active())));
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    int calls = 10_000;
    judge(request, reply, calls);
    long before = threads.getCurrentThreadAllocatedBytes();
    boolean right = judge(request, reply, calls);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(right).isTrue();
    assertThat(allocated).as("bytes of %d judgements", calls).isLessThan(calls);
  }

  private static boolean judge(List<Item> request, List<Item> reply, int calls) {
    boolean right = true;
    for (int i = 0; i < calls; i++) {
      right &= ECHO.isAnswer(request, reply);
    }
    return right;
  }
}
