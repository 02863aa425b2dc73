
# Without a subcommand, the options are those of view.
_x11viewer_or_view() {
    local -a subcommands=()
    if [[ "${COMP_CWORD}" -eq 1 && "${2}" != -* ]]; then
        _x11viewer "${@}"
        subcommands=("${COMPREPLY[@]}")
        COMPREPLY=()
    elif declare -F "_x11viewer_${COMP_WORDS[1]}" >/dev/null; then
        _x11viewer "${@}"
        return
    fi
    local -a COMP_WORDS=("${COMP_WORDS[0]}" view "${COMP_WORDS[@]:1}")
    local -i COMP_CWORD="$((COMP_CWORD + 1))"
    _x11viewer "${@}"
    COMPREPLY+=("${subcommands[@]}")
}
complete -o filenames -F _x11viewer_or_view x11viewer
