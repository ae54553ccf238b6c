#!/usr/bin/env bash
# Runs the pods of a manifest as processes of this machine, for tests where there is no cluster: each container's own
# command and environment, as the manifest's user, without a capability, on a file system that it cannot write but for
# its volumes, with a hosts file of its own. All share one network that nobody else is in, where the Service's name is its
# one address. Limits of processor and memory, and who may reach whom, are not kept.
#
#   pods.sh FOLDER CLIENT            (as root; ends with the client's exit code, and nothing goes on running)
#
# FOLDER has manifests.yaml, images/IMAGE (what is in /opt/rpc-stress of each), results, and secret where there is one.
set -euo pipefail

readonly READY_POLLS=600 POLL_SECONDS=0.1

# Everything that is started below ends with this, whatever ends it; mounts go with their namespace.
if [[ -z ${PODS_INSIDE:-} ]]; then
  exec env PODS_INSIDE=yes unshare --net --mount --pid --fork --kill-child --propagation private "$0" "$@"
fi

folder=$1
mount -t proc proc /proc
ip link set lo up
mount -t tmpfs none "$folder/pods"

# A line for each container: POD, image, user; and files of its own for what may have blanks.
python3 - "$folder" <<'PYTHON'
import os, sys, yaml

folder = sys.argv[1]
for document in yaml.safe_load_all(open(folder + "/manifests.yaml")):
    if document["kind"] not in ("Deployment", "Job"):
        continue
    pod = document["spec"]["template"]["spec"]
    [container] = pod["containers"]
    at = os.path.join(folder, "pods", document["metadata"]["name"])
    os.mkdir(at)
    security = {**pod["securityContext"], **container["securityContext"]}
    assert security["readOnlyRootFilesystem"] and not security["allowPrivilegeEscalation"], at
    assert security["capabilities"]["drop"] == ["ALL"], at
    environment = {}
    for each in container["env"]:
        by_address = each.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath") == "status.podIP"
        environment[each["name"]] = "127.0.0.1" if by_address else each["value"]
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    mounts = [(mount["mountPath"], *[key for key in volumes[mount["name"]] if key != "name"]) for mount in container["volumeMounts"]]
    files = {
        "image": [container["image"].split("/")[-1].split(":")[0]],
        "kind": [document["kind"]],
        "user": [str(security["runAsUser"])],
        "args": container["args"],
        "env": [name + "=" + value for name, value in environment.items()],
        "mounts": [" ".join(mount) for mount in mounts],
    }
    for name, lines in files.items():
        with open(os.path.join(at, name), "w") as file:
            file.writelines(line + "\n" for line in lines)
PYTHON

# pod NAME: its container in the foreground, in the place of this shell.
pod() {
  local at=$folder/pods/$1 root path kind user
  local -a args environment
  root=$at/root
  mkdir "$at"/{upper,work,root}
  mount -t overlay -o "lowerdir=/,upperdir=$at/upper,workdir=$at/work" none "$root"
  mkdir -p "$root/opt/rpc-stress"
  mount --bind "$folder/images/$(<"$at/image")" "$root/opt/rpc-stress"
  printf '127.0.0.1 localhost servers\n' >"$root/etc/hosts"
  user=$(<"$at/user")
  while read -r path kind; do
    mkdir -p "$root$path"
    case $kind in
      persistentVolumeClaim) mount --bind "$folder/results" "$root$path" ;;
      secret)
        mount -t tmpfs none "$root$path"
        [[ ! -e $folder/secret ]] || install -m 440 -g "$user" "$folder/secret" "$root$path/broker.credentials"
        ;;
      emptyDir) mount -t tmpfs -o "mode=0777" none "$root$path" ;;
      *) echo "pods.sh: a volume of kind $kind" >&2 && return 2 ;;
    esac
  done <"$at/mounts"
  for path in proc dev sys; do mount --rbind "/$path" "$root/$path"; done
  mount -o remount,ro "$root"
  mapfile -t args <"$at/args"
  mapfile -t environment <"$at/env"
  exec env -i PATH="$PATH" JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 "${environment[@]}" chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups \
    --no-new-privs --bounding-set=-all --inh-caps=-all /opt/rpc-stress/pod.sh "${args[@]}"
}

await_ready() {
  local try
  for ((try = 0; try < READY_POLLS; try++)); do
    ! grep -qs '^READY' "$folder/pods/$1/root/tmp/ready" || return 0
    sleep "$POLL_SECONDS"
  done
  echo "pods.sh: $1 did not become ready: $(tail -n 1 "$folder/pods/$1/said")" >&2
  return 1
}

for each in "$folder"/pods/*; do
  name=${each##*/}
  [[ $(<"$each/kind") == Deployment ]] || continue
  # in a mount namespace of this script's: what is ready is read in /tmp of the pod
  (pod "$name") >"$each/said" 2>&1 &
done
for each in "$folder"/pods/*; do
  [[ $(<"$each/kind") != Deployment ]] || await_ready "${each##*/}"
done
status=0
(pod "$2") || status=$?
for each in "$folder"/pods/*/said; do
  name=${each%/said}
  cp "$each" "$folder/said-${name##*/}"
done
exit "$status"
