import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser } from 'playwright'

import { newMember } from '../e2e/support/accounts.ts'
import { freePort } from '../local/ports.ts'
import { ask, withOwnShop } from './load.ts'
import { atLeast, atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const CONFIGURATION = join(import.meta.dirname, '..', 'docs', 'nginx.conf')
const ROUNDS = 7
const MEMBERS = ['/account', '/account/order', '/account/settings', '/checkout']

function configuration(folder: string, port: number, instances: readonly string[]): string {
  const [one = '', other = ''] = instances.map((address) => new URL(address).host)
  const server = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('/var/cache/nginx', folder)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3001', one)
    .replace('127.0.0.1:3002', other)
  const start = `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}`
  // The counter of requests keeps its connections for the whole round.
  return `${start} http { access_log off; keepalive_requests 10000000; ${server} }`
}

/** nginx with the configuration of the documentation before these instances, while `use` runs. */
async function withFront<Answer>(
  instances: readonly string[],
  use: (address: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-front-'))
  // Started by root, nginx works as another user, who has to come in.
  chmodSync(folder, 0o755)
  const port = await freePort('nginx', 3550)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, instances))
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'log')], { stdio: 'inherit' })
  const ended = once(nginx, 'exit')
  try {
    const address = `http://127.0.0.1:${port}`
    while (!(await fetch(address).catch(() => undefined))?.ok) {
      if (nginx.exitCode !== null) throw new Error('nginx did not start.')
    }
    return await use(address)
  } finally {
    nginx.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

// A member's answer must neither reach others nor come from a cache.
async function keptOfMembers(front: string): Promise<number> {
  const { session } = await newMember()
  let kept = 0
  for (const path of MEMBERS) {
    const request = { redirect: 'manual', headers: { cookie: `__session=${session}` } } as const
    const own = await fetch(front + path, request)
    const stranger = await fetch(front + path, { redirect: 'manual' })
    if (own.status !== 200 || stranger.status === 200) kept += 1
    if ([own, stranger].some(({ headers }) => headers.has('x-cache'))) kept += 1
  }
  return kept
}

/**
 * The product page from nginx before two instances, against one instance alone, in turn.
 * Also checks that nginx keeps nothing of members.
 */
export async function front(_browser: Browser, { pages }: Sites): Promise<Row[]> {
  if (spawnSync('nginx', ['-v']).error) throw new Error('Measuring this needs nginx.')
  return withOwnShop((one) =>
    withOwnShop((other) =>
      withFront([one.address, other.address], async (address) => {
        const rounds: { alone: number; cached: number }[] = []
        for (let round = 0; round <= ROUNDS; round += 1) {
          const alone = await ask(one.address + pages.product, ['--seconds', '2'])
          const cached = await ask(address + pages.product, ['--seconds', '2'])
          rounds.push({ alone: alone.perSecond, cached: cached.perSecond })
        }
        const warm = rounds.slice(1)
        const times = median(warm.map(({ alone, cached }) => cached / alone))
        const perSecond = figure(median(warm.map(({ cached }) => cached)))
        return [
          atLeast('requests/s with a cache in front, of one instance', times, 20, {
            show: (value) => `${value.toFixed(1)} ×`,
            ours: `${perSecond}/s`,
          }),
          atMost("members' pages kept in front", await keptOfMembers(address), 0),
        ]
      }),
    ),
  )
}
