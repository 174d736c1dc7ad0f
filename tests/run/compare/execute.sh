# Sourced by executed.sh here and in tests/run/draw: executes machine code of shaders and compares with the Vulkan driver.
. "$(dirname "$0")/../../project/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

execute() { # SETTINGS PROCESSOR ARGUMENT...
    local status=0 settings=$1 processor=$2
    shift 2
    "$build/bin/compare" -j "$jobs" --settings="$settings" --on="$processor" "$@" || status=$?
    if [ "$status" = 77 ]; then
        echo "NO VULKAN DRIVER: NOTHING WAS EXECUTED. tests/packages.sh test installs one (mesa-vulkan-drivers)." >&2
        exit 77
    fi
    [ "$status" = 0 ] || fail "compare --on=$processor $*: status $status"
}
