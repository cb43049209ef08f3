import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../../packages/stand-in/ports.ts'

const CONFIGURATION = join(import.meta.dirname, '..', '..', 'docs', 'nginx.conf')

/** Why no nginx can be started here, or undefined if one is installed (Debian: `apt-get install nginx`). */
export function missingNginx(): string | undefined {
  return spawnSync('nginx', ['-v']).error ? 'nginx is not installed' : undefined
}

function configuration(folder: string, port: number, instances: readonly string[]): string {
  const [one = '', other = one] = instances.map((address) => new URL(address).host)
  const server = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('/var/cache/nginx', folder)
    .replace('/srv/shop', join(folder, 'shop'))
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3001', one)
    .replace('127.0.0.1:3002', other)
  const start = `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}`
  // A counter of requests keeps its connections for a whole round.
  return `${start} http { access_log off; keepalive_requests 10000000; ${server} }`
}

/** nginx with the configuration of the documentation, its address, the folder of the static files, and its end. */
export type Front = {
  readonly address: string
  readonly files: string
  readonly stop: () => Promise<void>
}

/** Starts nginx with the configuration of the documentation before these instances. */
export async function startFront(instances: readonly string[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-front-'))
  // Started by root, nginx works as another user, who has to come in.
  chmodSync(folder, 0o755)
  const port = await freePort('nginx', 3550)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, instances))
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'log')], { stdio: 'inherit' })
  const ended = once(nginx, 'exit')
  const stop = async () => {
    nginx.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(address).catch(() => undefined))?.ok) {
    if (nginx.exitCode === null) continue
    await stop()
    throw new Error('nginx did not start.')
  }
  return { address, files: join(folder, 'shop'), stop }
}
