
# Without a subcommand, the options are those of view.
functions -c __x11viewer_tokens __x11viewer_typed_tokens
function __x11viewer_tokens
    set -l tokens (__x11viewer_typed_tokens $argv)
    set -l subcommands (functions __x11viewer_parse_tokens | string match -rg "case '?([a-z-]+)'?\$")
    if test "$argv" = -pc; and not contains -- "$tokens[2]" $subcommands
        # Subcommands are offered as long as nothing follows the program's name.
        if test (count $tokens) -gt 1; or string match -q -- '-*' (commandline -ct)
            set tokens $tokens[1] view $tokens[2..]
        end
    end
    printf '%s\n' $tokens
end

# Help is about a subcommand.
complete -c x11viewer -n 'test (count (commandline -opc)) -eq 2; and test (commandline -opc)[2] = help' \
    -fa "(functions __x11viewer_parse_tokens | string match -rg \"case '?([a-z-]+)'?\\\$\")"
