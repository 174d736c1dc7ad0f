# shellcheck shell=bash
# Sourced: the newest of the machine's lavapipes is the Vulkan driver, unless the environment names one. tests/packages.sh unpacks one
# beside the system's where that is old.
for driver in /usr/local/lib/spirv-mmra-lavapipe/lvp_icd.json /usr/share/vulkan/icd.d/lvp_icd.x86_64.json /usr/share/vulkan/icd.d/lvp_icd.json; do
    if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$driver" ]; then export VK_ICD_FILENAMES=$driver; fi
done
