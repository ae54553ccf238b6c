#!/usr/bin/env bats
# bats file_tags=long
# The archive that a user downloads: the same bytes from every build, all in it accounted for, and a sweep with nothing but
# a Java. It is built twice from the commit, not from what has changed since.

load helper

setup_file() {
  local clone
  ARCHIVES=$BATS_FILE_TMPDIR
  command -v mvn >/dev/null || skip "mvn is not installed"
  git -C "$DEPLOY" rev-parse HEAD >/dev/null || skip "no working copy"
  for clone in one another/folder; do
    git clone -q "$DEPLOY/.." "$ARCHIVES/$clone"
    (cd "$ARCHIVES/$clone" && mvn -q -B -ntp -DskipTests -Pdist package) >&2
    umask 077 # of the second; no mode of a file may come of it
  done
  TAR=$(echo "$ARCHIVES"/one/target/rpc-stress-*.tar.gz)
  mkdir "$ARCHIVES/unpacked"
  tar -xzf "$TAR" -C "$ARCHIVES/unpacked"
  UNPACKED=$(echo "$ARCHIVES"/unpacked/rpc-stress-*)
  export ARCHIVES TAR UNPACKED
}

@test "two builds of one commit give the same bytes, with their checksums beside them" {
  local name
  for name in "$(basename "$TAR")" "$(basename "$TAR" .tar.gz).zip"; do
    cmp "$ARCHIVES/one/target/$name" "$ARCHIVES/another/folder/target/$name"
    (cd "$ARCHIVES/one/target" && sha256sum -c "$name.sha256")
  done
  unzip -q "${TAR%.tar.gz}.zip" -d "$ARCHIVES/unzipped"
  diff -r "$ARCHIVES/unpacked" "$ARCHIVES/unzipped"
}

@test "each library in each jar is in its SBOM and in its list of licences, and no other" {
  run -0 python3 "$BATS_TEST_DIRNAME/archive.py" "$UNPACKED" "$HOME/.m2/repository"
  assert_output --regexp '^[1-9][0-9]* jars, [1-9][0-9]* libraries$'
}

@test "what can be started, and every driver, has its jar" {
  local program
  for program in $(java -jar "$UNPACKED/client-harness.jar" list --components | cut -f 6 | sort -u); do
    [[ -r $UNPACKED/$program.jar ]]
  done
  assert_equal "$(cd "$UNPACKED" && echo driver-*.jar | wc -w)" "$(cd "$ARCHIVES/one" && echo technologies/*/driver/target/driver-*-plain.jar | wc -w)"
}

@test "unpacked, with a Java and without Maven: a sweep to its report, which names the commit" {
  local tool home=$BATS_TEST_TMPDIR/home bin=$BATS_TEST_TMPDIR/bin
  mkdir "$home" "$bin"
  for tool in /usr/bin/* /bin/*; do
    [[ ${tool##*/} == mvn* || ${tool##*/} == git* || ${tool##*/} == java* ]] || ln -sf "$tool" "$bin"
  done
  ln -s "$(readlink -f "$(command -v java)")" "$bin/java"
  cd "$UNPACKED"
  run -0 env -i "PATH=$bin" "HOME=$home" ./sweep.sh --local --quick --protocols rpcx,tcp --no-calibrate --out "$BATS_TEST_TMPDIR/quick"
  refute_output --partial building
  [[ -s $BATS_TEST_TMPDIR/quick/report.html ]]
  assert_equal "$(sed -n 's/.*"gitCommit" : "\([0-9a-f]*\)".*/\1/p' "$BATS_TEST_TMPDIR/quick/sweep.json")" "$(git -C "$ARCHIVES/one" rev-parse HEAD)"
}
