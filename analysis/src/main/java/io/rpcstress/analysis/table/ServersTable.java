package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.ServiceRow;
import java.util.List;
import java.util.stream.Stream;

/** Several servers of one service, among which the client balances its calls: what each had. */
final class ServersTable {

  private static final int DECIMALS = 1;
  private static final double MICROS_PER_MILLI = 1_000;

  private ServersTable() {}

  /** Empty for a sweep with one server a technology. */
  static List<Table> of(SweepData data) {
    List<ServiceShare> shares =
        Stream.of(data.cells(), data.steady(), data.open())
            .flatMap(List::stream)
            .map(cell -> ServiceShare.of(cell, cell.numbers().processes(), data.services()))
            .flatMap(List::stream)
            .filter(share -> share.all().get(0).service().startsWith(ServiceRow.SERVER))
            .toList();
    SharedDimensions names =
        SharedDimensions.of(shares.stream().map(share -> share.cell().point().dimensions()));
    return new Columns<ServiceShare>()
        .add("technology", share -> names.label(share.cell().series()))
        .add("threads", share -> share.cell().point().threadNum())
        .add("processes", share -> share.cell().processes().size())
        .addAll(OpenTables.LEFT_OUT, ServiceShare::cell)
        .add("server", ServiceShare::service)
        .add("calls", 0, share -> share.total(ServiceRow::callsServed))
        .add("its share, %", DECIMALS, share -> share.percent(ServiceRow::callsServed))
        .add("CPU a call, us", DECIMALS, ServersTable::cpuUs)
        .tableOfSome(Tables.words("servers").titled(names::title), shares);
  }

  private static double cpuUs(ServiceShare share) {
    return share.total(ServiceRow::cpuMs) * MICROS_PER_MILLI / share.total(ServiceRow::callsServed);
  }
}
