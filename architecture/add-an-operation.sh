#!/usr/bin/env bash
# Adds an operation to a copy of this project, as docs/adding-a-technology.md says: sum, 1 to 100 numbers answered by
# their sum, to tcp and to rpcx. Every gate is on. Then OperationsTest and OperationsIT take it as any other, the controls
# find its false reply, and a sweep of two payloads reaches its report. Says at its end how many files that took. Takes
# 8.5 minutes of processor time, so that test.sh leaves it out; run it by hand, after
#   mvn -q -B -ntp -DskipTests package
set -euo pipefail
case "$#:${1-}" in
  0:) ;;
  1:-h | 1:--help)
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /!p;}' "$0"
    exit 0
    ;;
  *)
    echo "add-an-operation: '$1' is no argument of it: it takes none (--help explains)" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."

readonly NAME=sum MARK=0x11 RPCX_SERVICE=s5
# What only an operation that this project ships changes, too.
readonly TABLES=docs/technologies.md GLOSSARY=docs/glossary.md
readonly HELP=client-harness/src/test/java/io/rpcstress/client/harness/command/CommandLinesTest.java

fail() {
  echo "add-an-operation: $*" >&2
  exit 1
}

[[ -f client-harness/target/client-harness.jar ]] || fail "nothing is built yet: mvn -q -B -ntp -DskipTests package"
for each in "$TABLES" "$GLOSSARY" "$HELP"; do
  [[ -f $each ]] || fail "no $each any more: say here what a shipped operation changes"
done

original=$PWD
work=$(mktemp -d)
server=""
clean() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap clean EXIT

# With what was built, so that little is compiled again; without what was measured.
mkdir "$work/copy"
tar -cf - --exclude=./.git --exclude=./results . | tar -xf - -C "$work/copy"
touch "$work/copied"
cd "$work/copy"
# A jar that changed, as the contract's, would have every module compiled again that uses it.
mvn=(mvn -q -B -ntp -T 2 -Dmaven.compiler.useIncrementalCompilation=false)

readonly CONTRACT=contract/src/main/java/io/rpcstress/contract
readonly TCP_DRIVER=drivers/tcp/src/main/java/io/rpcstress/driver/tcp
readonly TCP_SERVER=server-tcp/src/main/java/io/rpcstress/server/tcp
readonly RPCX_DRIVER=drivers/rpcx/src/main/java/io/rpcstress/driver/rpcx
readonly RPCX_SERVER=server-rpcx/src/main/java/io/rpcstress/server/rpcx

cat >"$CONTRACT/Sum.java" <<JAVA
package io.rpcstress.contract;

import java.util.List;
import java.util.stream.IntStream;

/** The sum operation: 1 to {@value #MAX_NUMBERS} numbers are answered by their sum. */
public final class Sum {
  /** Numbers at most. Every server refuses more. */
  public static final int MAX_NUMBERS = 100;

  /** What a request over tcp begins with: the control character "device control one". */
  public static final byte MARK = $MARK;

  /** RPCX: the published name of the service. */
  public static final String RPCX_SERVICE = "$RPCX_SERVICE";

  /** The sum operation as one of {@link Operations#all()}. */
  public static final Operation<List<Integer>, Long> OPERATION = new Adding();

  private static final String NUMBERS = "numbers";
  private static final int DEFAULT_NUMBERS = 10;

  private Sum() {}

  /**
   * What every server answers.
   *
   * @throws IllegalArgumentException if there are none, or more than allowed
   */
  public static long of(List<Integer> numbers) {
    if (numbers.isEmpty() || numbers.size() > MAX_NUMBERS) {
      throw new IllegalArgumentException(
          numbers.size() + " numbers: 1 to " + MAX_NUMBERS + " expected");
    }
    long sum = 0;
    for (int i = 0; i < numbers.size(); i++) { // no iterator: every reply passes here
      sum += numbers.get(i);
    }
    return sum;
  }

  private static final class Adding implements Operation<List<Integer>, Long> {
    private static final List<PayloadDimension> DIMENSIONS =
        List.of(new PayloadDimension(NUMBERS, NUMBERS, 1, MAX_NUMBERS, DEFAULT_NUMBERS));

    @Override
    public String name() {
      return "$NAME";
    }

    @Override
    public String summary() {
      return "1 to " + MAX_NUMBERS + " numbers, answered by their sum";
    }

    @Override
    public List<PayloadDimension> dimensions() {
      return DIMENSIONS;
    }

    @Override
    public List<Integer> request(Payload payload) {
      return IntStream.rangeClosed(1, payload.get(NUMBERS)).boxed().toList();
    }

    @Override
    public Payload payload(List<Integer> request) {
      return Payload.defaultOf(this).with(NUMBERS, request.size());
    }

    @Override
    public long bytes(List<Integer> request) {
      return (long) request.size() * Integer.BYTES;
    }

    @Override
    public Long answer(List<Integer> asked) {
      return of(asked);
    }

    @Override
    public boolean isAnswer(List<Integer> asked, Long reply) {
      return reply == of(asked);
    }

    @Override
    public String describeWrong(List<Integer> asked, Long reply) {
      return "asked for the sum of %d numbers, %d; answered %d"
          .formatted(asked.size(), of(asked), reply);
    }

    @Override
    public Long falsified(Long right) {
      return right + 1;
    }
  }
}
JAVA

# tcp: the mark, how many, the numbers; answered by a line.
cat >"$TCP_DRIVER/SumFrames.java" <<'JAVA'
package io.rpcstress.driver.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Sum;
import java.nio.ByteBuffer;
import java.util.List;

/** sum: the mark, one byte that says how many, and the numbers; answered by a line. */
final class SumFrames implements LineFormat<List<Integer>, Long> {

  @Override
  public byte[] request(List<Integer> numbers) {
    ByteBuffer frame = ByteBuffer.allocate(2 + numbers.size() * Integer.BYTES);
    frame.put(Sum.MARK).put((byte) numbers.size());
    numbers.forEach(frame::putInt);
    return frame.array();
  }

  @Override
  public Long read(byte[] bytes, int from, int to) {
    return Long.parseLong(new String(bytes, from, to - from, US_ASCII));
  }
}
JAVA
cat >"$TCP_SERVER/SumFrames.java" <<'JAVA'
package io.rpcstress.server.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Sum;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The sum operation: the mark, one byte that says how many, and the numbers. */
final class SumFrames implements Requests {
  private static final int HEADER_BYTES = 2;

  @Override
  public boolean begin(byte first) {
    return first == Sum.MARK;
  }

  @Override
  public int end(byte[] bytes, int from, int to) {
    if (to - from < HEADER_BYTES) {
      return INCOMPLETE;
    }
    int numbers = bytes[from + 1];
    if (numbers < 1 || numbers > Sum.MAX_NUMBERS) {
      return REFUSED;
    }
    int end = from + HEADER_BYTES + numbers * Integer.BYTES;
    return end <= to ? end : INCOMPLETE;
  }

  @Override
  public void answer(byte[] bytes, int from, int end, ByteBuffer replies) {
    ByteBuffer asked = ByteBuffer.wrap(bytes, from + HEADER_BYTES, end - from - HEADER_BYTES);
    List<Integer> numbers = new ArrayList<>();
    while (asked.hasRemaining()) {
      numbers.add(asked.getInt());
    }
    replies.put((Sum.of(numbers) + "\n").getBytes(US_ASCII));
  }
}
JAVA

cat >"$RPCX_DRIVER/SumProxies.java" <<'JAVA'
package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Sum;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** sum. */
final class SumProxies implements Proxies<List<Integer>, Long> {

  /** The sum service as RPCX publishes it. */
  @RPCXClient(remoteServerName = Sum.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method("m1")
    long sum(List<Integer> numbers);
  }

  /** The same service for callers that do not wait. */
  @RPCXClient(remoteServerName = Sum.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method("m1")
    CompletableFuture<Long> sum(List<Integer> numbers);
  }

  @Override
  public Function<List<Integer>, Long> waiting(RPCX rpcx) {
    return rpcx.client(Remote.class)::sum;
  }

  @Override
  public Function<List<Integer>, CompletableFuture<Long>> starting(RPCX rpcx) {
    return rpcx.client(Started.class)::sum;
  }
}
JAVA
cat >"$RPCX_SERVER/SumService.java" <<'JAVA'
package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Sum;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sum service, under its published names. */
@RPCXServer(Sum.RPCX_SERVICE)
public final class SumService {
  private final CallCounter calls;

  SumService(CallCounter calls) {
    this.calls = calls;
  }

  /**
   * Adds numbers.
   *
   * @return their sum
   * @throws RPCXException with INVALID_ARGUMENT if there are none, or more than the contract allows
   */
  @Method("m1")
  public long sum(@Nullable List<Integer> numbers) {
    long sum;
    try {
      sum = Sum.of(Given.present(numbers, "numbers"));
    } catch (IllegalArgumentException refused) {
      calls.failed();
      throw RPCXException.withoutTrace(
          StatusCode.INVALID_ARGUMENT, String.valueOf(refused.getMessage()));
    }
    calls.served();
    return sum;
  }
}
JAVA

# The lines in what is there.
python3 - "$CONTRACT/Operations.java" "$TCP_DRIVER/TcpDriver.java" "$TCP_DRIVER/TcpSession.java" \
  "$TCP_SERVER/TcpServer.java" "$RPCX_DRIVER/RpcxDriver.java" "$RPCX_SERVER/RpcxServer.java" <<'PYTHON'
import sys

OPERATIONS, TCP_DRIVER, TCP_SESSION, TCP_SERVER, RPCX_DRIVER, RPCX_SERVER = sys.argv[1:]


def change(file, *pairs):
    with open(file) as lines:
        text = lines.read()
    for old, new in pairs:
        if old not in text:
            sys.exit(f"add-an-operation: {file} has no {old!r} any more")
        text = text.replace(old, new, 1)
    with open(file, "w") as lines:
        lines.write(text)


PUT = "import io.rpcstress.contract.Put;\n"
SUM = ("import io.rpcstress.contract.Put;\n", PUT + "import io.rpcstress.contract.Sum;\n")
change(OPERATIONS, (
    "      List.of(Greeting.OPERATION, Put.OPERATION, ListEcho.OPERATION, PlaceOrder.OPERATION);",
    "      List.of(\n          Greeting.OPERATION,\n          Put.OPERATION,\n          ListEcho.OPERATION,\n"
    "          PlaceOrder.OPERATION,\n          Sum.OPERATION);"))
change(TCP_DRIVER, SUM, ("List.of(Greeting.OPERATION.name(), Put.OPERATION.name())",
                         "List.of(Greeting.OPERATION.name(), Put.OPERATION.name(), Sum.OPERATION.name())"))
change(TCP_SESSION, SUM, (
    "caller(new PutFrames()));\n", "caller(new PutFrames()));\n"
    "    callers.on(Sum.OPERATION, thread -> exchanges.thread(thread).caller(new SumFrames()));\n"))
change(TCP_SERVER, ("List.of(new PutFrames(), new GreetLines())",
                    "List.of(new PutFrames(), new SumFrames(), new GreetLines())"))
change(RPCX_DRIVER, SUM,
       ("            PlaceOrder.OPERATION.name()));",
        "            PlaceOrder.OPERATION.name(),\n            Sum.OPERATION.name()));"),
       ("new PlaceOrderProxies(), options.deadline()));",
        "new PlaceOrderProxies(), options.deadline()))\n            .on(\n                Sum.OPERATION,\n"
        "                thread -> new ProxyCaller<>(rpcx, new SumProxies(), options.deadline()));"))
change(RPCX_SERVER, ("            .publish(services)\n",
                     "            .publish(services)\n            .publish(new SumService(calls))\n"))
PYTHON

added=() changed=()
while read -r file; do
  if [[ -e $original/$file ]]; then
    changed+=("$file")
  else
    added+=("$file")
  fi
done < <(find . -type d -name target -prune -o -type f -newer "$work/copied" -printf '%P\n' | sort)

echo "== builds with every gate on"
"${mvn[@]}" -DskipTests -pl server-tcp,server-rpcx,client-harness -am package

echo "== OperationsTest and OperationsIT take it as any other"
"${mvn[@]}" -Dtest=OperationsTest -Dit.test=OperationsIT -Dsurefire.failIfNoSpecifiedTests=false \
  -Dfailsafe.failIfNoSpecifiedTests=false -pl client-harness -am verify
# Each pair of technology and operation that the harness offers is a test; two of them are the new operation's.
mkdir "$work/client"
cp client-harness/target/client-harness.jar "$work/client/"
offered=$(java -jar "$work/client/client-harness.jar" list --json | python3 -c '
import json, sys
pairs = [pair for line in sys.stdin for pair in json.loads(line).get("operations", [])]
print(pairs.count(sys.argv[1]), len(pairs))' "$NAME")
tested=$(cat client-harness/target/failsafe-reports/TEST-*OperationsIT.xml |
  grep -c 'testcase name="everyPayloadIsAnsweredAndCounted' || true)
[[ $offered == "2 $tested" ]] || fail "$tested pairs were tested: of those offered, $offered, the first is the number of $NAME's"

echo "== the controls find its false reply"
java -jar server-tcp/target/server-tcp.jar --port 0 --usage-port 0 >"$work/server.txt" 2>&1 &
server=$!
for ((i = 0; i < 100; i++)); do
  ! grep -q '^READY ' "$work/server.txt" || break
  kill -0 "$server" 2>/dev/null || fail "the server ended: $(cat "$work/server.txt")"
  sleep 0.1
done
grep '^READY ' "$work/server.txt" || fail "the server did not get ready in 10 s: $(cat "$work/server.txt")"
port=$(sed -n 's/^READY .*://p' "$work/server.txt")
usage=$(sed -n 's|.*http://[^ ]*:\([0-9]*\)/usage.*|\1|p' "$work/server.txt")
# As short as can be: comparisons may be too wide, which exits with 1; what is looked at here is the false reply.
java -jar client-harness/target/client-harness.jar controls --operation "$NAME" --protocol tcp --port "tcp=$port" \
  --usage-port "tcp=$usage" --threads 2 --repeat 2 --budget 1s --warmup 200ms --duration 200ms --json \
  >"$work/controls.txt" || true
grep '"control":"no-number-for-wrong-replies"' "$work/controls.txt" | grep '"ok":true' ||
  fail "the false reply was not found: $(cat "$work/controls.txt")"

echo "== a sweep of two payloads reaches its report"
./sweep.sh --local --protocols tcp,rpcx --operation "$NAME" --payloads 'numbers=1;numbers=100' --threads 3 --warmup 1s \
  --duration 1s --repeat 1 --server-warmup 0s --retry-flagged 0 --no-calibrate --out "$work/out"
for each in tcp rpcx; do
  for numbers in 1 100; do
    # A CSV each, and none that failed; its name goes on with the warm-up.
    compgen -G "$work/out/raw/$each/t3-timed1s-op-$NAME-numbers$numbers-*.csv" >/dev/null ||
      fail "no point of $each and $numbers numbers: $(ls "$work/out/raw/$each")"
  done
done
grep -q 'numbers=100' "$work/out/report.html" || fail "the report does not have the payload numbers=100"

printf 'added   %s\n' "${added[@]}"
printf 'changed %s\n' "${changed[@]}"
echo "add-an-operation: $NAME is measured. It added ${#added[@]} files and changed ${#changed[@]}, by two technologies;" \
  "a shipped one also changes $TABLES (made by TechnologiesTableIT), $GLOSSARY and $HELP (the names in run --help)"
