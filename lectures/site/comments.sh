#!/bin/sh
# comments.sh HEADER: a lab's interface with its plain comments as Doxygen's. Lines keep their numbers.
sed -E -e "1s|^// (.*)|/// \\\\file $(basename "$1") \\\\brief \1|" -e 's|^( *)// |\1/// |' -e 's|([;,{}]) +// |\1 ///< |' "$1"
