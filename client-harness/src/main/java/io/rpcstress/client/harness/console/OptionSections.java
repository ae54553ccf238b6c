package io.rpcstress.client.harness.console;

import io.rpcstress.measure.help.ShortHelp.Section;
import java.util.List;

/** Under which heading {@code --help-all} lists each option, of all commands that have one. */
public final class OptionSections {

  public static final List<Section> ALL =
      List.of(
          Section.of(
              "What is called",
              "--protocol --variant --operation --payload --payload-bytes --payloads"
                  + " --message --encoding --mix --experiment --quick"),
          Section.of(
              "A service of your own",
              "--url --method --header --sample --expect-status --expect --ca --target --call"
                  + " --proto --proto-path --protoset"),
          Section.of(
              "Where",
              "--host --port --usage-port --replica --path --path-port --path-usage-port"
                  + " --client-hosts --ssh-config"),
          Section.of(
              "Load",
              "--threads --requests --runs --request-mode --in-flight --clients --connections"
                  + " --virtual-threads --duration --warmup --windows --warmup-threads"
                  + " --until-steady --warmup-cap --deadline --late-after --tolerate"),
          Section.of("An offered rate", "--rate --shape --start --arrivals --speed --full-speed"),
          Section.of(
              "The highest rate within a limit",
              "--search --slo --max-rate --precision"
                  + " --once --confirm --beyond --server-control"),
          Section.of("Conditions", "--line --tls --compression --jdk --gc --jvm-options --fault"),
          Section.of(
              "Repetition and order",
              "--repeat --repetition --until-width --repeat-budget --seed --order"
                  + " --technology-order --fresh-servers --server-warmup --retry-flagged"
                  + " --no-calibrate --rounds --budget --second"),
          Section.of(
              "Output and this program",
              "--out --json --verbose --metrics-port --timeout --no-fork"));

  private OptionSections() {}
}
