#!/bin/sh
# Makes certificates.p12 of the tests anew: two authorities and what they signed. Run it in this folder.
set -e
rm -f certificates.p12
make() {
  keytool -genkeypair -keystore certificates.p12 -storetype PKCS12 -storepass lintel -keyalg EC -groupname secp256r1 "$@"
}
make -alias ca -dname "CN=Hub CA" -ext bc:c -validity 36500
make -alias hub -signer ca -dname CN=hub -ext EKU=serverAuth -validity 36500
make -alias box -signer ca -dname CN=box -ext EKU=clientAuth -validity 36500
make -alias ended -signer ca -dname CN=hub -ext EKU=serverAuth -startdate "2020/01/01 00:00:00" -validity 30
make -alias early -signer ca -dname CN=hub -ext EKU=serverAuth -startdate "2090/01/01 00:00:00" -validity 3650
make -alias otherca -dname "CN=Hub CA" -ext bc:c -validity 36500
make -alias other -signer otherca -dname CN=hub -ext EKU=serverAuth -validity 36500
