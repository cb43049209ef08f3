import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test as base } from 'playwright/test'
import { z } from 'zod'

type Launched = { readonly child: ChildProcess; readonly data: string; readonly said: () => string }

/** The shop as a person starts it, on ports of its own; whatever a test leaves running is ended. */
const test = base.extend<{ launch: (port: number) => Promise<Launched> }>({
  launch: async ({ browserName: _any }, use) => {
    const data = mkdtempSync(join(tmpdir(), 'ourtee-launcher-'))
    let child: ChildProcess | undefined
    await use(async (port) => {
      let output = ''
      const words = ['local/bootstrap.mjs', 'node', 'local/start.ts', '--data', data]
      // Another test of this worker may have named its own Firestore here.
      const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env
      const started = spawn('node', words, { env: { ...env, PORT: String(port) } })
      child = started
      const ready = new Promise<void>((resolve) => {
        const take = (chunk: Buffer) => {
          output += chunk.toString()
          if (/^Ready$/m.test(output)) resolve()
        }
        started.stdout.on('data', take)
        started.stderr.on('data', take)
      })
      await Promise.race([ready, once(started, 'exit')])
      expect(output).toContain('Ready')
      return { child: started, data, said: () => output }
    })
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(data, { recursive: true, force: true })
  },
})

type Process = { readonly pid: number; readonly parent: number; readonly command: string }

function processes(): Process[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    return found
      ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3] ?? '' }]
      : []
  })
}

function familyOf(pid: number): Process[] {
  const all = processes()
  const family = all.filter((one) => one.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

function alive(family: readonly Process[]): number[] {
  const now = new Set(processes().map(({ pid, command }) => `${pid} ${command}`))
  return family.filter(({ pid, command }) => now.has(`${pid} ${command}`)).map(({ pid }) => pid)
}

const addressesSchema = z.strictObject({
  shop: z.url(),
  auth: z.url(),
  firestore: z.string(),
  paypal: z.url(),
  mailbox: z.url(),
  smtp: z.url(),
  projectId: z.literal('demo-ourtee'),
})

const addressesIn = (data: string) =>
  addressesSchema.parse(JSON.parse(readFileSync(join(data, 'addresses.json'), 'utf8')))

async function endedBy(signal: 'SIGINT' | 'SIGTERM', child: ChildProcess): Promise<void> {
  const family = familyOf(child.pid ?? 0)
  expect(family.length).toBeGreaterThan(6)
  const ended = once(child, 'exit')
  child.kill(signal)
  expect((await ended)[0]).toBe(0)
  expect(alive(family)).toEqual([])
}

test('a taken port moves on and says so; SIGINT stops everything', async ({ launch }) => {
  const server = createServer().listen(3330, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { child, said, data } = await launch(3330)
    // Another program may take a stand-in's port meanwhile; then all ports are chosen anew.
    const moves = [...said().matchAll(/^Port 3330 is taken: the shop uses (333\d)\.$/gm)]
    const at = addressesIn(data)
    expect(at.shop).toBe(`http://localhost:${moves.at(-1)?.[1]}`)
    expect(await (await fetch(`${at.shop}/shop`)).text()).toContain('旅見')
    expect((await fetch(at.mailbox)).status).toBe(200)
    await endedBy('SIGINT', child)
  } finally {
    server.close()
  }
})

test('a second launcher on the same data says so and touches nothing; SIGTERM stops everything', async ({
  launch,
}) => {
  const { child, data } = await launch(3340)
  const second = spawn('node', ['local/start.ts', '--fresh', '--data', data])
  let said = ''
  second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect((await once(second, 'close'))[0]).toBe(1)
  expect(said).toContain(`The shop already runs on ${data} (process `)
  expect((await fetch(addressesIn(data).shop)).status).toBe(200)
  await endedBy('SIGTERM', child)
})

test('when one part dies all stop, with its name', async ({ launch }) => {
  const { child, said } = await launch(3350)
  const family = familyOf(child.pid ?? 0)
  const paypal = family.find(({ command }) => command.includes('paypal/server.ts'))
  const ended = once(child, 'exit')
  process.kill(paypal?.pid ?? 0, 'SIGKILL')
  expect((await ended)[0]).toBe(1)
  expect(said()).toContain('paypal has ended, so all stop')
  expect(alive(family)).toEqual([])
})

test('when whoever started it is gone nothing stays behind', async ({ launch }) => {
  const { child } = await launch(3370)
  const family = familyOf(child.pid ?? 0)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await expect.poll(() => alive(family)).toEqual([])
})
