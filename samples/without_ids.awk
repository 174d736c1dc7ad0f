# Prints IR with the ids of its module replaced by numbers in the order of their first use, and without the numbers of words. What two
# versions of glslang make of a shader is then the same text, if they differ in nothing else. An id stands in names (%_15,
# @_15, %size.15), before a colon (the label _15:) and in comments (%15).
{
    pattern = /^ *;/ ? "%[0-9]+|word [0-9]+" : /^_[0-9]+:/ ? "^_[0-9]+" : "[%@]_[0-9]+|%size\\.[0-9]+"
    done = ""
    rest = $0
    while (match(rest, pattern)) {
        done = done substr(rest, 1, RSTART - 1)
        found = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        id = found
        gsub(/[^0-9]/, "", id)
        if (found !~ /word/ && !(id in order)) order[id] = ++count
        sub(/[0-9]+/, found ~ /word/ ? "N" : order[id], found)
        done = done found
    }
    print done rest
}
