#compdef x11viewer

# Without a subcommand, the options are those of view.
_x11viewer() {
    if (( CURRENT == 3 )) && [[ "${words[2]}" == help ]]; then
        # The names that are offered for the first word.
        local -a words=("${words[1]}" "${words[3]}")
        local -i CURRENT=2
        _x11viewer_words "${@}"
        return
    fi
    local -i ret=1
    if (( CURRENT == 2 )) && [[ "${words[2]}" != -* ]]; then
        _x11viewer_words "${@}" && ret=0
    elif (( ${+functions[_x11viewer_${words[2]}]} )); then
        _x11viewer_words "${@}"
        return
    fi
    local -a words=("${words[1]}" view "${(@)words[2,-1]}")
    local -i CURRENT="$((CURRENT + 1))"
    _x11viewer_words "${@}" && ret=0
    return "${ret}"
}

