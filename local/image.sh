#!/usr/bin/env bash
# Builds the Dockerfile as it stands, runs the image as its own user, and sees its health check pass: npm run image.
# For a machine without container engine and registry: the base comes from Debian's mirror and from the Node that npm
# installed here. Needs root, buildah, debootstrap, 4 GB and minutes, so it is no part of npm test.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in buildah debootstrap; do
  command -v "$tool" >/dev/null || { echo "Missing: apt-get install --no-install-recommends buildah debootstrap" >&2; exit 1; }
done
[ "$(id -u)" -eq 0 ] || { echo 'Only root may make a base image here.' >&2; exit 1; }

# With WORK=<folder> the base is kept there and taken again.
WORK=${WORK:-}
KEPT=${WORK:+kept}
[ -n "$WORK" ] || WORK=$(mktemp -d)
mkdir -p "$WORK"
# The Dockerfile's base by its tag: what is made here has another digest.
BASE=docker.io/library/$(sed -nE 's/^FROM ([^@]+)@.*$/\1/p' Dockerfile | tail -1)
unpinned() { sed -E 's/@sha256:[0-9a-f]+//' Dockerfile; }
PORT=${PORT:-3990}
BUILDAH=(buildah --root "$WORK/storage" --runroot "$WORK/run" --storage-driver vfs)
buildah() { command "${BUILDAH[@]}" "$@"; }
server=
end() {
  # With all that it started: it leads a group of its own.
  [ -z "$server" ] || kill -- "-$server" 2>/dev/null || true
  buildah rm --all >/dev/null 2>&1 || true
  rm -rf "$WORK/storage" "$WORK/run"
  [ -n "$KEPT" ] || rm -rf "$WORK"
}
trap end EXIT
took() { echo "$1: $(($(date +%s) - $2)) s"; }

begin=$(date +%s)
if [ ! -f "$WORK/base.tar" ]; then
  rm -rf "$WORK/base"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$WORK/base" >"$WORK/debootstrap.log"
  install -m 755 "$(readlink -f node_modules/.bin/node)" "$WORK/base/usr/local/bin/node"
  mkdir -p "$WORK/base/usr/local/lib/node_modules"
  cp -R "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$WORK/base/usr/local/lib/node_modules/npm"
  for name in npm npx; do
    ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$WORK/base/usr/local/bin/$name"
  done
  # What this machine trusts, its registry's proxy included.
  cp /etc/ssl/certs/ca-certificates.crt "$WORK/base/etc/ssl/certs/ca-certificates.crt"
  chroot "$WORK/base" useradd --uid 1000 --create-home node
  tar -C "$WORK/base" -cf "$WORK/base.tar" .
  rm -rf "$WORK/base"
fi
empty=$(buildah from scratch)
buildah add -q "$empty" "$WORK/base.tar" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$empty"
buildah commit -q "$empty" "$BASE" >/dev/null
buildah rm "$empty" >/dev/null
took base "$begin"

begin=$(date +%s)
unpinned | buildah build --isolation chroot --format docker --pull-never -f - \
  --build-arg NEXT_PUBLIC_SITE_URL=https://ourtee.example --build-arg FIREBASE_PROJECT_ID=ourtee -t ourtee .
took build "$begin"

# Settings of the right shape that open nothing: the shop starts, and health/live asks no service.
key=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk 'ORS="\\n"')
shop=$(buildah from --pull-never ourtee)
run() { buildah run --isolation chroot "$@"; }
[ "$(run "$shop" -- id -u)" = 1000 ] || { echo 'The image does not run as its own user.' >&2; exit 1; }
run "$shop" -- sh -c 'find /shop -name ".env*" -not -name .env.example -o -name "*.pem" -not -path "*/node_modules/*" | grep . && exit 1 || exit 0' ||
  { echo 'The image holds settings or keys.' >&2; exit 1; }
run "$shop" -- du -sh /shop
run "$shop" -- sh -c 'test -f content/info/home.md && ! test -d e2e && ! test -d docs' ||
  { echo 'The image lacks its content, or holds more than the shop.' >&2; exit 1; }
setsid "${BUILDAH[@]}" run --isolation chroot --env PORT="$PORT" --env NEXT_PUBLIC_SITE_URL=https://ourtee.example --env FIREBASE_PROJECT_ID=ourtee \
  --env FIREBASE_API_KEY=none --env FIREBASE_AUTH_DOMAIN=ourtee.example --env FIREBASE_CLIENT_EMAIL=none@ourtee.example \
  --env FIREBASE_PRIVATE_KEY="$key" --env PAYPAL_ENVIRONMENT=sandbox --env PAYPAL_CLIENT_ID=none \
  --env PAYPAL_CLIENT_SECRET=none --env PAYPAL_WEBHOOK_ID=none --env SMTP_URL=none --env CLIENT_ADDRESS=none \
  --env SWEEP_SECRET="$(openssl rand -base64 32)" "$shop" -- node server.js >"$WORK/server.log" 2>&1 &
server=$!
check=$(buildah inspect --type image --format '{{range $i, $w := .Docker.Config.Healthcheck.Test}}{{if gt $i 1}}{{$w}} {{end}}{{end}}' ourtee)
for ((second = 0; second < 60; second += 1)); do
  if run --env PORT="$PORT" "$shop" -- sh -c "node ${check%% *} \"\$1\"" health "${check#* }" 2>/dev/null; then
    echo "The health check passed after $second s, as user $(run "$shop" -- id -un)."
    curl -fsS -o /dev/null -w 'a product: %{http_code}, %{size_download} bytes\n' "http://127.0.0.1:$PORT/shop"
    exit 0
  fi
  kill -0 "$server" 2>/dev/null || break
  sleep 1
done
cat "$WORK/server.log" >&2
echo 'The health check did not pass.' >&2
exit 1
