#!/usr/bin/env bash
# Adds a technology to a copy of this project, as docs/adding-a-technology.md says: a server and a driver module, which
# are tcp's under another name with an IDL of its own and a library that both need, their two lines in the root pom, and
# what the build then asks for. Every gate is on. The client-harness.jar that was built before then measures it. Says at
# its end how many files that took. Takes 3.3 minutes of processor time (8.5 by the clock on two processors that others
# kept busy), so that test.sh leaves it out; run it by hand, after
#   mvn -q -B -ntp -DskipTests package
set -euo pipefail
case "$#:${1-}" in
  0:) ;;
  1:-h | 1:--help)
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /!p;}' "$0"
    exit 0
    ;;
  *)
    echo "add-a-technology: '$1' is no argument of it: it takes none (--help explains)" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."

readonly HARNESS=client-harness/target/client-harness.jar
readonly NAME=toy TYPE=77 PORT=9077
# What only a technology that this project ships changes, too: TechnologiesTableIT asks for each.
readonly CAPABILITIES=analysis/src/main/resources/io/rpcstress/analysis/report/capabilities.json
readonly TABLES=docs/technologies.md RULES=docs/rules.md

fail() {
  echo "add-a-technology: $*" >&2
  exit 1
}

[[ -f $HARNESS ]] || fail "no $HARNESS: build first, mvn -q -B -ntp -DskipTests package"
for each in "$CAPABILITIES" "$TABLES" "$RULES"; do
  [[ -f $each ]] || fail "no $each any more: say here what a shipped technology changes"
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

# module FROM TO: tcp's module under another name, its main sources alone.
module() {
  local from=$1 to=$2 file
  mkdir -p "$to"
  cp "$from/pom.xml" "$to/"
  mkdir -p "$to/src"
  cp -r "$from/src/main" "$to/src/main"
  while read -r file; do
    mv "$file" "${file//tcp/$NAME}"
  done < <(find "$to/src" -depth -type d -name tcp)
  while read -r file; do
    sed -i -e "s/\([.-]\)tcp\b/\1$NAME/g" -e "s/\"tcp/\"$NAME/g" -e "s/Tcp\(Server\|Session\|Driver\)/${NAME^}\1/g" \
      -e "s/9004/$PORT/" -e "s/^\( *\)4,$/\1$TYPE,/" "$file"
    [[ $file != */Tcp*.java ]] || mv "$file" "${file/Tcp/${NAME^}}"
  done < <(find "$to" -type f)
}
module server-tcp "server-$NAME"
module drivers/tcp "drivers/$NAME"

# Its own IDL, one package in contract: a request is a message of Protocol Buffers, in Base64, in a line.
cat >"contract/src/main/proto/$NAME.proto" <<IDL
syntax = "proto3";

// The greet operation of a technology that is added.
package rpcstress.$NAME.v1;

option java_multiple_files = true;
option java_package = "io.rpcstress.contract.$NAME.proto";

message NamedCall {
  string name = 1;
}
IDL
python3 - "$NAME" "server-$NAME/src/main/java/io/rpcstress/server/$NAME/GreetLines.java" \
  "drivers/$NAME/src/main/java/io/rpcstress/driver/$NAME/GreetLines.java" <<'PYTHON'
import sys

NAME, SERVER, DRIVER = sys.argv[1:]
MESSAGE = f"import io.rpcstress.contract.{NAME}.proto.NamedCall;\n"
CODE = "import java.util.Base64;\n"


def change(file, *pairs):
    with open(file) as lines:
        text = lines.read()
    for old, new in pairs:
        if old not in text:
            sys.exit(f"add-a-technology: {file} has no {old!r} any more")
        text = text.replace(old, new, 1)
    with open(file, "w") as lines:
        lines.write(text)


change(
    SERVER,
    ("import io.rpcstress.contract.Greeting;\n", "import com.google.protobuf.InvalidProtocolBufferException;\n"
     "import io.rpcstress.contract.Greeting;\n" + MESSAGE),
    ("import java.nio.ByteBuffer;\n", "import java.nio.ByteBuffer;\nimport java.util.Arrays;\n" + CODE),
    ("    String name = new String(bytes, from, end - 1 - from, UTF_8);\n",
     "    String name;\n    try {\n      byte[] message = Base64.getDecoder().decode(Arrays.copyOfRange(bytes, from, end - 1));\n"
     "      name = NamedCall.parseFrom(message).getName();\n    } catch (InvalidProtocolBufferException e) {\n"
     "      throw new IllegalArgumentException(e);\n    }\n"),
)
change(
    DRIVER,
    ("import java.util.Arrays;\n", MESSAGE + "import java.util.Arrays;\n" + CODE),
    ("    byte[] text = name.getBytes(UTF_8);\n",
     "    byte[] text =\n        Base64.getEncoder().encode(NamedCall.newBuilder().setName(name).build().toByteArray());\n"),
)
PYTHON
library='    <dependency>\n      <groupId>com.google.protobuf</groupId>\n      <artifactId>protobuf-java</artifactId>\n    </dependency>'
own="    <contract.packages>$NAME</contract.packages>"
for pom in "server-$NAME/pom.xml" "drivers/$NAME/pom.xml"; do
  sed -i -e "/^  <properties>/a\\$own" -e "/^  <\/dependencies>/i\\$library" "$pom"
  if ! grep -q contract.packages "$pom" || ! grep -q protobuf-java "$pom"; then
    fail "tcp's has no <properties> or <dependencies> any more: $pom"
  fi
done

# The driver's jar is one of its own, as the page shows it, with what of the contract is its alone.
awk '/^<build>$/ { on = 1 } on { print "  " $0 } /^<\/build>$/ { exit }' docs/adding-a-technology.md >"$work/build.part"
grep -q maven-shade-plugin "$work/build.part" || fail "docs/adding-a-technology.md shows no <build> any more"
sed -i '/<exclude>io.rpcstress:contract<\/exclude>/d' "$work/build.part"
sed -i '/^  <properties>/a\    <contract.itself>none</contract.itself>' "drivers/$NAME/pom.xml"
sed -i -e "/^  <\/dependencies>/r $work/build.part" "drivers/$NAME/pom.xml"

# The two lines, and nothing else yet.
sed -i -e "s|^    <module>driver-api</module>|    <module>server-$NAME</module>\n&|" \
  -e "s|^    <module>engine</module>|    <module>drivers/$NAME</module>\n&|" pom.xml

echo "== builds with every gate on"
"${mvn[@]}" -DskipTests -pl "server-$NAME,drivers/$NAME" -am package

judged() {
  "${mvn[@]}" -pl architecture -am -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false \
    -Dtest='ModulesTest,PackagesTest,DependenciesTest' test
}
echo "== the build asks for what is missing"
if judged >"$work/judged.txt" 2>&1; then
  fail "architecture passes though it does not judge drivers/$NAME"
fi
grep -q "classes of drivers/$NAME that no rule sees: add the module to architecture/pom.xml" "$work/judged.txt" ||
  fail "architecture does not say what is missing: $(tail -n 30 "$work/judged.txt")"

for artifact in "server-$NAME" "driver-$NAME"; do
  awk -v artifact="$artifact" '
    /^  <\/dependencies>/ {
      print "    <dependency>\n      <groupId>io.rpcstress</groupId>\n      <artifactId>" artifact "</artifactId>"
      print "      <version>${project.version}</version>\n      <scope>test</scope>"
      print "      <exclusions>\n        <exclusion>\n          <groupId>*</groupId>\n          <artifactId>*</artifactId>"
      print "        </exclusion>\n      </exclusions>\n    </dependency>"
    }
    { print }' architecture/pom.xml >"$work/pom.part"
  mv "$work/pom.part" architecture/pom.xml
done
echo "== every rule holds"
judged

echo "== the harness that was built before measures it"
mkdir "$work/client"
cp "$HARNESS" "drivers/$NAME/target/driver-$NAME.jar" "$work/client/"
java -jar "server-$NAME/target/server-$NAME.jar" --port 0 --usage-port 0 >"$work/server.txt" 2>&1 &
server=$!
for ((i = 0; i < 100; i++)); do
  ! grep -q '^READY ' "$work/server.txt" || break
  kill -0 "$server" 2>/dev/null || fail "the server ended: $(cat "$work/server.txt")"
  sleep 0.1
done
grep '^READY ' "$work/server.txt" || fail "the server did not get ready in 10 s: $(cat "$work/server.txt")"
port=$(sed -n 's/^READY .*://p' "$work/server.txt")
usage=$(sed -n 's|.*http://[^ ]*:\([0-9]*\)/usage.*|\1|p' "$work/server.txt")
java -jar "$work/client/client-harness.jar" run --protocol "$NAME,null" --port "$NAME=$port" \
  --usage-port "$NAME=$usage" --threads 3 --requests 30 --runs 2 --out "$work/out"
rows=$(wc -l <"$work/out/raw/$NAME/t3-r30.csv")
[[ $rows -eq 3 ]] || fail "3 lines expected in out/raw/$NAME/t3-r30.csv, not $rows"

added=() changed=()
while read -r file; do
  if [[ -e $original/$file ]]; then
    changed+=("$file")
  else
    added+=("$file")
  fi
done < <(find . -type d -name target -prune -o -type f -newer "$work/copied" -printf '%P\n' | sort)
count() { printf '%s\n' "${added[@]}" | grep -c "^$1/"; }
echo "add-a-technology: $NAME is measured. It added ${#added[@]} files ($(count "server-$NAME") in server-$NAME," \
  "$(count "drivers/$NAME") in drivers/$NAME, $(count contract) in contract) and changed ${#changed[@]}: ${changed[*]}"
echo "add-a-technology: a shipped one also changes $CAPABILITIES (a row), $TABLES (made by TechnologiesTableIT)" \
  "and $RULES (a row, and one for each variant beyond example and tuned)"
