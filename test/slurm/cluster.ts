// Starts a Slurm cluster of four nodes on this machine: munged, slurmctld and four slurmd in a temporary folder. They are children
// of the test, with their own ports and key.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const NODES = ['n1', 'n2', 'n3', 'n4'] as const;

/** Folder of daemons, which is not on every user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/**
 * Slurm notices a dead node after SlurmdTimeout.
 * A task of that node may start again when the credential of its first start has expired (cred_expire: at least 5 s, default 120 s).
 */
function configuration(folder: string, ports: readonly number[]): string {
  const host = hostname().split('.')[0];
  const user = userInfo().username;
  const [controllerPort, ...nodePorts] = ports;
  return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controllerPort}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${folder}/munge.socket,cred_expire=5
SlurmUser=${user}
SlurmdUser=${user}
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool-%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=5
KillWait=2
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
${NODES.map((name, i) => `NodeName=${name} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodePorts[i]} CPUs=1 RealMemory=4000`).join('\n')}
SchedulerParameters=sched_interval=2,bf_interval=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
}

/** Returns free ports. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Returns the processes whose environment has these settings: `SLURM_CONF=/tmp/x`. */
function processesWith(settings: readonly string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
        return settings.every((setting) => environment.includes(setting));
      } catch {
        return false; // the process has ended, or belongs to another user
      }
    });
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process has ended
    }
  }
}

export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'freecell-deals-slurm-'));
  /** Environment in which Slurm's commands find this cluster. */
  readonly env: NodeJS.ProcessEnv;
  #daemons: ChildProcess[] = [];

  constructor() {
    // in case the test ends before it calls stop()
    process.on('exit', () => kill(this.#processes()));
    this.env = { ...process.env, PATH, SLURM_CONF: join(this.folder, 'slurm.conf') };
  }

  /** Starts the daemons; resolves when all nodes are idle. */
  async start(): Promise<void> {
    const { folder } = this;
    writeFileSync(join(folder, 'slurm.conf'), configuration(folder, await freePorts(1 + NODES.length)));
    writeFileSync(join(folder, 'munge.key'), randomBytes(128), { mode: 0o400 });
    mkdirSync(join(folder, 'state'));
    const files = ['key', 'socket', 'pid', 'log', 'seed'] as const;
    const options = files.map(
      (name) => `--${name}${name === 'socket' ? '' : '-file'}=${folder}/munge.${name}`,
    );
    this.#startDaemon('munged', ['--foreground', '--force', ...options]);
    await this.#waitFor('munged', () => readdirSync(folder).includes('munge.socket'));
    this.#startDaemon('slurmctld', ['-D', '-i']);
    for (const node of NODES) {
      mkdirSync(join(folder, `spool-${node}`));
      this.#startDaemon('slurmd', ['-D', '-N', node], { SLURMD_NODENAME: node });
    }
    await this.#waitFor('the nodes', () => this.run('sinfo', ['-h', '-t', 'idle', '-o', '%D']) === '4');
  }

  /** Runs a command to its end; returns what it prints. */
  run(command: string, args: readonly string[]): string {
    return execFileSync(command, args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  }

  /** Kills a node: its daemon and all its processes, at once. */
  killNode(node: string): void {
    kill(this.#processes(`SLURMD_NODENAME=${node}`));
  }

  /** Ends all processes of the cluster, and removes its folder. */
  async stop(): Promise<void> {
    const exits = this.#daemons.map((daemon) => daemon.exitCode ?? daemon.signalCode ?? once(daemon, 'exit'));
    for (const daemon of this.#daemons) daemon.kill('SIGKILL');
    await Promise.all(exits);
    // slurmd starts a process per step, which starts the step and outlives slurmd
    for (let pids = this.#processes(); pids.length > 0; pids = this.#processes()) {
      kill(pids);
      await setTimeout(50);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns the processes that run with this cluster's configuration. */
  #processes(...settings: string[]): number[] {
    return processesWith([`SLURM_CONF=${this.env.SLURM_CONF}`, ...settings]);
  }

  #startDaemon(program: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
    const log = openSync(join(this.folder, `${program}-${this.#daemons.length}.log`), 'w');
    const daemon = spawn(program, args, { env: { ...this.env, ...env }, stdio: ['ignore', log, log] });
    this.#daemons.push(daemon);
  }

  async #waitFor(what: string, isThere: () => boolean): Promise<void> {
    for (const deadline = performance.now() + 30_000; performance.now() < deadline; await setTimeout(100)) {
      try {
        if (isThere()) return;
      } catch {
        // slurmctld does not answer yet
      }
    }
    throw new Error(`${what} did not start; their logs are in ${this.folder}`);
  }
}
