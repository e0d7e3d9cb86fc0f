# Diptych on Debian 12 with the Swift 6.3 toolchain.
# Untried: written where no container engine runs. The same steps are tried on a bare Debian 12 in a chroot.
#   docker build -t diptych .
#   docker run --rm -v "$PWD/out:/out" diptych make demo
FROM swift:6.3-bookworm
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends make git pkg-config && rm -rf /var/lib/apt/lists/*
WORKDIR /diptych
COPY . .
RUN make setup && make release
CMD ["make", "demo"]
