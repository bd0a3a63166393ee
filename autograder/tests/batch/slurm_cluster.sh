#!/bin/sh
# slurm_cluster.sh start FOLDER | lose FOLDER NODE | stop FOLDER: a Slurm cluster of three nodes on this machine, all of whose
# files are in FOLDER. `lose` ends a node as a power cut would: its daemon and all that runs on it. Needs root; status 77
# where it cannot be started here.
set -eu
action=$1 folder=$2
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF PATH="$PATH:/usr/sbin:/sbin"

end() { # a daemon, by its own file
  [ -f "$1" ] && kill "${2--TERM}" "$(cat "$1")" 2>/dev/null || true
}

case $action in
  start)
    [ "$(id -u)" = 0 ] || exit 77
    for program in munged slurmctld slurmd sbatch squeue sinfo; do command -v $program >/dev/null || exit 77; done
    mkdir -p "$folder/state" "$folder/log"
    chmod 755 "$folder"
    head -c 1024 /dev/urandom >"$folder/munge.key"
    chmod 400 "$folder/munge.key"
    # Ports that differ between tests that run at once.
    port=$((20000 + $$ % 20000))
    host=$(hostname -s)
    cat >"$SLURM_CONF" <<CONF
ClusterName=classroom
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/%n
SlurmdParameters=config_overrides
SelectType=select/cons_tres
NodeName=n[1-3] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 3))] CPUs=1 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
      --log-file="$folder/log/munged" --seed-file="$folder/munge.seed" >/dev/null 2>&1 || exit 77
    slurmctld >/dev/null 2>&1 || exit 77
    for node in n1 n2 n3; do
      mkdir -p "$folder/spool-$node"
      slurmd -N $node >/dev/null 2>&1 || exit 77
    done
    for _ in $(seq 300); do
      [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null)" = 3 ] && exit 0
      sleep 0.2
    done
    exit 77
    ;;
  lose)
    end "$folder/slurmd-$3.pid" -KILL
    for process in /proc/[0-9]*; do
      if tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qx "SLURMD_NODENAME=$3" &&
        tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qx "SLURM_CONF=$SLURM_CONF"; then
        kill -KILL "${process#/proc/}" 2>/dev/null || true
      fi
    done
    ;;
  stop)
    scancel --user=root 2>/dev/null || true
    for node in n1 n2 n3; do end "$folder/slurmd-$node.pid"; done
    end "$folder/slurmctld.pid"
    end "$folder/munged.pid"
    ;;
esac
