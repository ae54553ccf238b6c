#!/usr/bin/env bash
# Makes the images of the pods from the jars of this clone, with podman, docker or buildah, and saves them as files for
# "kind load image-archive", "k3s ctr images import" or "ctr -n k8s.io images import". No registry is pushed to.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
# shellcheck source=deploy/lib/tools.sh
. "$home/deploy/lib/tools.sh"
# shellcheck source=deploy/lib/technologies.sh
. "$home/deploy/lib/technologies.sh"
# shellcheck source=deploy/lib/copy.sh
. "$home/deploy/lib/copy.sh"
# shellcheck source=deploy/kubernetes/names.sh
. "$here/names.sh"

readonly TOOLS=(podman docker buildah)
readonly OPTIONS=(--tool --jre --rabbitmq --java-folder --no-broker --save --state --help)

usage() {
  cat <<'HELP'
Usage: deploy/kubernetes/images.sh [options]

Makes localhost/rpc-stress-client, -servers and -broker, and says their tag, which is that of the jars in
them: kubernetes.sh then asks for these images and no others. Builds the jars where nothing was built yet.

  --tool NAME        podman, docker or buildah (default: the first that is installed)
  --jre IMAGE        what client and servers begin with, a Java 17 (default: eclipse-temurin:17.0.15_6-jre)
  --rabbitmq IMAGE   what the broker begins with (default: rabbitmq:3.13.7)
  --java-folder DIR  where the first of them has its Java, which the broker gets, too
                     (default: /opt/java/openjdk)
  --no-broker        not that of the broker: only amqp needs it
  --state DIR        where kubernetes.sh finds the tag (default: .run/kubernetes of this clone)
  --save DIR         also as DIR/client.tar, DIR/servers.tar and DIR/broker.tar

Both base images are fetched by the tool, unless it has them; podman may want their names with a host.
Nothing else comes from elsewhere, and nothing is run while an image is made.

Exit: 0 they are there, 1 the tool failed, 2 misuse.
HELP
}

parse() {
  while (($#)); do
    case $1 in
      --tool | --jre | --rabbitmq | --java-folder | --save | --state)
        [[ $# -ge 2 && -n $2 ]] || die 2 "$1 needs a value"
        case $1 in
          --tool) tool=$2 ;;
          --jre) jre=$2 ;;
          --rabbitmq) rabbitmq=$2 ;;
          --java-folder) java_folder=$2 ;;
          --save) save=$2 ;;
          --state) state=$2 ;;
        esac
        shift
        ;;
      --no-broker) images=(client servers) ;;
      -h | --help) usage && exit 0 ;;
      *) die 2 "unknown option '$1'; did you mean '$(nearest "$1" "${OPTIONS[@]}")'?" ;;
    esac
    shift
  done
}

# choose_tool: the one that was asked for, or the first that is here.
choose_tool() {
  local each
  if [[ -n $tool ]]; then
    [[ " ${TOOLS[*]} " == *" $tool "* ]] || die 2 "--tool '$tool': expected one of ${TOOLS[*]}"
    command -v "$tool" >/dev/null || die 2 "--tool $tool: it is not installed here"
    return 0
  fi
  for each in "${TOOLS[@]}"; do
    if command -v "$each" >/dev/null; then
      tool=$each
      return 0
    fi
  done
  die 2 "none of ${TOOLS[*]} is installed here; with Debian: apt-get install podman"
}

need_jar() { find_jar "$home" "$1" || die 1 "there is no $1.jar: build it with mvn -DskipTests package"; }

# lay_out FOLDER: what goes into each image, as links.
lay_out() {
  local jar family file
  stage "$1/client" "$(need_jar client-harness)" client-harness.jar
  for family in $(technologies | while read -r file; do family_of "$file"; done | sort -u); do
    stage "$1/servers" "$(need_jar "server-$family")" "server-$family.jar"
  done
  # also that of a technology that has no server; the client's own jar has the others
  for family in "$home"/technologies/*/; do
    family=$(basename "$family")
    ! jar=$(driver_jar "$home" "$family") || stage "$1/client" "$jar" "driver-$family.jar"
  done
  stage "$1/broker" "$(need_jar server-broker)" server-broker.jar
  for file in sweep.sh deploy/lib/tools.sh; do stage "$1/client" "$home/$file" "$file"; done
  while read -r file; do stage "$1/client" "$home/$file" "$file"; done < <(cd "$home" && find experiments -type f)
  for file in client servers broker; do stage "$1/$file" "$here/pod.sh" pod.sh; done
}

build() {
  local verb=(build)
  [[ $tool != buildah ]] || verb=(build --layers)
  "$tool" "${verb[@]}" -f "$here/Containerfile" --target "$1" --build-arg "JRE=$jre" --build-arg "RABBITMQ=$rabbitmq" \
    --build-arg "JAVA_FOLDER=$java_folder" -t "$IMAGES-$1:$tag" "$context" >&2 ||
    die 1 "$tool could not make the image of the $1; what it said is above"
}

save() {
  local file=$save/$1.tar
  rm -f "$file"
  if [[ $tool == buildah ]]; then
    buildah push "$IMAGES-$1:$tag" "docker-archive:$file:$IMAGES-$1:$tag" >&2
  else
    "$tool" save -o "$file" "$IMAGES-$1:$tag" >&2
  fi || die 1 "$tool could not save the image of the $1 as $file"
}

main() {
  local tool="" jre=eclipse-temurin:17.0.15_6-jre rabbitmq=rabbitmq:3.13.7 java_folder=/opt/java/openjdk save="" state=$home/.run/kubernetes java tag image
  local images=(client servers broker)
  parse "$@"
  choose_tool
  if [[ -n $save ]]; then
    mkdir -p "$save" 2>/dev/null || true
    [[ -w $save ]] || die 2 "--save $save: cannot write there"
  fi
  build_if_needed "$home" client-harness
  java=$(java_command) || die 1 "Java 17 or newer is needed here, too: the jars are asked for their JVM settings"
  context=$(mktemp -d "${TMPDIR:-/tmp}/rpc-stress-images.XXXXXXXX")
  trap 'rm -rf "$context"' EXIT
  lay_out "$context/links"
  # builders send no links
  cp -rL "$context/links/." "$context"
  rm -rf "$context/links"
  for image in servers broker; do
    set -- "$context/$image"/server-*.jar
    "$java" "${BRIEF_JVM[@]}" -cp "$1" io.rpcstress.usage.JvmSettings >"$context/$image/jvm.options"
    [[ -s $context/$image/jvm.options ]] || die 1 "$(basename "$1") does not report its JVM settings: build it again"
  done
  mkdir "$context/empty"
  tag=$(cd "$context" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-12)
  for image in "${images[@]}"; do
    build "$image"
    [[ -z $save ]] || save "$image"
  done
  mkdir -p "$state"
  printf '%s\n' "$tag" >"$state/$TAG_FILE"
  for image in "${images[@]}"; do printf '%s\n' "$IMAGES-$image:$tag"; done
}

main "$@"
