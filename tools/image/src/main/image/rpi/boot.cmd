# Run by U-Boot at each start: chooses a slot and starts it. A slot is in /lintel/a or /lintel/b of the boot partition:
#
#   entry    title=, options=             what it is, and the kernel's command line
#   good     generation=N                 it passed its test
#   trial    generation=N, tries=M        it has to prove itself: one try is taken, and written, before it is started
#   linux, initrd                         its kernel
#
# The highest generation comes first, a slot without tries last. What both names say is good: a rename that was cut.
setenv here "${devtype} ${devnum}:${distro_bootpart}"
setenv text 0x06000000
setenv tree 0x06100000
setenv kernel 0x00200000
setenv first_files 0x08000000

for slot in a b; do
    setenv generation 0
    setenv tries no
    if load ${here} ${text} lintel/${slot}/good; then
        env import -t ${text} ${filesize} generation
    elif load ${here} ${text} lintel/${slot}/trial; then
        setenv tries 0
        env import -t ${text} ${filesize} generation tries
    fi
    # What a damaged file does not say is gone after the import.
    if test -z "${generation}"; then setenv generation 0; fi
    if test -z "${tries}"; then setenv tries 0; fi
    setenv ${slot}_generation ${generation}
    setenv ${slot}_tries ${tries}
done
setenv order "a b"
if test ${b_generation} -gt ${a_generation}; then setenv order "b a"; fi
if test ${a_tries} = 0; then setenv order "b a"; fi
if test ${b_tries} = 0; then setenv order "a b"; fi
echo "Lintel: slot a ${a_generation} (tries ${a_tries}), slot b ${b_generation} (tries ${b_tries}): ${order}"

# The serial port of the 40-pin header is the good one (PL011): the board's own description gives that to Bluetooth.
fdt addr ${fdt_addr}
fdt move ${fdt_addr} ${tree} 0x20000
if fdt get value pins /soc/gpio@7e200000/uart0-gpio14 phandle; then
    fdt set /soc/serial@7e201000 pinctrl-0 <${pins}>
    fdt rm /soc/serial@7e201000/bluetooth
    fdt rm /soc/serial@7e201000 uart-has-rtscts
    fdt set /soc/serial@7e215040 status disabled
fi

for slot in ${order}; do
    setenv generation ${a_generation}
    setenv tries ${a_tries}
    if test ${slot} = b; then
        setenv generation ${b_generation}
        setenv tries ${b_tries}
    fi
    setenv start no
    if test ${generation} -gt 0; then
        setenv start yes
        if test ${tries} -gt 0; then
            # What cannot be counted is not tried.
            setenv start no
            setexpr tries ${tries} - 1
            env export -t ${text} generation tries
            if fatwrite ${here} ${text} lintel/${slot}/trial ${filesize}; then setenv start yes; fi
        fi
    fi
    if test ${start} = yes; then
        setenv options
        if load ${here} ${text} lintel/${slot}/entry; then env import -t ${text} ${filesize} options; fi
        setenv bootargs "${options}"
        echo "Lintel: starting slot ${slot}"
        if test -n "${options}"; then
            if load ${here} ${kernel} lintel/${slot}/linux; then
                if load ${here} ${first_files} lintel/${slot}/initrd; then
                    booti ${kernel} ${first_files}:${filesize} ${tree}
                fi
            fi
        fi
    fi
done
echo "Lintel: no slot starts; once more in a minute"
sleep 60
reset
