import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'

import { startProcess } from './process.ts'

test("a process's output is shown where that is asked, after its start too", async () => {
  const logs = mkdtempSync(join(tmpdir(), 'ourtee-process-'))
  const shownOn = new PassThrough({ encoding: 'utf8' })
  const script = "console.log('Ready in 1 s'); setTimeout(() => console.error('GET / 500'), 50)"
  const command = ['node', '-e', script]
  const plan = { name: 'shop', command, env: process.env, ready: /Ready in/, shownOn }
  const child = await startProcess(plan, logs, [])
  let shown = ''
  for await (const chunk of shownOn) {
    shown += String(chunk)
    if (shown.includes('GET / 500')) break
  }
  assert.match(shown, /Ready in 1 s\n/)
  await child.ended
  rmSync(logs, { recursive: true })
})
