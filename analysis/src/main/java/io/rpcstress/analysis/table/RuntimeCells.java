package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;

/**
 * What JVMs themselves took of a call, as tables of costs show it beside the processor time of
 * either side, us; empty where unknown.
 */
final class RuntimeCells {

  private static final int DECIMALS = 2;

  private RuntimeCells() {}

  static Columns<Cell> client(String unit) {
    return new Columns<Cell>()
        .add("client JIT" + unit, DECIMALS, cell -> cell.perCall(Run::clientCompileUs))
        .add("client GC" + unit, DECIMALS, cell -> cell.perCall(Run::clientGcUs));
  }

  static Columns<Cell> server(String unit) {
    return new Columns<Cell>()
        .add("server JIT" + unit, DECIMALS, cell -> cell.perCall(Run::serverCompileUs))
        .add("server GC" + unit, DECIMALS, cell -> cell.perCall(Run::serverGcUs));
  }
}
