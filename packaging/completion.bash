
# Without a subcommand, the options are those of view.
_x11viewer_or_view() {
    if [[ "${COMP_CWORD}" -eq 2 && "${COMP_WORDS[1]}" == help ]]; then
        # The names that are offered for the first word.
        local -a COMP_WORDS=("${COMP_WORDS[0]}" "${COMP_WORDS[2]}")
        local -i COMP_CWORD=1
        _x11viewer "${1}" "${2}" "${COMP_WORDS[0]}"
        local word
        for word in "${!COMPREPLY[@]}"; do
            [[ "${COMPREPLY[word]}" == -* ]] && unset "COMPREPLY[word]"
        done
        return
    fi
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
