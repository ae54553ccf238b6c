#!/usr/bin/env bash
# Adds a technology to a copy of this project, as docs/adding-a-technology.md says: a server and a driver module, which
# are tcp's under another name, their two lines in the root pom, and what the build then asks for. Every gate is on. The
# client-harness.jar that was built before then measures it. Takes a minute or two; run it by hand, after
#   mvn -q -B -ntp -DskipTests package
set -euo pipefail
cd "$(dirname "$0")/.."

readonly HARNESS=client-harness/target/client-harness.jar
readonly NAME=toy TYPE=77 PORT=9077

fail() {
  echo "add-a-technology: $*" >&2
  exit 1
}

[[ -f $HARNESS ]] || fail "no $HARNESS: build first, mvn -q -B -ntp -DskipTests package"

copy=$(mktemp -d)
server=""
clean() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$copy"
}
trap clean EXIT

# With what was built, so that little is compiled again; without what was measured.
tar -cf - --exclude=./.git --exclude=./results . | tar -xf - -C "$copy"
cd "$copy"
mvn=(mvn -o -q -B -ntp -T 2)

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
    sed -i -e "s/\([.-]\)tcp\b/\1$NAME/g" -e "s/\"tcp/\"$NAME/g" -e "s/Tcp/Toy/g" \
      -e "s/9004/$PORT/" -e "s/^        4,$/        $TYPE,/" "$file"
    [[ $file != */Tcp*.java ]] || mv "$file" "${file/Tcp/Toy}"
  done < <(find "$to" -type f)
}
module server-tcp "server-$NAME"
module drivers/tcp "drivers/$NAME"

# The driver's jar is one of its own, as the page shows it.
awk '/^<build>$/ { on = 1 } on { print "  " $0 } /^<\/build>$/ { exit }' docs/adding-a-technology.md >build.part
grep -q maven-shade-plugin build.part || fail "docs/adding-a-technology.md shows no <build> any more"
sed -i -e '/<\/dependencies>/r build.part' "drivers/$NAME/pom.xml"

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
if judged >judged.txt 2>&1; then
  fail "architecture passes though it does not judge drivers/$NAME"
fi
grep -q "classes of drivers/$NAME that no rule sees: add the module to architecture/pom.xml" judged.txt ||
  fail "architecture does not say what is missing: $(tail -n 30 judged.txt)"

for artifact in "server-$NAME" "driver-$NAME"; do
  awk -v artifact="$artifact" '
    /^  <\/dependencies>/ {
      print "    <dependency>\n      <groupId>io.rpcstress</groupId>\n      <artifactId>" artifact "</artifactId>"
      print "      <version>${project.version}</version>\n      <scope>test</scope>"
      print "      <exclusions>\n        <exclusion>\n          <groupId>*</groupId>\n          <artifactId>*</artifactId>"
      print "        </exclusion>\n      </exclusions>\n    </dependency>"
    }
    { print }' architecture/pom.xml >pom.part
  mv pom.part architecture/pom.xml
done
echo "== every rule holds"
judged

echo "== the harness that was built before measures it"
mkdir client
cp "$HARNESS" "drivers/$NAME/target/driver-$NAME.jar" client/
java -jar "server-$NAME/target/server-$NAME.jar" --port 0 --usage-port 0 >server.txt 2>&1 &
server=$!
for ((i = 0; i < 100; i++)); do
  ! grep -q '^READY ' server.txt || break
  kill -0 "$server" 2>/dev/null || fail "the server ended: $(cat server.txt)"
  sleep 0.1
done
grep '^READY ' server.txt || fail "the server did not get ready in 10 s: $(cat server.txt)"
port=$(sed -n 's/^READY .*://p' server.txt)
usage=$(sed -n 's|.*http://[^ ]*:\([0-9]*\)/usage.*|\1|p' server.txt)
java -jar client/client-harness.jar run --protocol "$NAME,null" --port "$NAME=$port" --usage-port "$NAME=$usage" \
  --threads 3 --requests 30 --runs 2 --out out
rows=$(wc -l <"out/raw/$NAME/t3-r30.csv")
[[ $rows -eq 3 ]] || fail "3 lines expected in out/raw/$NAME/t3-r30.csv, not $rows"
echo "add-a-technology: $NAME is measured"
