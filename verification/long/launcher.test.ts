import '../../e2e/support/fixture-content.ts'

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { z } from 'zod'

import { expect } from '../../e2e/support/expect.ts'

type LaunchedShop = {
  readonly child: ChildProcess
  readonly data: string
  readonly said: () => string
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts the shop by its command on ports from `port` on, and ends what remains. */
async function launch(t: TestContext, port: number): Promise<LaunchedShop> {
  const data = mkdtempSync(join(tmpdir(), 'ourtee-launcher-'))
  let output = ''
  const words = ['local/bootstrap.mjs', 'node', 'local/start.ts', '--data', data]
  // Another test of this process may have named its own Firestore here.
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env
  const child = spawn('node', words, { env: { ...env, PORT: String(port) } })
  t.after(async () => {
    await endProcess(child)
    rmSync(data, { recursive: true, force: true })
  })
  const ready = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (/^Ready$/m.test(output)) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
  })
  await Promise.race([ready, once(child, 'exit')])
  expect(output).toContain('Ready')
  return { child, data, said: () => output }
}

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
  const family = all.filter((process) => process.pid === pid)
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

test('a taken port moves on and says so; SIGINT stops everything', async (t) => {
  const server = createServer().listen(3330, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { child, said, data } = await launch(t, 3330)
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

test('a second launcher on the same data says so and touches nothing; SIGTERM stops everything', async (t) => {
  const { child, data } = await launch(t, 3340)
  const second = spawn('node', ['local/start.ts', '--fresh', '--data', data])
  let said = ''
  second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect((await once(second, 'close'))[0]).toBe(1)
  expect(said).toContain(`The shop already runs on ${data} (process `)
  expect((await fetch(addressesIn(data).shop)).status).toBe(200)
  await endedBy('SIGTERM', child)
})

test('when one part dies all stop, with its name', async (t) => {
  const { child, said } = await launch(t, 3350)
  const family = familyOf(child.pid ?? 0)
  const paypal = family.find(({ command }) => command.includes('paypal/server.ts'))
  const ended = once(child, 'exit')
  process.kill(paypal?.pid ?? 0, 'SIGKILL')
  expect((await ended)[0]).toBe(1)
  expect(said()).toContain('paypal has ended, so all stop')
  expect(alive(family)).toEqual([])
})

test('when whoever started it is gone nothing stays behind', async (t) => {
  const { child } = await launch(t, 3370)
  const family = familyOf(child.pid ?? 0)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await expect.poll(() => alive(family)).toEqual([])
})
