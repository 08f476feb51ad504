# same-object.sh WRAPPER CLANG DIRECTORY ARGUMENTS... - does the wrapper write
# what clang writes, to the file and to the terminal?
set -e
wrapper=$1 clang=$2 directory=$3
shift 3
rm -rf "$directory"
mkdir -p "$directory"
cd "$directory"
"$wrapper" "$@" -o out 2>messages.wrapper
mv out out.wrapper
"$clang" "$@" -o out 2>messages
cmp out.wrapper out
cmp messages.wrapper messages
