package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.sample.SteadyCells;
import org.junit.jupiter.api.Test;

/** What a call costs beside its time. */
class CallCostTableTest {

  private static final SteadyCell RPCX = SteadyCells.cell(SteadyCells.point("rpcx", 10), 100, 101);
  private static final SteadyCell AMQP = SteadyCells.cell(SteadyCells.point("amqp", 10), 100, 101);

  /** A broker works for its technology as a server does. */
  @Test
  void whatABrokerOrProxyTakesIsPartOfTheCost() {
    SteadyCell brokered =
        SteadyCells.costing(
            AMQP,
            p -> {
              double ms = p.callsOk() / 1_000.0;
              return new SteadyCost(ms, 0.0, null, 2 * ms, null, null, null, 3 * ms, null);
            });

    Table table = CallCostTable.of(SteadyCells.data(RPCX, brokered), false).orElseThrow();

    assertThat(table.header().subList(1, 4))
        .containsExactly("client CPU, us", "server CPU, us", "proxy or broker CPU, us");
    assertThat(table.rows().get(0).subList(0, 4)).containsExactly("rpcx", "100.0", "50.0", "");
    assertThat(table.rows().get(1).subList(0, 4)).containsExactly("amqp", "1.0", "2.0", "3.0");
    assertThat(table.notes().get(0)).contains("and of what is between them");
  }

  @Test
  void withoutOneThereIsNoColumnOfIt() {
    assertThat(CallCostTable.of(SteadyCells.data(RPCX), false).orElseThrow().header())
        .startsWith("technology", "client CPU, us", "server CPU, us", "bytes");
  }
}
