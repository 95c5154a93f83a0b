# Runs one PostgreSQL until its input ends, however the program that wrote to it has ended. Words on the input stop and start it.
bin=$1 folder=$2 port=$3 fsync=$4
start() {
    "$bin/postgres" -D "$folder/data" -k "$folder" -p "$port" -c listen_addresses=127.0.0.1 -c fsync="$fsync" \
        -c ssl=on -c max_connections=200 -c shared_buffers=64MB -c logging_collector=off >>"$folder/log" 2>&1 &
    pid=$!
}
start
while read -r word; do
    case $word in
    start) start ;;
    stop) kill -QUIT "$pid" && wait "$pid" ;;
    esac
    echo "$word"
done
kill -QUIT "$pid"
wait "$pid"
rm -rf "$folder"
