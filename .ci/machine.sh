# What `run` and `nightly` share: the packages they need, a fresh checkout of what is committed, and PostgreSQL.
# Works on Debian and Ubuntu, as root or with sudo.

say() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

root=()
if [ "$(id -u)" != 0 ]; then root=(sudo); fi
postgres_tool() { command -v "$1" || ls /usr/lib/postgresql/*/bin/"$1" 2>/dev/null | sort -V | tail -n 1; }

# Install the packages that are missing: `need PACKAGE PROGRAM...`, where any of the programs will do.
missing=()
need() {
    local package=$1 program
    shift
    for program in "$@"; do
        if command -v "$program" >/dev/null || [ -x "/usr/sbin/$program" ]; then return; fi
    done
    missing+=("$package")
}
install_missing() {
    need chromium chromium-headless-shell
    need webkit2gtk-driver WebKitWebDriver
    need xvfb Xvfb
    need firefox-esr firefox-esr firefox
    [ -n "$(postgres_tool initdb)" ] || missing+=(postgresql)
    need openssl openssl
    need systemd systemd-analyze
    python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
    [ "${#missing[@]}" -gt 0 ] || return 0
    "${root[@]}" apt-get update
    # Debian has it without windows too, which takes a fifth less.
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then missing=("${missing[@]/%chromium/chromium-headless-shell}"); fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

work=$(mktemp -d)
database=$(mktemp -d)
as_owner=()
finish() {
    cd "$database" # a folder that its owner may enter
    [ ! -f "$database/data/postmaster.pid" ] || "${as_owner[@]}" "$(postgres_tool pg_ctl)" -D "$database/data" -m immediate stop >/dev/null || true
    rm -rf "$work" "$database"
}
trap finish EXIT

# Clone the commit and go there. What configures the app must not come from the machine that proves it.
fresh_checkout() {
    git clone --quiet . "$work/$1"
    cd "$work/$1"
    unset SCOREKEEPER_DATA DATABASE_URL SCOREKEEPER_PROFILE SCOREKEEPER_URL SCOREKEEPER_HOSTS SCOREKEEPER_TIME_ZONE \
        SCOREKEEPER_LANGUAGE SCOREKEEPER_SECRET_KEY SCOREKEEPER_TEST_DATABASE_URL
    # Tests start the app as its user does: from its second start on it is compiled already.
    unset PYTHONDONTWRITEBYTECODE
    export CI=true
}

# Start PostgreSQL on a port of its own and set `postgres` to its address.
start_postgres() {
    local port
    if [ "$(id -u)" = 0 ]; then
        # PostgreSQL refuses to run as root.
        as_owner=(setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$database")
        chown 65534:65534 "$database"
    fi
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    (
        cd "$database"
        "${as_owner[@]}" "$(postgres_tool initdb)" -D data -A trust -U postgres -E UTF8 --locale=C -N >/dev/null
        "${as_owner[@]}" "$(postgres_tool pg_ctl)" -D data -w -l log \
            -o "-p $port -k $database -c listen_addresses=127.0.0.1 -c fsync=off" start >/dev/null
    )
    postgres="postgresql://postgres@127.0.0.1:$port/postgres"
}

# The README's test line; the versions come from the environment, so that the line is the README's own.
readme_line() {
    python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto -m 'not slow'
}
